import { describe, expect, test } from "vitest";
import { colleague, freeHandle, later, membership, NOW, somebody } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db";
import { limits } from "@/lib/limits";
import { deleteOrganization } from "@/lib/organizations/commands";
import { enterOrganization, type OrganizationScope } from "@/lib/organizations/scope";
import { readHosts } from "@/lib/publishing/queries";
import { deleteDomain, saveDomain, verifyDomain } from "./commands";
import { checkDomains } from "./housekeeping";
import type { Prove } from "./proof";
import { getDomain } from "./queries";
import { CHECK_INTERVAL_MS } from "./rules";

const freeHost = () => `${freeHandle()}.example`;
const there: Prove = async () => ({ state: "found", problem: null });
const gone: Prove = async () => ({ state: "absent", problem: "There is none." });
const silent: Prove = async () => ({ state: "unknown", problem: "Nobody can tell." });
const DAY_MS = CHECK_INTERVAL_MS;

const auditOf = async ({ id }: OrganizationScope) =>
  (await reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } })).map(({ action, actorKind, before, after }) => [action, actorKind, JSON.parse(before!), JSON.parse(after!)]);
const ownHosts = async ({ id }: OrganizationScope) => (await readHosts()).filter(({ orgID }) => orgID === id).map(({ host }) => host);
const publicChange = async ({ id }: OrganizationScope) => (await reader().organization.findUniqueOrThrow({ where: { id } })).publicChangeMs;

/** An organization with a host of its own, proven a moment ago. */
async function proven() {
  const { context, scope } = await membership("admin");
  const host = freeHost();
  await saveDomain(context, scope, { host });
  return { context, scope, host, domain: await verifyDomain(context, scope, there) };
}

