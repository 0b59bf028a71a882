import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { OrganizationChange } from "./schema";
import {
  createMember,
  later,
  createMembership,
  NOW,
  expectedOrganizationRow,
  createActor,
} from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { createSession } from "@/lib/auth/sessions";
import { createAuditEntries } from "@/lib/audit/commands";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { computeETag } from "@/lib/precondition";
import { type Role, roles } from "@/lib/roles";
import { changeOrganization, createOrganization, deleteOrganization } from "./commands";
import { collectStatements } from "@/e2e/support/collect-statements";
import { resumeDeletions, deleteOrganizationData } from "./housekeeping";
import { acceptInvitation, createInvitation } from "./invitations";
import { changeMember, leaveAllOrganizations, removeMember, transferOrganization } from "./members";
import {
  findInvitationByToken,
  getMember,
  getOrganization,
  listInvitations,
  listMembers,
  MEMBERS_PAGE_SIZE,
} from "./queries";
import { isAllowed } from "./rules";
import { getOrganizationScope, type OrganizationScope, findPublicScope } from "./scope";
import { serializeMember } from "./serialize";

afterEach(() => vi.restoreAllMocks());

type Tenant = { context: Context<UserActor>; scope: OrganizationScope };
const getUserId = ({ context }: Tenant) => context.actor.userId;
const readRole = async (scope: OrganizationScope, { context }: Tenant) =>
  (
    await reader().membership.findMany({
      where: { organizationId: scope.id, userId: context.actor.userId },
    })
  ).map(({ role }) => role as Role)[0] ?? null;
const owners = (id: string) =>
  reader().membership.count({ where: { organizationId: id, role: "owner" } });
const readAudit = (id: string) =>
  reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } });
const readActions = async (id: string) => (await readAudit(id)).map(({ action }) => action);
const lastOwner = {
  kind: "conflict",
  status: 409,
  detail: expect.stringContaining("at least one owner") as unknown,
};
const getToken = (link: string | null) => new URL(link!).searchParams.get("token")!;

async function organization() {
  const owner = await createMembership();
  const join = (role: Role) => createMember(owner.scope.id, role);
  return { owner, id: owner.scope.id, join };
}

