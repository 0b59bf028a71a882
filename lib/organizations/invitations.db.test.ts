import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createMember,
  later,
  createMembership,
  NOW,
  expectedOrganizationRow,
  createActor,
} from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import { hashToken, decrypt } from "@/lib/encryption";
import { deleteExpiredInvitations } from "./housekeeping";
import {
  acceptInvitation,
  createInvitation,
  INVITATION_LIFETIME_MS,
  revokeInvitation,
} from "./invitations";
import {
  findInvitationByToken,
  INVITATIONS_PAGE_SIZE,
  listInvitations,
  listOrganizations,
} from "./queries";
import { type Role, roles, isRoleAtLeast } from "@/lib/roles";
import { getOrganizationScope } from "./scope";

const invalidToken = {
  kind: "invalid",
  status: 400,
  extra: {
    errors: [{ path: "token", message: expect.stringContaining("is not valid") as unknown }],
  },
};
const newEmail = () => `${randomUUID()}@example.com`;
const findJobs = (recipient: string) =>
  reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
const readToken = async (email: string) =>
  decrypt<{ token: string }>((await findJobs(email)).at(-1)!.data).token;
const readRoles = async (id: string) =>
  (await reader().membership.findMany({ where: { organizationId: id }, select: { role: true } }))
    .map(({ role }) => role)
    .toSorted();
const at = (context: Context<UserActor>, now: Date): Context<UserActor> => ({ ...context, now });

async function invitee(): Promise<{ context: Context<UserActor>; email: string }> {
  const context = await createActor();
  const { email } = await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } });
  return { context, email };
}

async function invited(role: Role = "editor") {
  const { context: owner, scope } = await createMembership();
  const { context, email } = await invitee();
  const { invitation } = await createInvitation(owner, scope, { email, role });
  return { owner, scope, context, email, invitation, token: await readToken(email) };
}