describe("a domain", () => {
  test("is chosen, found missing, proven, changed and given up; each is in the log, and changes what strangers see", async () => {
    const { context, scope } = await membership("admin");
    const [host, other] = [freeHost(), freeHost()];
    expect(await getDomain(scope)).toBeNull();
    const chosen = await saveDomain(context, scope, { host });
    expect(chosen).toEqual({ host, token: expect.stringMatching(/^[\w-]{43}$/) as unknown, createdAt: NOW, updatedAt: NOW, verifiedAt: null, checkedAt: null, missingSince: null, problem: null });
    expect(await getDomain(scope)).toEqual(chosen);
    expect(await saveDomain({ ...context, now: later(5) }, scope, { host }), "the same once more changes nothing").toEqual(chosen);

    expect(await verifyDomain({ ...context, now: later(10) }, scope, gone)).toEqual({ ...chosen, checkedAt: later(10), problem: "There is none." });
    expect(await ownHosts(scope)).toEqual([]);
    const before = await publicChange(scope);
    const verified = await verifyDomain({ ...context, now: later(20) }, scope, async (asked) => (expect(asked).toMatchObject({ host, token: chosen.token }), there(asked)));
    expect(verified).toEqual({ ...chosen, verifiedAt: later(20), checkedAt: later(20) });
    expect(await getDomain(scope)).toEqual(verified);
    expect(await ownHosts(scope)).toEqual([host]);
    expect(await publicChange(scope)).toBeGreaterThan(before);

    const changed = await saveDomain({ ...context, now: later(30) }, scope, { host: other });
    expect(changed).toEqual({ ...chosen, host: other, token: expect.not.stringMatching(chosen.token) as unknown, updatedAt: later(30) });
    expect(await ownHosts(scope), "another host begins anew").toEqual([]);
    await deleteDomain(context, scope);
    expect(await getDomain(scope)).toBeNull();
    await expect(deleteDomain(context, scope)).rejects.toMatchObject({ kind: "not_found" });
    await expect(verifyDomain(context, scope, there)).rejects.toMatchObject({ kind: "not_found" });

    const entry = (of: string, verifiedNow: boolean) => ({ domain: { host: of, verified: verifiedNow } });
    expect(await auditOf(scope)).toEqual([
      ["organization.domain_changed", "user", { domain: null }, entry(host, false)],
      ["organization.domain_verified", "user", entry(host, false), entry(host, true)],
      ["organization.domain_changed", "user", entry(host, true), entry(other, false)],
      ["organization.domain_removed", "user", entry(other, false), { domain: null }],
    ]);
  });

  test("is an admin's to change, and nobody's of an organization that is not there", async () => {
    const { context, scope } = await proven();
    const editor = await colleague(scope.id, "editor");
    for (const act of [() => saveDomain(editor.context, editor.scope, { host: freeHost() }), () => deleteDomain(editor.context, editor.scope), () => verifyDomain(editor.context, editor.scope, there)]) {
      await expect(act()).rejects.toMatchObject({ kind: "forbidden" });
    }
    expect(await getDomain(editor.scope)).toEqual(await getDomain(scope));
    await expect(saveDomain(context, scope, { host: "localhost" }), "where this installation is reached").rejects.toMatchObject({ kind: "invalid" });
    const stranger = await somebody();
    const free = await enterOrganization(stranger.actor, freeHandle(), "owner");
    for (const act of [() => saveDomain(stranger, free, { host: freeHost() }), () => deleteDomain(stranger, free), () => verifyDomain(stranger, free, there), () => getDomain(free)]) await expect(act()).rejects.toMatchObject({ kind: "not_found" });
  });

  test("that two prove at once is the one's, and the other is told", async () => {
    const host = freeHost();
    const both = await Promise.all([membership("admin"), membership("owner")]);
    for (const { context, scope } of both) await saveDomain(context, scope, { host });
    const outcomes = await Promise.allSettled(both.map(({ context, scope }) => verifyDomain(context, scope, there)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const loser = outcomes.findIndex(({ status }) => status === "rejected");
    expect(outcomes[loser]).toMatchObject({ reason: { kind: "conflict", detail: `Another organization has proven that ${host} is its own.` } });
    expect((await readHosts()).filter((known) => known.host === host).map(({ orgID }) => orgID)).toEqual([both[1 - loser]!.scope.id]);
    expect(await getDomain(both[loser]!.scope)).toMatchObject({ verifiedAt: null, checkedAt: NOW, problem: expect.stringContaining("another organization") as unknown });

    await deleteDomain(both[1 - loser]!.context, both[1 - loser]!.scope);
    expect(await verifyDomain(both[loser]!.context, both[loser]!.scope, there), "free at once").toMatchObject({ verifiedAt: NOW });
  });

  test("that is changed while it is being checked is not proven by what was found for the other", async () => {
    const { context, scope } = await membership("admin");
    await saveDomain(context, scope, { host: freeHost() });
    const other = freeHost();
    const changing: Prove = async (asked) => (await saveDomain(context, scope, { host: other }), there(asked));
    await expect(verifyDomain(context, scope, changing)).rejects.toMatchObject({ kind: "conflict" });
    expect(await getDomain(scope)).toMatchObject({ host: other, verifiedAt: null, checkedAt: null });
  });

  test("goes with its organization, and its host is free at once", async () => {
    const { context, scope, host } = await proven();
    await deleteOrganization({ ...context, actor: (await colleague(scope.id, "owner")).context.actor }, { ...scope, role: "owner" });
    expect(await reader().organizationDomain.count({ where: { host } })).toBe(0);
  });

  test("is checked so often and no more", async () => {
    const { context, scope } = await membership("admin");
    await saveDomain(context, scope, { host: freeHost() });
    for (let i = 0; i < limits.domainChecks; i++) await verifyDomain(context, scope, gone);
    await expect(verifyDomain(context, scope, there)).rejects.toMatchObject({ kind: "too_many_requests" });
    expect(await getDomain(scope)).toMatchObject({ verifiedAt: null });
  });
});

describe("once a day", () => {
  // Other tests' hosts are proven too: only those of the test are told apart.
  const only = (host: string, prove: Prove, asked: string[] = []): Prove => async (of) => (of.host === host ? (asked.push(of.host), prove(of)) : there(of));

  test("a proven host is checked, and not before", async () => {
    const { host, scope } = await proven();
    const asked: string[] = [];
    await checkDomains(later(DAY_MS - 1), only(host, there, asked));
    expect(asked).toEqual([]);
    await checkDomains(later(DAY_MS), only(host, there, asked));
    await checkDomains(later(DAY_MS), only(host, there, asked));
    expect(asked).toEqual([host]);
    expect(await getDomain(scope)).toMatchObject({ verifiedAt: NOW, checkedAt: later(DAY_MS), problem: null });
  });

  test("of several processes one does it", async () => {
    const { host } = await proven();
    const asked: string[] = [];
    await Promise.all([1, 2, 3].map(() => checkDomains(later(DAY_MS), only(host, there, asked))));
    expect(asked).toEqual([host]);
  });

  test("a proof that is gone for seven days ends it; the log says that the server did", async () => {
    const { host, scope } = await proven();
    for (let day = 1; day <= 7; day++) await checkDomains(later(day * DAY_MS), only(host, gone));
    expect(await getDomain(scope)).toMatchObject({ verifiedAt: NOW, missingSince: later(DAY_MS), problem: "There is none." });
    expect(await ownHosts(scope)).toEqual([host]);
    await checkDomains(later(8 * DAY_MS), only(host, gone));
    expect(await getDomain(scope)).toMatchObject({ host, verifiedAt: null, missingSince: null, problem: "There is none." });
    expect(await ownHosts(scope)).toEqual([]);
    expect((await auditOf(scope)).at(-1)).toEqual(["organization.domain_lost", "system", { domain: { host, verified: true } }, { domain: { host, verified: false } }]);
  });

  test("name servers that do not answer take nothing away", async () => {
    const { host, scope } = await proven();
    for (let day = 1; day <= 30; day++) await checkDomains(later(day * DAY_MS), only(host, silent));
    expect(await getDomain(scope)).toMatchObject({ verifiedAt: NOW, missingSince: null, problem: "Nobody can tell." });
    expect(await ownHosts(scope)).toEqual([host]);
  });
});

test("hosts are those that are proven, of organizations that somebody belongs to", async () => {
  const { scope, host, domain } = await proven();
  expect((await readHosts()).find((known) => known.host === host)).toEqual({ host, orgID: scope.id, challenge: domain.token });
  await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: scope.id } }));
  expect(await ownHosts(scope)).toEqual([]);
});