describe("changing a role", () => {
  test.each(roles)(
    "by the role %s succeeds only with permission, for every affected role",
    async (role) => {
      const { join, id } = await organization();
      const actor = await join(role);
      for (const from of roles) {
        const target = await join(from);
        for (const to of roles) {
          const outcome = await changeMember(actor.context, actor.scope, getUserId(target), {
            role: to,
          }).catch((error: unknown) => error);
          const allowed = isAllowed(role, "changeMember", from, to);
          expect({ from, to, outcome }).toMatchObject({
            from,
            to,
            outcome: allowed
              ? { id: getUserId(target), role: to }
              : { kind: "forbidden", status: 403 },
          });
          expect(await readRole(actor.scope, target)).toBe(allowed ? to : from);
          await transaction((tx) =>
            tx.membership.updateMany({
              where: { organizationId: id, userId: getUserId(target) },
              data: { role: from },
            }),
          );
        }
      }
    },
  );

  test("is audited with the old and the new role; setting the same role is not", async () => {
    const { owner, id, join } = await organization();
    const target = await join("viewer");
    for (let i = 0; i < 2; i++)
      await changeMember(owner.context, owner.scope, getUserId(target), { role: "admin" });
    expect(await readAudit(id)).toMatchObject([
      {
        action: "member.role_changed",
        actorId: getUserId(owner),
        subjectType: "member",
        subjectId: getUserId(target),
        subjectName: "Ada Lovelace",
        before: '{"role":"viewer"}',
        after: '{"role":"admin"}',
      },
    ]);
  });

  test("with If-Match is rejected if the member was changed in the meantime", async () => {
    const { owner, join } = await organization();
    const target = await join("viewer");
    const ifMatch = computeETag(
      JSON.stringify(serializeMember(await getMember(owner.scope, getUserId(target)))),
    );
    const context = { ...owner.context, ifMatch };
    await changeMember(context, owner.scope, getUserId(target), { role: "editor" });
    await expect(
      changeMember(context, owner.scope, getUserId(target), { role: "admin" }),
    ).rejects.toMatchObject({ kind: "precondition_failed", status: 412 });
    expect(await readRole(owner.scope, target)).toBe("editor");
  });

  test("of an unknown user or a non-member returns 404", async () => {
    const [{ owner }, nonMember] = [await organization(), await createActor()];
    for (const id of [randomUUID(), nonMember.actor.userId, ""]) {
      await expect(
        changeMember(owner.context, owner.scope, id, { role: "viewer" }),
      ).rejects.toMatchObject({ kind: "not_found" });
      await expect(removeMember(owner.context, owner.scope, id)).rejects.toMatchObject({
        kind: "not_found",
      });
    }
  });

  test("by an admin who was demoted or removed meanwhile is rejected", async () => {
    const { owner, join } = await organization();
    const [admin, target] = [await join("admin"), await join("viewer")];
    await changeMember(owner.context, owner.scope, getUserId(admin), { role: "viewer" });
    await expect(
      changeMember(admin.context, admin.scope, getUserId(target), { role: "admin" }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    await removeMember(owner.context, owner.scope, getUserId(admin));
    for (const act of [
      () => removeMember(admin.context, admin.scope, getUserId(target)),
      () => createInvitation(admin.context, admin.scope, { role: "admin" }),
    ]) {
      await expect(act()).rejects.toMatchObject({
        kind: "forbidden",
        detail: "You are not a member of this organization. Ask an owner or admin to invite you.",
      });
    }
  });
});

describe("an invitation link created by a member", () => {
  const createLink = async ({ context, scope }: Tenant, role: Role) =>
    getToken((await createInvitation(context, scope, { role })).link);
  const areValid = (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await findInvitationByToken(token, NOW)) !== null));

  test("is revoked when the member leaves or is removed; emailed invitations stay valid", async () => {
    const { owner, join, id } = await organization();
    for (const remove of [
      (member: Tenant) => removeMember(owner.context, owner.scope, getUserId(member)),
      (member: Tenant) => removeMember(member.context, member.scope, getUserId(member)),
      ({ context }: Tenant) =>
        transaction((tx) =>
          leaveAllOrganizations(tx, context, {
            id: context.actor.userId,
            name: "Ada Lovelace",
            email: "x@example.com",
          }),
        ),
    ]) {
      const member = await join("admin");
      const [link, others] = [await createLink(member, "admin"), await createLink(owner, "admin")];
      const emailed = (
        await createInvitation(member.context, member.scope, {
          email: `${randomUUID()}@example.com`,
          role: "viewer",
        })
      ).invitation.id;
      await remove(member);
      await expect(acceptInvitation(member.context, link)).rejects.toMatchObject({
        kind: "invalid",
      });
      expect(await areValid(link, others)).toEqual([false, true]);
      expect(
        (await listInvitations(owner.scope, undefined, NOW)).invitations.map((one) => one.id),
      ).toContain(emailed);
    }
    expect(
      (await readActions(id)).filter((action) => action === "invitation.revoked"),
    ).toHaveLength(3);
  });

  test("is revoked when the member can no longer assign its role", async () => {
    const { owner, join } = await organization();
    const other = await join("owner");
    const [ownerLink, admin, viewer] = [
      await createLink(other, "owner"),
      await createLink(other, "admin"),
      await createLink(other, "viewer"),
    ];
    await changeMember(owner.context, owner.scope, getUserId(other), { role: "admin" });
    expect(await areValid(ownerLink, admin, viewer)).toEqual([false, true, true]);
    await changeMember(owner.context, owner.scope, getUserId(other), { role: "editor" });
    expect(await areValid(ownerLink, admin, viewer)).toEqual([false, false, false]);
  });
});