describe("creating an invitation", () => {
  test("stores a hashed token, valid for 7 days, and enqueues an encrypted email", async () => {
    const { owner, scope, email, invitation, token } = await invited("admin");
    const expected = {
      id: invitation.id,
      organizationId: scope.id,
      email,
      role: "admin",
      invitedBy: owner.actor.userId,
      viaToken: false,
      createdAt: NOW,
      expiresAt: later(INVITATION_LIFETIME_MS),
    };
    expect(invitation).toEqual(expected);
    const rows = await reader().invitation.findMany({ where: { organizationId: scope.id } });
    expect(rows).toEqual([{ ...expected, tokenHash: hashToken(token), acceptedAt: null }]);
    const [job, ...others] = await findJobs(email);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ template: "invitation", state: "pending", nextAttemptAt: NOW });
    expect(decrypt(job!.data)).toEqual({
      organization: { id: scope.id, name: scope.id },
      inviter: "Ada Lovelace",
      role: "admin",
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expected.expiresAt.toISOString(),
    });
    expect(JSON.stringify([invitation, rows, job])).not.toContain(token);
  });

  test("increments the organization's revision", async () => {
    const { scope, owner } = await invited();
    expect((await getOrganizationScope(owner.actor, scope.id, "viewer")).revision).toBe(
      scope.revision + 1,
    );
  });

  test.each(roles.flatMap((role) => roles.map((invitedRole) => [role, invitedRole] as const)))(
    "by the role %s for the role %s succeeds only with permission",
    async (role, invitedRole) => {
      const { context, scope } = await createMembership(role);
      const email = newEmail();
      const outcome = await createInvitation(context, scope, { email, role: invitedRole }).catch(
        (error: unknown) => error,
      );
      const isPermitted = isRoleAtLeast(role, invitedRole === "owner" ? "owner" : "admin");
      expect(outcome).toMatchObject(
        isPermitted
          ? { invitation: { email, role: invitedRole }, link: null }
          : { kind: "forbidden", status: 403 },
      );
      expect(await findJobs(email)).toHaveLength(isPermitted ? 1 : 0);
    },
  );

  test("for the same address replaces the earlier invitation and no others", async () => {
    const { owner, scope, email, token, context } = await invited("viewer");
    const { invitation: other } = await createInvitation(owner, scope, {
      email: newEmail(),
      role: "viewer",
    });
    const { invitation: again } = await createInvitation(at(owner, later(5)), scope, {
      email,
      role: "editor",
    });
    expect(
      (await listInvitations(scope, undefined, later(5))).invitations.map(({ id }) => id),
    ).toEqual([again.id, other.id]);
    await expect(acceptInvitation(at(context, later(6)), token)).rejects.toMatchObject(
      invalidToken,
    );
    await expect(
      acceptInvitation(at(context, later(6)), await readToken(email)),
    ).resolves.toMatchObject({ role: "editor" });
  });

  test("for the same address cannot replace an invitation for a role above the inviter's", async () => {
    const { scope, email, context, token } = await invited("owner");
    const admin = await createActor();
    await transaction((tx) =>
      tx.membership.create({
        data: {
          organizationId: scope.id,
          userId: admin.actor.userId,
          role: "admin",
          createdAt: NOW,
        },
      }),
    );
    const theirs = await getOrganizationScope(admin.actor, scope.id, "admin");
    await expect(createInvitation(admin, theirs, { email, role: "viewer" })).rejects.toMatchObject({
      kind: "forbidden",
    });
    const [{ id } = { id: "" }] = (await listInvitations(scope, undefined, NOW)).invitations;
    await expect(revokeInvitation(admin, theirs, id)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(acceptInvitation(context, token)).resolves.toMatchObject({ role: "owner" });
  });

  test("several times concurrently leaves one valid invitation", async () => {
    const { context: owner, scope } = await createMembership();
    const email = newEmail();
    await Promise.all(
      Array.from({ length: 5 }, () => createInvitation(owner, scope, { email, role: "viewer" })),
    );
    expect((await listInvitations(scope, undefined, NOW)).invitations).toHaveLength(1);
  });

  test("for a member is a conflict and sends no email", async () => {
    const { context, scope, email, token, owner } = await invited();
    await acceptInvitation(context, token);
    await expect(createInvitation(owner, scope, { email, role: "admin" })).rejects.toMatchObject({
      kind: "conflict",
      status: 409,
    });
    expect(await findJobs(email)).toHaveLength(1);
  });

  test("is rate-limited for an hour, but not for other users in other organizations", async () => {
    const before = limits.invitations;
    limits.invitations = 2;
    try {
      const [{ context, scope }, other] = [await createMembership(), await createMembership()];
      const invite = (now: Date) =>
        createInvitation(at(context, now), scope, { email: newEmail(), role: "viewer" });
      await invite(NOW);
      await invite(NOW);
      await expect(invite(later(59 * 60_000))).rejects.toMatchObject({
        kind: "too_many_requests",
        status: 429,
        extra: { headers: { "Retry-After": "60" } },
      });
      await expect(
        createInvitation(other.context, other.scope, { email: newEmail(), role: "viewer" }),
      ).resolves.toBeDefined();
      await expect(invite(later(60 * 60_000))).resolves.toBeDefined();
    } finally {
      limits.invitations = before;
    }
  });

  test("does not count toward the organization's limit if the user's limit is reached", async () => {
    const before = limits.invitations;
    limits.invitations = 1;
    try {
      const [{ scope }, { context, scope: own }] = [
        await createMembership(),
        await createMembership(),
      ];
      const { userId } = context.actor;
      await transaction((tx) =>
        tx.membership.create({
          data: { organizationId: scope.id, userId, role: "admin", createdAt: NOW },
        }),
      );
      await createInvitation(context, own, { role: "viewer" });
      const other = await createMember(scope.id, "admin");
      const invite = (by: Context) => createInvitation(by, scope, { role: "viewer" });
      await expect(invite(context)).rejects.toMatchObject({ status: 429 });
      await expect(invite(other.context)).resolves.toBeDefined();
    } finally {
      limits.invitations = before;
    }
  });
});

