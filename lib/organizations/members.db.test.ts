import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { colleague, later, membership, NOW, organizationRecord, somebody } from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { recordChange } from "@/lib/audit/commands";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db";
import { etagOf } from "@/lib/precondition";
import { type Role, roles } from "@/lib/roles";
import { changeOrganization, createOrganization, deleteOrganization } from "./commands";
import { finishDeletions, sweepOrganization } from "./housekeeping";
import { acceptInvitation, createInvitation } from "./invitations";
import { changeMember, leaveAll, removeMember, transferOrganization } from "./members";
import { findOffer, getMember, getOrganization, listInvitations, listMembers, MEMBERS_PAGE_SIZE } from "./queries";
import { may } from "./rules";
import { enterOrganization, type OrganizationScope, visitOrganization } from "./scope";
import { serializeMember } from "./serialize";

type Place = { context: Context<UserActor>; scope: OrganizationScope };
const idOf = ({ context }: Place) => context.actor.userId;
const roleOf = async (scope: OrganizationScope, { context }: Place) =>
  (await reader().membership.findMany({ where: { organizationId: scope.id, userId: context.actor.userId } })).map(({ role }) => role as Role)[0] ?? null;
const owners = (id: string) => reader().membership.count({ where: { organizationId: id, role: "owner" } });
const auditOf = (id: string) => reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } });
const actionsOf = async (id: string) => (await auditOf(id)).map(({ action }) => action);
const lastOwner = { kind: "conflict", status: 409, detail: expect.stringContaining("at least one owner") as unknown };
const tokenOf = (link: string | null) => new URL(link!).searchParams.get("token")!;

/** An owner who stays one, and an organization in which others come and go. */
async function place() {
  const owner = await membership();
  const join = (role: Role) => colleague(owner.scope.id, role);
  return { owner, id: owner.scope.id, join };
}