describe("an organization always has an owner:", () => {
  test("the last owner can neither be demoted nor leave", async () => {
    const { owner, join, id } = await organization();
    await join("admin");
    await expect(
      changeMember(owner.context, owner.scope, getUserId(owner), { role: "admin" }),
    ).rejects.toMatchObject(lastOwner);
    await expect(removeMember(owner.context, owner.scope, getUserId(owner))).rejects.toMatchObject(
      lastOwner,
    );
    expect([await owners(id), await readActions(id)]).toEqual([1, []]);
  });

  test("an owner whose account is disabled doesn't count as another owner, and can't become one", async () => {
    const { owner, join, id } = await organization();
    const [otherOwner, editor] = [await join("owner"), await join("editor")];
    const disabled = { in: [getUserId(otherOwner), getUserId(editor)] };
    await transaction((tx) =>
      tx.user.updateMany({ where: { id: disabled }, data: { disabledAt: NOW } }),
    );
    const { context, scope } = owner;
    await expect(removeMember(context, scope, getUserId(owner))).rejects.toMatchObject(lastOwner);
    await expect(
      transaction((tx) =>
        leaveAllOrganizations(tx, context, { id: getUserId(owner), name: "", email: "" }),
      ),
    ).rejects.toMatchObject({ kind: "conflict" });
    for (const user of [otherOwner, editor])
      await expect(
        transferOrganization(context, scope, { user_id: getUserId(user) }),
      ).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "user_id" }] } });
    expect(await readActions(id)).toEqual([]);
  });

  test("one of two owners who demote each other concurrently succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, join, id } = await organization();
      const other = await join("owner");
      const results = await Promise.allSettled([
        changeMember(owner.context, owner.scope, getUserId(other), { role: "viewer" }),
        changeMember(other.context, other.scope, getUserId(owner), { role: "viewer" }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({
        kind: "forbidden",
      });
      expect(await owners(id)).toBe(1);
    }
  });

  test("if all owners leave concurrently, one stays", async () => {
    for (let round = 0; round < 3; round++) {
      const { owner, join, id } = await organization();
      const all = [owner, await join("owner"), await join("owner")];
      const results = await Promise.allSettled(
        all.map((one) => removeMember(one.context, one.scope, getUserId(one))),
      );
      expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
        { reason: lastOwner },
      ]);
      expect(await owners(id)).toBe(1);
    }
  });

  test("transferring to a member who leaves concurrently keeps one owner", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, join, id } = await organization();
      const newOwner = await join("editor");
      await Promise.allSettled([
        transferOrganization(owner.context, owner.scope, { user_id: getUserId(newOwner) }),
        removeMember(newOwner.context, newOwner.scope, getUserId(newOwner)),
      ]);
      expect(await owners(id)).toBe(1);
    }
  });
});