test("repeating the creation of an invitation with its Idempotency-Key doesn't count toward the limit", async () => {
  const before = limits.invitations;
  limits.invitations = 2;
  try {
    const { context, scope } = await createMembership();
    const idempotency = () => ({ keyHash: randomUUID(), requestHash: "r", replayed: false });
    const once = { ...context, idempotency: idempotency() };
    const first = await createInvitation(once, scope, { role: "viewer" });
    for (let retry = 0; retry < 3; retry++)
      expect(await createInvitation(once, scope, { role: "viewer" })).toEqual(first);
    const other = { ...context, idempotency: idempotency() };
    await expect(createInvitation(other, scope, { role: "viewer" })).resolves.toBeDefined();
  } finally {
    limits.invitations = before;
  }
});

describe("accepting an invitation", () => {
  test("by a link is not possible while the user who created it is disabled", async () => {
    const [{ context: owner, scope }, { context }] = [await createMembership(), await invitee()];
    const { link } = await createInvitation(owner, scope, { role: "admin" });
    const token = link!.split("token=")[1]!;
    const setDisabled = (disabledAt: Date | null) =>
      transaction((tx) =>
        tx.user.update({ where: { id: owner.actor.userId }, data: { disabledAt } }),
      );
    await setDisabled(NOW);
    expect(await findInvitationByToken(token, NOW)).toBeNull();
    await expect(acceptInvitation(context, token)).rejects.toMatchObject(invalidToken);
    await setDisabled(null);
    await expect(acceptInvitation(context, token)).resolves.toMatchObject({ role: "admin" });
  });

  test.each(roles)(
    "creates a membership with the role %s and returns the organization",
    async (role) => {
      const { scope, context, token } = await invited(role);
      const organization = expectedOrganizationRow(scope.id, { role });
      expect(await acceptInvitation(context, token)).toEqual(organization);
      expect(await listOrganizations(context.actor)).toEqual([organization]);
      expect(
        await reader().invitation.findMany({ where: { organizationId: scope.id } }),
      ).toMatchObject([{ acceptedAt: NOW }]);
      expect((await listInvitations(scope, undefined, NOW)).invitations).toEqual([]);
    },
  );

  test("works once, even with concurrent attempts", async () => {
    const { scope, context, token } = await invited();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => acceptInvitation(context, token)),
    );
    const refused = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    expect(refused).toEqual(Array(5).fill(expect.objectContaining(invalidToken)));
    expect(await readRoles(scope.id)).toEqual(["editor", "owner"]);
    await expect(acceptInvitation(context, token)).rejects.toMatchObject(invalidToken);
  });

  test("requires the invited address; another user's attempt does not use up the invitation", async () => {
    const { scope, context, token } = await invited();
    const invitee = await createActor();
    await expect(acceptInvitation(invitee, token)).rejects.toMatchObject({
      kind: "forbidden",
      status: 403,
    });
    expect(await readRoles(scope.id)).toEqual(["owner"]);
    await expect(acceptInvitation(context, token)).resolves.toMatchObject({ id: scope.id });
  });

  test("by a member is a conflict and leaves the member's role unchanged", async () => {
    const { scope, context, token } = await invited("admin");
    await transaction((tx) =>
      tx.membership.create({
        data: {
          organizationId: scope.id,
          userId: context.actor.userId,
          role: "viewer",
          createdAt: NOW,
        },
      }),
    );
    await expect(acceptInvitation(context, token)).rejects.toMatchObject({
      kind: "conflict",
      status: 409,
    });
    expect(await readRoles(scope.id)).toEqual(["owner", "viewer"]);
  });

  test("works for 7 days, to the millisecond", async () => {
    const [late, early] = [await invited(), await invited()];
    await expect(
      acceptInvitation(at(late.context, later(INVITATION_LIFETIME_MS)), late.token),
    ).rejects.toMatchObject(invalidToken);
    await expect(
      acceptInvitation(at(early.context, later(INVITATION_LIFETIME_MS - 1)), early.token),
    ).resolves.toBeDefined();
  });

  test("rejects anything but the emailed token", async () => {
    const { context, invitation } = await invited();
    const { tokenHash } = await reader().invitation.findUniqueOrThrow({
      where: { id: invitation.id },
    });
    for (const token of [invitation.id, tokenHash, "x"])
      await expect(acceptInvitation(context, token)).rejects.toMatchObject(invalidToken);
  });

  test("and revoking it concurrently succeeds for only one of the two", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, scope, context, token, invitation } = await invited();
      const results = await Promise.allSettled([
        acceptInvitation(context, token),
        revokeInvitation(owner, scope, invitation.id),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await readRoles(scope.id)).toHaveLength(results[0].status === "fulfilled" ? 2 : 1);
    }
  });
});