describe("changing a role", () => {
  test.each(roles)("goes by the rules, whomever it is about: %s", async (held) => {
    const { join, id } = await place();
    const actor = await join(held);
    for (const from of roles) {
      const target = await join(from);
      for (const to of roles) {
        const outcome = await changeMember(actor.context, actor.scope, idOf(target), { role: to }).catch((error: unknown) => error);
        const allowed = may(held, "changeMember", from, to);
        expect({ from, to, outcome }).toMatchObject({ from, to, outcome: allowed ? { id: idOf(target), role: to } : { kind: "forbidden", status: 403 } });
        expect(await roleOf(actor.scope, target)).toBe(allowed ? to : from);
        await transaction((tx) => tx.membership.updateMany({ where: { organizationId: id, userId: idOf(target) }, data: { role: from } }));
      }
    }
  });

  test("is in the audit log, as it was and as it is; the same role once more is not", async () => {
    const { owner, id, join } = await place();
    const target = await join("viewer");
    for (let i = 0; i < 2; i++) await changeMember(owner.context, owner.scope, idOf(target), { role: "admin" });
    expect(await auditOf(id)).toMatchObject([
      { action: "member.role_changed", actorId: idOf(owner), subjectType: "member", subjectId: idOf(target), subjectName: "Somebody", before: '{"role":"viewer"}', after: '{"role":"admin"}' },
    ]);
  });

  test("under If-Match is refused when the member is another by now", async () => {
    const { owner, join } = await place();
    const target = await join("viewer");
    const ifMatch = etagOf(JSON.stringify(serializeMember(await getMember(owner.scope, idOf(target)))));
    const context = { ...owner.context, ifMatch };
    await changeMember(context, owner.scope, idOf(target), { role: "editor" });
    await expect(changeMember(context, owner.scope, idOf(target), { role: "admin" })).rejects.toMatchObject({ kind: "precondition_failed", status: 412 });
    expect(await roleOf(owner.scope, target)).toBe("editor");
  });

  test("of nobody's, or a stranger's id is 404", async () => {
    const [{ owner }, stranger] = [await place(), await somebody()];
    for (const id of [randomUUID(), stranger.actor.userId, ""]) {
      await expect(changeMember(owner.context, owner.scope, id, { role: "viewer" })).rejects.toMatchObject({ kind: "not_found" });
      await expect(removeMember(owner.context, owner.scope, id)).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  test("by who was an admin when the gate was passed, and is none any more, is refused", async () => {
    const { owner, join } = await place();
    const [admin, target] = [await join("admin"), await join("viewer")];
    await changeMember(owner.context, owner.scope, idOf(admin), { role: "viewer" });
    await expect(changeMember(admin.context, admin.scope, idOf(target), { role: "admin" })).rejects.toMatchObject({ kind: "forbidden" });
    await removeMember(owner.context, owner.scope, idOf(admin));
    for (const act of [() => removeMember(admin.context, admin.scope, idOf(target)), () => createInvitation(admin.context, admin.scope, { role: "admin" })]) {
      await expect(act()).rejects.toMatchObject({ kind: "forbidden", detail: "You are not a member of this organization." });
    }
  });
});

describe("a link that a member made, and may have kept,", () => {
  const linkOf = async ({ context, scope }: Place, role: Role) => tokenOf((await createInvitation(context, scope, { role })).link);
  const holds = (...tokens: string[]) => Promise.all(tokens.map(async (token) => (await findOffer(token, NOW)) !== null));

  test("ends when the member goes, and what was mailed to others stands", async () => {
    const { owner, join, id } = await place();
    for (const goes of [
      (member: Place) => removeMember(owner.context, owner.scope, idOf(member)),
      (member: Place) => removeMember(member.context, member.scope, idOf(member)),
      ({ context }: Place) => transaction((tx) => leaveAll(tx, context, { id: context.actor.userId, name: "Somebody", email: "x@example.com" })),
    ]) {
      const member = await join("admin");
      const [link, others] = [await linkOf(member, "admin"), await linkOf(owner, "admin")];
      const mailed = (await createInvitation(member.context, member.scope, { email: `${randomUUID()}@example.com`, role: "viewer" })).invitation.id;
      await goes(member);
      await expect(acceptInvitation(member.context, link)).rejects.toMatchObject({ kind: "invalid" });
      expect(await holds(link, others)).toEqual([false, true]);
      expect((await listInvitations(owner.scope, undefined, NOW)).invitations.map((one) => one.id)).toContain(mailed);
    }
    expect((await actionsOf(id)).filter((action) => action === "invitation.revoked")).toHaveLength(3);
  });

  test("ends when its role is no longer the member's to give", async () => {
    const { owner, join } = await place();
    const other = await join("owner");
    const [king, admin, viewer] = [await linkOf(other, "owner"), await linkOf(other, "admin"), await linkOf(other, "viewer")];
    await changeMember(owner.context, owner.scope, idOf(other), { role: "admin" });
    expect(await holds(king, admin, viewer)).toEqual([false, true, true]);
    await changeMember(owner.context, owner.scope, idOf(other), { role: "editor" });
    expect(await holds(king, admin, viewer)).toEqual([false, false, false]);
  });
});

describe("there is always an owner", () => {
  test("the last one can neither step down nor leave", async () => {
    const { owner, join, id } = await place();
    await join("admin");
    await expect(changeMember(owner.context, owner.scope, idOf(owner), { role: "admin" })).rejects.toMatchObject(lastOwner);
    await expect(removeMember(owner.context, owner.scope, idOf(owner))).rejects.toMatchObject(lastOwner);
    expect([await owners(id), await actionsOf(id)]).toEqual([1, []]);
  });

  test("two owners who demote each other at once: one of them succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, join, id } = await place();
      const other = await join("owner");
      const results = await Promise.allSettled([
        changeMember(owner.context, owner.scope, idOf(other), { role: "viewer" }),
        changeMember(other.context, other.scope, idOf(owner), { role: "viewer" }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({ kind: "forbidden" });
      expect(await owners(id)).toBe(1);
    }
  });

  test("all owners leave at once: one stays", async () => {
    for (let round = 0; round < 3; round++) {
      const { owner, join, id } = await place();
      const all = [owner, await join("owner"), await join("owner")];
      const results = await Promise.allSettled(all.map((one) => removeMember(one.context, one.scope, idOf(one))));
      expect(results.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: lastOwner }]);
      expect(await owners(id)).toBe(1);
    }
  });

  test("transferring to somebody who leaves meanwhile: either way there is one", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, join, id } = await place();
      const heir = await join("editor");
      await Promise.allSettled([transferOrganization(owner.context, owner.scope, { user_id: idOf(heir) }), removeMember(heir.context, heir.scope, idOf(heir))]);
      expect(await owners(id)).toBe(1);
    }
  });
});