describe("removing a member", () => {
  test.each(roles)(
    "by the role %s succeeds only with permission, and every member can leave",
    async (role) => {
      const { join } = await organization();
      const actor = await join(role);
      for (const affected of roles) {
        const target = await join(affected);
        const outcome = await removeMember(actor.context, actor.scope, getUserId(target)).then(
          () => "removed",
          (error: { kind: string }) => error.kind,
        );
        const allowed = isAllowed(role, "removeMember", affected);
        expect({ affected, outcome }).toEqual({
          affected,
          outcome: allowed ? "removed" : "forbidden",
        });
        expect(await readRole(actor.scope, target)).toBe(allowed ? null : affected);
      }
      await removeMember(actor.context, actor.scope, getUserId(actor));
      await expect(
        getOrganizationScope(actor.context.actor, actor.scope.id, "viewer"),
      ).rejects.toMatchObject({ kind: "forbidden" });
    },
  );

  test("revokes invitations to the member's email address and no others", async () => {
    const { owner, join, id } = await organization();
    const { email } = await reader().user.findUniqueOrThrow({
      where: { id: (await createActor()).actor.userId },
    });
    await createInvitation(owner.context, owner.scope, { email, role: "admin" });
    const { context, scope } = await join("admin");
    await transaction((tx) =>
      tx.invitation.updateMany({
        where: { organizationId: id },
        data: { email: `${context.actor.userId}@example.com` },
      }),
    );
    await transaction((tx) =>
      tx.user.update({
        where: { id: context.actor.userId },
        data: { email: `${context.actor.userId}@example.com` },
      }),
    );
    const { invitation: sent } = await createInvitation(context, scope, {
      email: `${randomUUID()}@example.com`,
      role: "viewer",
    });
    await removeMember(owner.context, owner.scope, context.actor.userId);
    expect(
      (await listInvitations(owner.scope, undefined, NOW)).invitations.map(
        (invitation) => invitation.id,
      ),
    ).toEqual([sent.id]);
    expect(await readActions(id)).toEqual([
      "invitation.created",
      "invitation.created",
      "invitation.revoked",
      "member.removed",
    ]);
  });

  test("is a different audit action than leaving", async () => {
    const { owner, join, id } = await organization();
    const [one, two] = [await join("viewer"), await join("viewer")];
    await removeMember(owner.context, owner.scope, getUserId(one));
    await removeMember(two.context, two.scope, getUserId(two));
    expect(await readAudit(id)).toMatchObject([
      {
        action: "member.removed",
        actorId: getUserId(owner),
        subjectId: getUserId(one),
        after: null,
      },
      { action: "member.left", actorId: getUserId(two), subjectId: getUserId(two), after: null },
    ]);
  });
});

describe("transferring ownership", () => {
  test("makes the member an owner and the previous owner an admin, and requires the owner role", async () => {
    const { owner, join, id } = await organization();
    const [newOwner, admin, third] = [
      await join("viewer"),
      await join("admin"),
      await join("owner"),
    ];
    await expect(
      transferOrganization(admin.context, admin.scope, { user_id: getUserId(admin) }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    expect(
      await transferOrganization(owner.context, owner.scope, { user_id: getUserId(newOwner) }),
    ).toMatchObject({ id, role: "admin" });
    expect([
      await readRole(owner.scope, owner),
      await readRole(owner.scope, newOwner),
      await readRole(owner.scope, third),
    ]).toEqual(["admin", "owner", "owner"]);
    await expect(
      transferOrganization(owner.context, owner.scope, { user_id: getUserId(admin) }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    expect(await readActions(id)).toEqual([
      "member.role_changed",
      "member.role_changed",
      "organization.transferred",
    ]);
  });

  test("to oneself or to a non-member returns 400 for user_id and changes nothing", async () => {
    const [{ owner, id }, nonMember] = [await organization(), await createActor()];
    for (const user_id of [getUserId(owner), nonMember.actor.userId, "unknown"]) {
      await expect(
        transferOrganization(owner.context, owner.scope, { user_id }),
      ).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "user_id" }] } });
    }
    expect([await owners(id), await readActions(id)]).toEqual([1, []]);
  });

  test("and deleting the organization are forbidden for API tokens, even with the owner role", async () => {
    const { owner, join, id } = await organization();
    const newOwner = await join("viewer");
    await transaction((tx) =>
      tx.apiToken.create({
        data: {
          id: `token-${id}`,
          organizationId: id,
          name: "CI",
          role: "owner",
          tokenHash: id,
          hint: "",
          createdAt: NOW,
        },
      }),
    );
    const context: Context = {
      actor: {
        kind: "token",
        tokenId: `token-${id}`,
        name: "CI",
        organizationId: id,
        role: "owner",
        grants: [],
        createdBy: null,
      },
      now: NOW,
    };
    const refused = {
      kind: "forbidden",
      detail: "API tokens can't do this. Sign in instead.",
    };
    await expect(
      transferOrganization(context, owner.scope, { user_id: getUserId(newOwner) }),
    ).rejects.toMatchObject(refused);
    await expect(deleteOrganization(context, owner.scope)).rejects.toMatchObject(refused);
    expect(await owners(id)).toBe(1);
  });
});