describe("revoking an invitation", () => {
  test("invalidates the token", async () => {
    const { owner, scope, context, token, invitation } = await invited();
    await revokeInvitation(owner, scope, invitation.id);
    expect((await listInvitations(scope, undefined, NOW)).invitations).toEqual([]);
    await expect(acceptInvitation(context, token)).rejects.toMatchObject(invalidToken);
    await expect(revokeInvitation(owner, scope, invitation.id)).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  test("returns 404 for an invitation that is accepted, expired, or of another organization", async () => {
    const [used, stale, foreign] = [await invited(), await invited(), await invited()];
    await acceptInvitation(used.context, used.token);
    await expect(
      revokeInvitation(used.owner, used.scope, used.invitation.id),
    ).rejects.toMatchObject({ kind: "not_found" });
    await expect(
      revokeInvitation(
        at(stale.owner, later(INVITATION_LIFETIME_MS)),
        stale.scope,
        stale.invitation.id,
      ),
    ).rejects.toMatchObject({ kind: "not_found" });
    await expect(
      revokeInvitation(used.owner, used.scope, foreign.invitation.id),
    ).rejects.toMatchObject({ kind: "not_found" });
    await expect(acceptInvitation(foreign.context, foreign.token)).resolves.toBeDefined();
  });

  test.each<Role>(["viewer", "editor"])("is forbidden for the role %s", async (role) => {
    const { context, scope } = await createMembership(role);
    await expect(revokeInvitation(context, scope, randomUUID())).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

test("listInvitations: returns pending invitations, newest first, in pages", async () => {
  const { context, scope } = await createMembership();
  const rows = Array.from({ length: INVITATIONS_PAGE_SIZE + 2 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    organizationId: scope.id,
    email: newEmail(),
    role: "viewer",
    tokenHash: randomUUID(),
    invitedBy: context.actor.userId,
    createdAt: NOW,
    expiresAt: later(index === 0 ? 0 : 1),
  }));
  await transaction((tx) => tx.invitation.createMany({ data: rows }));
  const first = await listInvitations(scope, undefined, NOW);
  expect(first.invitations.map(({ id }) => id)).toEqual(
    rows
      .slice(2)
      .map(({ id }) => id)
      .toReversed(),
  );
  const second = await listInvitations(scope, first.next!, NOW);
  expect(second).toMatchObject({ invitations: [{ id: rows[1]!.id }], next: null });
});

test("findInvitationByToken: returns the details while the invitation is pending", async () => {
  const { owner, scope, context, email, token } = await invited();
  expect(await findInvitationByToken(token, NOW)).toEqual({
    organization: { id: scope.id, name: scope.id },
    inviter: "Ada Lovelace",
    email,
    role: "editor",
  });
  expect(await findInvitationByToken(token, later(INVITATION_LIFETIME_MS))).toBeNull();
  await transaction((tx) => tx.user.delete({ where: { id: owner.actor.userId } }));
  expect(await findInvitationByToken(token, NOW)).toMatchObject({ inviter: null });
  await acceptInvitation(context, token);
  expect(await findInvitationByToken(token, NOW)).toBeNull();
});

test("deleteExpiredInvitations: deletes only expired invitations", async () => {
  const [expired, kept] = [await invited(), await invited()];
  await transaction((tx) =>
    tx.invitation.update({
      where: { id: kept.invitation.id },
      data: { expiresAt: later(INVITATION_LIFETIME_MS + 1) },
    }),
  );
  await deleteExpiredInvitations(later(INVITATION_LIFETIME_MS));
  const left = await reader().invitation.findMany({
    where: { id: { in: [expired.invitation.id, kept.invitation.id] } },
  });
  expect(left.map(({ id }) => id)).toEqual([kept.invitation.id]);
});