describe("removing", () => {
  test.each(roles)("goes by the rules, and leaving is open to all: %s", async (held) => {
    const { join } = await place();
    const actor = await join(held);
    for (const role of roles) {
      const target = await join(role);
      const outcome = await removeMember(actor.context, actor.scope, idOf(target)).then(() => "removed", (error: { kind: string }) => error.kind);
      const allowed = may(held, "removeMember", role);
      expect({ role, outcome }).toEqual({ role, outcome: allowed ? "removed" : "forbidden" });
      expect(await roleOf(actor.scope, target)).toBe(allowed ? null : role);
    }
    await removeMember(actor.context, actor.scope, idOf(actor));
    await expect(enterOrganization(actor.context.actor, actor.scope.id, "viewer")).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("ends invitations to the member's own address, and no others", async () => {
    const { owner, join, id } = await place();
    const { email } = await reader().user.findUniqueOrThrow({ where: { id: (await somebody()).actor.userId } });
    await createInvitation(owner.context, owner.scope, { email, role: "admin" });
    const { context, scope } = await join("admin");
    await transaction((tx) => tx.invitation.updateMany({ where: { organizationId: id }, data: { email: `${context.actor.userId}@example.com` } }));
    await transaction((tx) => tx.user.update({ where: { id: context.actor.userId }, data: { email: `${context.actor.userId}@example.com` } }));
    const { invitation: sent } = await createInvitation(context, scope, { email: `${randomUUID()}@example.com`, role: "viewer" });
    await removeMember(owner.context, owner.scope, context.actor.userId);
    expect((await listInvitations(owner.scope, undefined, NOW)).invitations.map((invitation) => invitation.id)).toEqual([sent.id]);
    expect(await actionsOf(id)).toEqual(["invitation.created", "invitation.created", "invitation.revoked", "member.removed"]);
  });

  test("is told from leaving in the audit log", async () => {
    const { owner, join, id } = await place();
    const [one, two] = [await join("viewer"), await join("viewer")];
    await removeMember(owner.context, owner.scope, idOf(one));
    await removeMember(two.context, two.scope, idOf(two));
    expect(await auditOf(id)).toMatchObject([
      { action: "member.removed", actorId: idOf(owner), subjectId: idOf(one), after: null },
      { action: "member.left", actorId: idOf(two), subjectId: idOf(two), after: null },
    ]);
  });
});

describe("transferring", () => {
  test("makes the other an owner and the actor an admin, and is for owners alone", async () => {
    const { owner, join, id } = await place();
    const [heir, admin, third] = [await join("viewer"), await join("admin"), await join("owner")];
    await expect(transferOrganization(admin.context, admin.scope, { user_id: idOf(admin) })).rejects.toMatchObject({ kind: "forbidden" });
    expect(await transferOrganization(owner.context, owner.scope, { user_id: idOf(heir) })).toMatchObject({ id, role: "admin" });
    expect([await roleOf(owner.scope, owner), await roleOf(owner.scope, heir), await roleOf(owner.scope, third)]).toEqual(["admin", "owner", "owner"]);
    await expect(transferOrganization(owner.context, owner.scope, { user_id: idOf(admin) })).rejects.toMatchObject({ kind: "forbidden" });
    expect(await actionsOf(id)).toEqual(["member.role_changed", "member.role_changed", "organization.transferred"]);
  });

  test("to oneself or to no member is 400 naming user_id, and changes nothing", async () => {
    const [{ owner, id }, stranger] = [await place(), await somebody()];
    for (const user_id of [idOf(owner), stranger.actor.userId, "nobody"]) {
      await expect(transferOrganization(owner.context, owner.scope, { user_id })).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "user_id" }] } });
    }
    expect([await owners(id), await actionsOf(id)]).toEqual([1, []]);
  });

  test("and deleting are not for tokens, whatever role one might have", async () => {
    const { owner, join, id } = await place();
    const heir = await join("viewer");
    await transaction((tx) => tx.apiToken.create({ data: { id: `token-${id}`, organizationId: id, name: "CI", role: "owner", tokenHash: id, hint: "", createdAt: NOW } }));
    const context: Context = { actor: { kind: "token", tokenId: `token-${id}`, name: "CI", organizationId: id, role: "owner" }, now: NOW };
    const refused = { kind: "forbidden", detail: "This takes somebody signed in: a token cannot do it." };
    await expect(transferOrganization(context, owner.scope, { user_id: idOf(heir) })).rejects.toMatchObject(refused);
    await expect(deleteOrganization(context, owner.scope)).rejects.toMatchObject(refused);
    expect(await owners(id)).toBe(1);
  });
});