test("listMembers: returns members, newest first, in pages", async () => {
  const { owner, id } = await organization();
  const ids = Array.from(
    { length: MEMBERS_PAGE_SIZE + 4 },
    (_, index) => `${randomUUID().slice(0, -4)}${String(index).padStart(4, "0")}`,
  );
  await transaction(async (tx) => {
    await tx.user.createMany({
      data: ids.map((userId) => ({
        id: userId,
        email: `${userId}@example.com`,
        name: "N",
        passwordHash: "-",
        createdAt: NOW,
        updatedAt: NOW,
      })),
    });
    await tx.membership.createMany({
      data: ids.map((userId, index) => ({
        organizationId: id,
        userId,
        role: "viewer",
        createdAt: later(1 + Math.floor(index / 10)),
      })),
    });
  });
  const first = await listMembers(owner.scope, undefined);
  expect(first.members).toHaveLength(MEMBERS_PAGE_SIZE);
  const last = first.members.at(-1)!;
  const second = await listMembers(owner.scope, { at: last.joinedAt, id: last.id });
  const all = [...first.members, ...second.members];
  expect([all.length, new Set(all.map((member) => member.id)).size, second.next]).toEqual([
    ids.length + 1,
    ids.length + 1,
    null,
  ]);
  expect(all.at(-1)).toEqual({
    id: getUserId(owner),
    name: "Ada Lovelace",
    email: expect.any(String),
    role: "owner",
    joinedAt: NOW,
    lastActiveAt: null,
  });
  expect(all.map(({ joinedAt }) => joinedAt.getTime())).toEqual(
    all.map(({ joinedAt }) => joinedAt.getTime()).toSorted((a, b) => b - a),
  );
});

test("members keep their time of last activity after their sessions end", async () => {
  const { owner } = await organization();
  const userId = getUserId(owner);
  const client = { ipAddress: "203.0.113.9", userAgent: "", isLocal: false };
  const readLastActivity = async () => (await listMembers(owner.scope, undefined)).members[0];
  await transaction((tx) => createSession(tx, userId, client, later(1)));
  await transaction((tx) => createSession(tx, userId, client, NOW));
  await transaction((tx) => tx.session.deleteMany({ where: { userId } }));
  expect(await readLastActivity()).toMatchObject({ id: userId, lastActiveAt: later(1) });
});

describe("an invitation link", () => {
  test("is returned once and can be used once, by anyone", async () => {
    const { owner, id } = await organization();
    const { invitation, link } = await createInvitation(owner.context, owner.scope, {
      role: "editor",
    });
    expect(invitation).toMatchObject({ email: null, role: "editor" });
    expect(
      JSON.stringify(await reader().invitation.findMany({ where: { organizationId: id } })),
    ).not.toContain(getToken(link));
    const users = await Promise.all(Array.from({ length: 4 }, () => createActor()));
    const results = await Promise.allSettled(
      users.map((user) => acceptInvitation(user, getToken(link))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "token" }] },
    });
    expect(await reader().membership.count({ where: { organizationId: id } })).toBe(2);
    const winner = users[results.findIndex(({ status }) => status === "fulfilled")]!;
    expect(await readAudit(id)).toMatchObject([
      { action: "invitation.created", actorId: getUserId(owner) },
      { action: "invitation.accepted", actorId: winner.actor.userId, subjectId: invitation.id },
    ]);
  });

  test("is not used up by a member, and several can be pending", async () => {
    const { owner, join } = await organization();
    const links = [
      await createInvitation(owner.context, owner.scope, { role: "viewer" }),
      await createInvitation(owner.context, owner.scope, { email: null, role: "viewer" }),
    ];
    const member = await join("viewer");
    for (const { link } of links) {
      await expect(acceptInvitation(member.context, getToken(link))).rejects.toMatchObject({
        kind: "conflict",
      });
      await expect(acceptInvitation(await createActor(), getToken(link))).resolves.toMatchObject({
        role: "viewer",
      });
    }
  });
});

