import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import { createActor, later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { listAuditEntries } from "@/lib/audit/queries";
import { login } from "@/lib/auth/accounts";
import { createSession, findSession } from "@/lib/auth/sessions";
import { reader, transaction } from "@/lib/db/database";
import { hashToken } from "@/lib/encryption";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { getInstallationScope } from "@/lib/installation";
import { claimDue } from "@/lib/notifications/claim";
import { fanOut, findNextBatch } from "@/lib/notifications/fan-out";
import { cancelSuspendedDeliveries } from "@/lib/notifications/outbox";
import { getOrganizationScope, findPublicScope } from "@/lib/organizations/scope";
import { readRenderBasis } from "@/lib/publishing/snapshot";
import { importSubscribers } from "@/lib/subscribers/imports";
import { createToken } from "@/lib/tokens/commands";
import { findToken } from "@/lib/tokens/queries";
import {
  createUser,
  endUserSessions,
  setAdministrator,
  setOrganizationSuspended,
  setUserDisabled,
} from "./commands";
import { getOrganizationSummary, getUserSummary, listAllOrganizations, listUsers } from "./queries";

const PASSWORD = "correct horse battery";
const CLIENT = { ipAddress: "203.0.113.7", userAgent: "test" };
const INSTALLATION = getInstallationScope(true);

const listAdministrators = async () =>
  (await reader().user.findMany({ where: { isAdministrator: true } })).map(({ email }) => email);
const newEmail = () => `${newId()}@example.com`;

async function createAdministrator(): Promise<Context<UserActor>> {
  const context = await createActor();
  const { userId } = context.actor;
  await transaction((tx) =>
    tx.user.update({ where: { id: userId }, data: { isAdministrator: true } }),
  );
  return { ...context, client: CLIENT };
}

const readLog = async (subjectId: string) =>
  (await listAuditEntries(INSTALLATION, { subject_id: subjectId })).entries.map((entry) => ({
    action: entry.action,
    by: entry.actorId ?? entry.actorName,
    from: entry.ipAddress,
  }));

test("one of several concurrent first users becomes the administrator", async () => {
  const emails = Array.from({ length: 5 }, (_, index) => `user${index}@example.com`);
  await Promise.all(
    emails.map((email) => createUser({ email, name: "Ada", password: PASSWORD }, NOW)),
  );
  const [first, ...others] = await listAdministrators();
  expect(others).toEqual([]);
  const second = emails.find((email) => email !== first)!;
  await setAdministrator(second, true, NOW);
  await setAdministrator(first!, false, NOW);
  expect(await listAdministrators()).toEqual([second]);
  const { id } = await reader().user.findUniqueOrThrow({ where: { email: second } });
  expect(await readLog(id)).toEqual([
    { action: "user.administrator_added", by: "Command line", from: "" },
    { action: "user.created", by: "Command line", from: "" },
  ]);
});

test("createUser rejects a known email, and setAdministrator rejects an unknown one", async () => {
  const input = { email: "grace@example.com", name: "Grace", password: PASSWORD };
  await createUser(input, NOW);
  await expect(createUser(input, NOW)).rejects.toThrow("grace@example.com already has an account");
  await expect(setAdministrator("unknown@example.com", true, NOW)).rejects.toThrow(
    "does not exist",
  );
});

describe("a disabled user", () => {
  test("permanently loses their sessions, and loses their API tokens until they are enabled again", async () => {
    const administrator = await createAdministrator();
    const { context, scope } = await createMembership();
    const { userId } = context.actor;
    const { token } = await createToken(context, scope, {
      name: "CI",
      role: "editor",
      expires_at: null,
    });
    const session = await transaction((tx) => createSession(tx, userId, CLIENT, NOW));
    expect(await findSession(hashToken(session), NOW)).not.toBeNull();
    expect(await findToken(token, NOW)).not.toBeNull();

    await setUserDisabled(administrator, INSTALLATION, userId, true);
    expect(await findSession(hashToken(session), NOW)).toBeNull();
    expect(await findToken(token, NOW)).toBeNull();
    expect(await getUserSummary(INSTALLATION, userId, NOW)).toMatchObject({
      disabledAt: NOW,
      sessions: 0,
      organizations: 1,
    });

    await setUserDisabled(administrator, INSTALLATION, userId, false);
    expect(await findSession(hashToken(session), NOW)).toBeNull();
    expect(await findToken(token, NOW)).not.toBeNull();
    const by = { by: administrator.actor.userId, from: "203.0.113.7" };
    expect(await readLog(userId)).toEqual([
      { action: "user.enabled", ...by },
      { action: "user.disabled", ...by },
    ]);
  });

  test("gets the reason at sign-in only with the correct password", async () => {
    const administrator = await createAdministrator();
    const email = newEmail();
    const { id } = await createUser({ email, name: "Grace", password: PASSWORD }, NOW);
    await setUserDisabled(administrator, INSTALLATION, id, true);
    await expect(login({ email, password: PASSWORD }, CLIENT, NOW)).rejects.toMatchObject({
      status: 403,
      detail: "Your account is disabled. Contact the administrator of this installation.",
    });
    await expect(login({ email, password: "wrong password" }, CLIENT, NOW)).rejects.toMatchObject({
      status: 401,
    });
    await setUserDisabled(administrator, INSTALLATION, id, false);
    expect(await login({ email, password: PASSWORD }, CLIENT, NOW)).toMatchObject({
      user: { id },
    });
  });

  test("is never the requesting administrator, and two administrators can't disable each other", async () => {
    const [ada, bob] = [await createAdministrator(), await createAdministrator()];
    await expect(setUserDisabled(ada, INSTALLATION, ada.actor.userId, true)).rejects.toMatchObject({
      status: 409,
    });
    const results = await Promise.allSettled([
      setUserDisabled(ada, INSTALLATION, bob.actor.userId, true),
      setUserDisabled(bob, INSTALLATION, ada.actor.userId, true),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { status: 403 },
    });
  });
});

test("ending a user's sessions is logged with the number of sessions", async () => {
  const administrator = await createAdministrator();
  const { userId } = (await createActor()).actor;
  for (let count = 0; count < 2; count++)
    await transaction((tx) => createSession(tx, userId, CLIENT, NOW));
  await endUserSessions(administrator, INSTALLATION, userId);
  expect(await reader().session.count({ where: { userId } })).toBe(0);
  const { entries } = await listAuditEntries(INSTALLATION, { subject_id: userId });
  expect(entries).toMatchObject([
    { action: "user.sessions_ended", before: JSON.stringify({ sessions: 2 }) },
  ]);
  await expect(endUserSessions(administrator, INSTALLATION, newId())).rejects.toMatchObject({
    status: 404,
  });
});

test("a former administrator can't act, even with a request that was authorized before", async () => {
  const administrator = await createAdministrator();
  const { actor } = administrator;
  const { scope } = await createMembership();
  await transaction((tx) =>
    tx.user.update({ where: { id: actor.userId }, data: { isAdministrator: false } }),
  );
  const { userId } = (await createActor()).actor;
  for (const act of [
    () => setUserDisabled(administrator, INSTALLATION, userId, true),
    () => endUserSessions(administrator, INSTALLATION, userId),
    () => setOrganizationSuspended(administrator, INSTALLATION, scope.id, true),
  ])
    await expect(act()).rejects.toMatchObject({ status: 403 });
  expect(await getUserSummary(INSTALLATION, userId, NOW)).toMatchObject({ disabledAt: null });
});

describe("a suspended organization", () => {
  async function suspend() {
    const administrator = await createAdministrator();
    const { context, scope } = await createMembership();
    await importSubscribers(context, scope, `address,confirmed\n${newEmail()},yes\n`);
    const report = () =>
      createIncident(context, scope, newIncident.parse({ title: "API is down", impact: "major" }));
    const setSuspended = (isSuspended: boolean) =>
      setOrganizationSuspended(administrator, INSTALLATION, scope.id, isSuspended);
    const fanOutAll = async () => {
      for (
        let batch = await findNextBatch("", NOW);
        batch !== null;
        batch = await findNextBatch("", NOW)
      )
        await fanOut(batch, NOW);
    };
    const readStates = async () =>
      (await reader().delivery.findMany({ where: { organizationId: scope.id } })).map(
        ({ state }) => state,
      );
    const isClaimed = async () =>
      (await claimDue(later(1_000), { limit: 1_000 })).some(
        ({ organizationId }) => organizationId === scope.id,
      );
    return {
      administrator,
      context,
      scope,
      report,
      setSuspended,
      fanOutAll,
      readStates,
      isClaimed,
    };
  }

  test("has no public page until it is unsuspended; each change increases its public version", async () => {
    const { scope, setSuspended } = await suspend();
    const readVersion = async () =>
      (await reader().organization.findUniqueOrThrow({ where: { id: scope.id } })).publicVersion;
    expect(await readRenderBasis(scope.id)).not.toBeNull();
    const before = await readVersion();
    await setSuspended(true);
    const suspended = await readVersion();
    expect(suspended).toBeGreaterThan(before);
    expect(await readRenderBasis(scope.id)).toBeNull();
    expect(await findPublicScope(scope.id)).toBeNull();
    await setSuspended(false);
    expect(await readVersion()).toBeGreaterThan(suspended);
    expect(await readRenderBasis(scope.id)).not.toBeNull();
  });

  test("rejects writes, even those that were authorized before the suspension", async () => {
    const { context, scope, report, setSuspended } = await suspend();
    await setSuspended(true);
    await expect(report()).rejects.toMatchObject({
      status: 403,
      detail:
        "This organization is suspended and can't be changed. Contact the administrator of this installation.",
    });
    expect(await getOrganizationScope(context.actor, scope.id, "viewer")).toMatchObject({
      isSuspended: true,
    });
    await setSuspended(false);
    expect(await report()).toMatchObject({ title: "API is down" });
  });

  test("sends nothing: pending deliveries are canceled, and earlier events create no deliveries", async () => {
    const { report, setSuspended, fanOutAll, readStates, isClaimed } = await suspend();
    await report();
    await fanOutAll();
    expect(await readStates()).toEqual(["pending"]);
    await report();
    await setSuspended(true);
    expect(await readStates()).toEqual(["cancelled"]);
    await fanOutAll();
    expect(await readStates()).toEqual(["cancelled"]);
    await setSuspended(false);
    await fanOutAll();
    expect(await isClaimed()).toBe(false);
    await report();
    await fanOutAll();
    expect(await isClaimed()).toBe(true);
  });

  test("never sends deliveries that an interrupted fan-out left pending", async () => {
    const { scope, report, setSuspended, fanOutAll, readStates, isClaimed } = await suspend();
    await report();
    await fanOutAll();
    await setSuspended(true);
    await transaction((tx) =>
      tx.delivery.updateMany({
        where: { organizationId: scope.id },
        data: { state: "pending", finishedAt: null },
      }),
    );
    expect(await isClaimed()).toBe(false);
    await setSuspended(false);
    expect(await readStates()).toEqual(["cancelled"]);
  });

  test("has its remaining queued deliveries canceled in batches", async () => {
    const { context, scope, report, setSuspended, fanOutAll, readStates } = await suspend();
    await importSubscribers(context, scope, `address,confirmed\n${newEmail()},yes\n`);
    await report();
    await fanOutAll();
    await setSuspended(true);
    const where = { organizationId: scope.id };
    await transaction((tx) => tx.delivery.updateMany({ where, data: { state: "pending" } }));
    expect(await cancelSuspendedDeliveries(NOW, 1)).toBe(true);
    expect((await readStates()).toSorted()).toEqual(["cancelled", "pending"]);
    expect(await cancelSuspendedDeliveries(NOW, 1)).toBe(true);
    expect(await readStates()).toEqual(["cancelled", "cancelled"]);
    expect(await cancelSuspendedDeliveries(NOW, 1)).toBe(false);
  });

  test("has entries in the installation's audit log and its own, which does not name the administrator", async () => {
    const { administrator, scope, setSuspended } = await suspend();
    await setSuspended(true);
    await setSuspended(true);
    await setSuspended(false);
    const by = { by: administrator.actor.userId, from: "203.0.113.7" };
    expect(await readLog(scope.id)).toEqual([
      { action: "organization.unsuspended", ...by },
      { action: "organization.suspended", ...by },
    ]);
    const { entries } = await listAuditEntries(scope, { action: "organization" });
    expect(entries).toMatchObject([
      { action: "organization.unsuspended", actorKind: "system", ipAddress: "" },
      { action: "organization.suspended", actorKind: "system", ipAddress: "" },
    ]);
  });

  test("must exist; an unknown ID returns 404", async () => {
    const administrator = await createAdministrator();
    await expect(
      setOrganizationSuspended(administrator, INSTALLATION, createOrganizationId(), true),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe("the lists of users and organizations", () => {
  test("filter users by name, email, and state, and paginate the results", async () => {
    const administrator = await createAdministrator();
    const mark = newId();
    const ids: string[] = [];
    for (let index = 0; index < 52; index++) {
      const email = `user-${index}-${mark}@example.com`;
      const id = newId();
      ids.unshift(id);
      const times = { createdAt: NOW, updatedAt: NOW };
      await transaction((tx) =>
        tx.user.create({ data: { id, email, name: "Grace Hopper", passwordHash: "-", ...times } }),
      );
    }
    await setUserDisabled(administrator, INSTALLATION, ids[3]!, true);
    const list = async (filter: Parameters<typeof listUsers>[1]) => {
      const { users, next } = await listUsers(INSTALLATION, filter, NOW);
      return { ids: users.map(({ id }) => id), next };
    };
    const first = await list({ q: `GRACE ${mark}` });
    expect(first).toEqual({ ids: ids.slice(0, 50), next: ids[49] });
    expect(await list({ q: mark, before: first.next! })).toEqual({
      ids: ids.slice(50),
      next: null,
    });
    expect((await list({ q: mark, state: "disabled" })).ids).toEqual([ids[3]]);
    expect((await list({ q: mark, state: "enabled" })).ids).not.toContain(ids[3]);
    expect((await list({ state: "administrator" })).ids).toContain(administrator.actor.userId);
    expect((await list({ q: "%" })).ids).toEqual([]);
  });

  test("filter organizations by name, ID, and state, and show their size", async () => {
    const administrator = await createAdministrator();
    const { context, scope } = await createMembership();
    await importSubscribers(context, scope, `address,confirmed\n${newEmail()},yes\n`);
    await createIncident(
      context,
      scope,
      newIncident.parse({ title: "API is down", impact: "major" }),
    );
    const summary = {
      id: scope.id,
      name: scope.id,
      createdAt: NOW,
      suspendedAt: null,
      members: 1,
      components: 0,
      incidents: 1,
      subscribers: 1,
    };
    expect(await listAllOrganizations(INSTALLATION, { q: scope.id })).toEqual({
      organizations: [summary],
      next: null,
    });
    await setOrganizationSuspended(administrator, INSTALLATION, scope.id, true);
    expect(await getOrganizationSummary(INSTALLATION, scope.id)).toEqual({
      ...summary,
      suspendedAt: NOW,
    });
    const find = async (state: "active" | "suspended") =>
      (await listAllOrganizations(INSTALLATION, { q: scope.id, state })).organizations.length;
    expect([await find("active"), await find("suspended")]).toEqual([0, 1]);
    const { organizations } = await listAllOrganizations(INSTALLATION, { before: scope.id });
    expect(organizations.map(({ id }) => id)).not.toContain(scope.id);
  });
});