test("the list has all members, who joined last first, in pages", async () => {
  const { owner, id } = await place();
  const ids = Array.from({ length: MEMBERS_PAGE_SIZE + 4 }, (_, index) => `${randomUUID().slice(0, -4)}${String(index).padStart(4, "0")}`);
  await transaction(async (tx) => {
    await tx.user.createMany({ data: ids.map((userId) => ({ id: userId, email: `${userId}@example.com`, name: "N", passwordHash: "-", createdAt: NOW, updatedAt: NOW })) });
    // Some joined in the same millisecond: the id decides among them.
    await tx.membership.createMany({ data: ids.map((userId, index) => ({ organizationId: id, userId, role: "viewer", createdAt: later(1 + Math.floor(index / 10)) })) });
  });
  const first = await listMembers(owner.scope, undefined);
  expect(first.members).toHaveLength(MEMBERS_PAGE_SIZE);
  const last = first.members.at(-1)!;
  const second = await listMembers(owner.scope, { at: last.joinedAt, id: last.id });
  const all = [...first.members, ...second.members];
  expect([all.length, new Set(all.map((member) => member.id)).size, second.next]).toEqual([ids.length + 1, ids.length + 1, null]);
  expect(all.at(-1)).toEqual({ id: idOf(owner), name: "Somebody", email: expect.any(String), role: "owner", joinedAt: NOW });
  expect(all.map(({ joinedAt }) => joinedAt.getTime())).toEqual(all.map(({ joinedAt }) => joinedAt.getTime()).toSorted((a, b) => b - a));
});