describe("an organization", () => {
  test("has a name and a time zone that can be changed separately, and accepts an empty change", async () => {
    const { owner, id } = await organization();
    const context = { ...owner.context, now: later(5) };
    expect(await changeOrganization(context, owner.scope, { name: "Acme" })).toMatchObject({
      id,
      name: "Acme",
      timeZone: "Etc/UTC",
      role: "owner",
      updatedAt: later(5),
    });
    expect(
      await changeOrganization(context, owner.scope, { time_zone: "Europe/Berlin" }),
    ).toMatchObject({ name: "Acme", timeZone: "Europe/Berlin" });
    expect(await changeOrganization(context, owner.scope, {})).toMatchObject({
      name: "Acme",
      timeZone: "Europe/Berlin",
    });
    expect((await readAudit(id))[1]).toMatchObject({
      action: "organization.updated",
      before: '{"time_zone":"Etc/UTC"}',
      after: '{"time_zone":"Europe/Berlin"}',
    });
  });

  test("stores every setting, and clears each optional one", async () => {
    const { owner, id } = await organization();
    const settings = {
      about: "Engines.",
      website_url: "https://acme.example/",
      support_url: "http://help.acme.example/",
      accent_color: "#1a73e8",
      header_color: "#0b1f4b",
      font: "serif",
      corners: "square",
      header_links: [{ label: "Docs", url: "https://acme.example/docs" }],
      footer_links: [{ label: "Imprint", url: "https://acme.example/imprint" }],
      footer_text: "© Acme",
      powered_by: false,
      languages: ["de", "en"],
      indexed: false,
    } satisfies OrganizationChange;
    const kept = {
      about: "Engines.",
      websiteUrl: "https://acme.example/",
      supportUrl: "http://help.acme.example/",
      accentColor: "#1a73e8",
      headerColor: "#0b1f4b",
      font: "serif",
      corners: "square",
      headerLinks: settings.header_links,
      footerLinks: settings.footer_links,
      footerText: "© Acme",
      poweredBy: false,
      languages: ["de", "en"],
      indexed: false,
    };
    expect(await changeOrganization(owner.context, owner.scope, settings)).toEqual(
      expectedOrganizationRow(id, kept),
    );
    expect(await getOrganization(owner.scope)).toEqual(expectedOrganizationRow(id, kept));
    expect(JSON.parse((await readAudit(id))[0]!.after!)).toEqual(settings);
    const without = {
      about: "",
      website_url: null,
      support_url: null,
      accent_color: null,
      header_color: null,
      font: "inter",
      corners: "rounded",
      header_links: [],
      footer_links: [],
      footer_text: "",
      powered_by: true,
    } satisfies OrganizationChange;
    expect(await changeOrganization(owner.context, owner.scope, without)).toEqual(
      expectedOrganizationRow(id, { languages: ["de", "en"], indexed: false }),
    );
    expect(JSON.parse((await readAudit(id))[1]!.after!)).toEqual(without);
  });

  test("that is unclaimed can be neither updated nor deleted, and attempts do not claim it", async () => {
    const context = await createActor();
    const scope = await getOrganizationScope(context.actor, `free-${randomUUID()}`, "owner");
    for (const act of [
      () => changeOrganization(context, scope, { name: "Mine" }),
      () => deleteOrganization(context, scope),
      () => transferOrganization(context, scope, { user_id: "x" }),
      () => removeMember(context, scope, context.actor.userId),
    ]) {
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
    }
    expect(await reader().organization.count({ where: { id: scope.id } })).toBe(0);
  });

  test("is deleted with its data, frees its ID, and hides its audit log from the next organization", async () => {
    const [ada, bob, id] = [await createActor(), await createActor(), `gone-${randomUUID()}`];
    await createOrganization(ada, { id });
    const scope = await getOrganizationScope(ada.actor, id, "owner");
    await createComponent(ada, scope, { name: "API", description: "" });
    const claims = async () =>
      (await reader().user.findUniqueOrThrow({ where: { id: ada.actor.userId } }))
        .claimedOrganizations;
    expect(await claims()).toBe(1);
    await (
      await deleteOrganization(ada, scope)
    ).finished;
    expect([
      await claims(),
      await reader().component.count({ where: { organizationId: id } }),
      await reader().membership.count({ where: { organizationId: id } }),
    ]).toEqual([0, 0, 0]);
    expect(await readActions(id)).toEqual([
      "organization.created",
      "component.created",
      "organization.deleted",
    ]);
    await expect(deleteOrganization(ada, scope)).rejects.toMatchObject({ kind: "not_found" });

    const context = { ...bob, now: later(1) };
    await createOrganization(context, { id });
    const since = new Date((await getOrganizationScope(bob.actor, id, "owner")).createdAtMs);
    expect(
      await reader().auditEntry.findMany({ where: { organizationId: id, at: { gte: since } } }),
    ).toMatchObject([{ action: "organization.created", actorId: bob.actor.userId }]);
    for (const act of [
      () => changeOrganization(ada, scope, { name: "Mine again" }),
      () => deleteOrganization(ada, scope),
      () => createComponent(ada, scope, { name: "Planted", description: "" }),
    ]) {
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  test("is deleted in batches if its components have long histories", async () => {
    const ada = await createActor();
    const id = `history-${randomUUID()}`;
    await createOrganization(ada, { id });
    const scope = await getOrganizationScope(ada.actor, id, "owner");
    const component = await createComponent(ada, scope, { name: "API", description: "" });
    const rows = Array.from({ length: 5_001 }, (_, n) => ({
      ...{ id: randomUUID(), componentId: component.id, status: "operational" },
      at: new Date(NOW.getTime() + n),
    }));
    await transaction((tx) => tx.componentStatusChange.createMany({ data: rows }));
    await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: id } }));
    const statements = collectStatements();
    await deleteOrganizationData(id);
    const batches = statements().filter((sql) =>
      /^\s*DELETE FROM component_status_changes/.test(sql),
    );
    expect(batches).toHaveLength(2);
    const where = { componentId: component.id };
    expect(await reader().componentStatusChange.count({ where })).toBe(0);
    expect(await reader().organization.count({ where: { id } })).toBe(0);
  });

  test("is deleted without affecting others, and an interrupted deletion is resumed", async () => {
    const [ada, kept] = [await createActor(), `kept-${randomUUID()}`];
    const ids = [`much-${randomUUID()}`, `half-${randomUUID()}`, kept];
    for (const id of ids) {
      await createOrganization(ada, { id });
      const rows = Array.from({ length: 450 }, () => ({
        id: randomUUID(),
        organizationId: id,
        title: "Slow responses",
        status: "resolved",
        impact: "minor",
        startedAt: NOW,
        createdAt: NOW,
        updatedAt: NOW,
      }));
      await transaction((tx) => tx.incident.createMany({ data: rows }));
      await deleteOrganizationData(id);
    }
    const left = async () =>
      Promise.all(ids.map((id) => reader().incident.count({ where: { organizationId: id } })));
    expect(await left()).toEqual([450, 450, 450]);
    const scope = await getOrganizationScope(ada.actor, ids[0]!, "owner");
    await (
      await deleteOrganization(ada, scope)
    ).finished;
    expect(await left()).toEqual([0, 450, 450]);

    // `resumeDeletions` deletes only organizations whose deletion is in the audit log.
    await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: ids[1]! } }));
    expect(await findPublicScope(ids[1]!)).toBeNull();
    await resumeDeletions();
    expect(await left()).toEqual([0, 450, 450]);
    await transaction((tx) =>
      createAuditEntries(tx, ada, ids[1]!, {
        action: "organization.deleted",
        subject: { type: "organization", id: ids[1]!, name: "Half" },
      }),
    );
    await resumeDeletions();
    expect(await left()).toEqual([0, 0, 450]);
    expect(
      await reader().organization.findMany({ where: { id: { in: ids } }, select: { id: true } }),
    ).toEqual([{ id: kept }]);
  });
});