describe("a link", () => {
  test("is told once, and lets one of many in, whoever it is", async () => {
    const { owner, id } = await place();
    const { invitation, link } = await createInvitation(owner.context, owner.scope, { role: "editor" });
    expect(invitation).toMatchObject({ email: null, role: "editor" });
    expect(JSON.stringify(await reader().invitation.findMany({ where: { organizationId: id } }))).not.toContain(tokenOf(link));
    const strangers = await Promise.all(Array.from({ length: 4 }, () => somebody()));
    const results = await Promise.allSettled(strangers.map((stranger) => acceptInvitation(stranger, tokenOf(link))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({ kind: "invalid", extra: { errors: [{ path: "token" }] } });
    expect(await reader().membership.count({ where: { organizationId: id } })).toBe(2);
    const winner = strangers[results.findIndex(({ status }) => status === "fulfilled")]!;
    expect(await auditOf(id)).toMatchObject([
      { action: "invitation.created", actorId: idOf(owner) },
      { action: "invitation.accepted", actorId: winner.actor.userId, subjectId: invitation.id },
    ]);
  });

  test("is not used up by a member, and several stand beside each other", async () => {
    const { owner, join } = await place();
    const links = [await createInvitation(owner.context, owner.scope, { role: "viewer" }), await createInvitation(owner.context, owner.scope, { email: null, role: "viewer" })];
    const member = await join("viewer");
    for (const { link } of links) {
      await expect(acceptInvitation(member.context, tokenOf(link))).rejects.toMatchObject({ kind: "conflict" });
      await expect(acceptInvitation(await somebody(), tokenOf(link))).resolves.toMatchObject({ role: "viewer" });
    }
  });
});

describe("the organization", () => {
  test("takes a name and a time zone, each alone too, and an empty change", async () => {
    const { owner, id } = await place();
    const context = { ...owner.context, now: later(5) };
    expect(await changeOrganization(context, owner.scope, { name: "Acme" })).toMatchObject({ id, name: "Acme", timeZone: "Etc/UTC", role: "owner", updatedAt: later(5) });
    expect(await changeOrganization(context, owner.scope, { time_zone: "Europe/Berlin" })).toMatchObject({ name: "Acme", timeZone: "Europe/Berlin" });
    expect(await changeOrganization(context, owner.scope, {})).toMatchObject({ name: "Acme", timeZone: "Europe/Berlin" });
    expect((await auditOf(id))[1]).toMatchObject({ action: "organization.updated", before: '{"time_zone":"Etc/UTC"}', after: '{"time_zone":"Europe/Berlin"}' });
  });

  test("takes every setting, gives each back, and lets each of them be taken away again", async () => {
    const { owner, id } = await place();
    const settings = { about: "Engines.", website_url: "https://acme.example/", support_url: "http://help.acme.example/", accent_color: "#1a73e8", languages: ["de", "en"], indexed: false } as const;
    const kept = { about: "Engines.", websiteUrl: "https://acme.example/", supportUrl: "http://help.acme.example/", accentColor: "#1a73e8", languages: ["de", "en"], indexed: false };
    expect(await changeOrganization(owner.context, owner.scope, { ...settings, languages: [...settings.languages] })).toEqual(organizationRecord(id, kept));
    expect(await getOrganization(owner.scope)).toEqual(organizationRecord(id, kept));
    expect(JSON.parse((await auditOf(id))[0]!.after!)).toEqual(settings);
    const without = { about: "", website_url: null, support_url: null, accent_color: null };
    expect(await changeOrganization(owner.context, owner.scope, without)).toEqual(organizationRecord(id, { languages: ["de", "en"], indexed: false }));
    expect(JSON.parse((await auditOf(id))[1]!.after!)).toEqual(without);
  });

  test("that nobody holds can be neither changed nor deleted, and is not claimed by trying", async () => {
    const context = await somebody();
    const scope = await enterOrganization(context.actor, `free-${randomUUID()}`, "owner");
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

  test("is deleted with all that is below it, gives its claim back, and leaves its entries to nobody", async () => {
    const [ada, bob, id] = [await somebody(), await somebody(), `gone-${randomUUID()}`];
    await createOrganization(ada, { id });
    const scope = await enterOrganization(ada.actor, id, "owner");
    await createComponent(ada, scope, { name: "API", description: "" });
    const claims = async () => (await reader().user.findUniqueOrThrow({ where: { id: ada.actor.userId } })).claimedOrganizations;
    expect(await claims()).toBe(1);
    await deleteOrganization(ada, scope);
    expect([await claims(), await reader().component.count({ where: { organizationId: id } }), await reader().membership.count({ where: { organizationId: id } })]).toEqual([0, 0, 0]);
    expect(await actionsOf(id)).toEqual(["organization.created", "component.created", "organization.deleted"]);
    await expect(deleteOrganization(ada, scope)).rejects.toMatchObject({ kind: "not_found" });

    const context = { ...bob, now: later(1) };
    await createOrganization(context, { id });
    const since = new Date((await enterOrganization(bob.actor, id, "owner")).since);
    expect(await reader().auditEntry.findMany({ where: { organizationId: id, at: { gte: since } } })).toMatchObject([{ action: "organization.created", actorId: bob.actor.userId }]);
    // Ada passed the gate of the organization that was.
    for (const act of [() => changeOrganization(ada, scope, { name: "Mine again" }), () => deleteOrganization(ada, scope), () => createComponent(ada, scope, { name: "Planted", description: "" })]) {
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  test("is deleted piece by piece, however much lies below it, and no other with it", async () => {
    const [ada, kept] = [await somebody(), `kept-${randomUUID()}`];
    const ids = [`much-${randomUUID()}`, `half-${randomUUID()}`, kept];
    for (const id of ids) {
      await createOrganization(ada, { id });
      const rows = Array.from({ length: 450 }, () => ({ id: randomUUID(), organizationId: id, title: "Slow", status: "resolved", impact: "minor", startedAt: NOW, createdAt: NOW, updatedAt: NOW }));
      await transaction((tx) => tx.incident.createMany({ data: rows }));
      await sweepOrganization(id);
    }
    const left = async () => Promise.all(ids.map((id) => reader().incident.count({ where: { organizationId: id } })));
    expect(await left()).toEqual([450, 450, 450]);
    await deleteOrganization(ada, await enterOrganization(ada.actor, ids[0]!, "owner"));
    expect(await left()).toEqual([0, 450, 450]);

    // Of the second, nobody is left; but only once the log says that it was deleted does it go.
    await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: ids[1]! } }));
    await expect(visitOrganization(ids[1]!)).rejects.toMatchObject({ kind: "not_found" });
    await finishDeletions();
    expect(await left()).toEqual([0, 450, 450]);
    await transaction((tx) => recordChange(tx, ada, ids[1]!, { action: "organization.deleted", subject: { type: "organization", id: ids[1]!, name: "Half" } }));
    await finishDeletions();
    expect(await left()).toEqual([0, 0, 450]);
    expect(await reader().organization.findMany({ where: { id: { in: ids } }, select: { id: true } })).toEqual([{ id: kept }]);
  });
});
