import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import {
  createMember,
  later,
  createMembership,
  NOW,
  createActor,
} from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import { deleteOrganization } from "@/lib/organizations/commands";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";
import { readHosts } from "@/lib/publishing/hosts";
import { deleteDomain, saveDomain, verifyDomain } from "./commands";
import { checkDomains } from "./housekeeping";
import { getDomain } from "./queries";
import { CHECK_INTERVAL_MS } from "./rules";
import type { CheckTxtRecord, VerifyHost } from "./verification";

const freeHost = () => `${createOrganizationId()}.example`;
const found: VerifyHost = async () => ({ state: "found", problem: null });
const absent: VerifyHost = async () => ({ state: "absent", problem: "No record." });
const unresponsive: VerifyHost = async () => ({ state: "unknown", problem: "No response." });
const noTxtRecord: CheckTxtRecord = async () => ({ state: "absent", problem: "No record." });
const DAY_MS = CHECK_INTERVAL_MS;

const readAudit = async ({ id }: OrganizationScope) =>
  (
    await reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } })
  ).map(({ action, actorKind, before, after }) => [
    action,
    actorKind,
    JSON.parse(before!),
    JSON.parse(after!),
  ]);
const servedHosts = async ({ id }: OrganizationScope) =>
  (await readHosts()).filter(({ organizationId }) => organizationId === id).map(({ host }) => host);
const publicChange = async ({ id }: OrganizationScope) =>
  (await reader().organization.findUniqueOrThrow({ where: { id } })).publicVersion;

async function verifiedDomain() {
  const { context, scope } = await createMembership("admin");
  const host = freeHost();
  await saveDomain(context, scope, { host });
  return { context, scope, host, domain: await verifyDomain(context, scope, found) };
}

describe("a custom domain", () => {
  test("is set, fails verification, is verified, changed, and removed; changes are audited", async () => {
    const { context, scope } = await createMembership("admin");
    const [host, other] = [freeHost(), freeHost()];
    expect(await getDomain(scope)).toBeNull();
    const chosen = await saveDomain(context, scope, { host });
    expect(chosen).toEqual({
      host,
      token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      createdAt: NOW,
      updatedAt: NOW,
      verifiedAt: null,
      checkedAt: null,
      missingSince: null,
      problem: null,
    });
    expect(await getDomain(scope)).toEqual(chosen);
    expect(
      await saveDomain({ ...context, now: later(5) }, scope, { host }),
      "setting the same host changes nothing",
    ).toEqual(chosen);

    expect(await verifyDomain({ ...context, now: later(10) }, scope, absent)).toEqual({
      ...chosen,
      checkedAt: later(10),
      problem: "No record.",
    });
    expect(await servedHosts(scope)).toEqual([]);
    const before = await publicChange(scope);
    const verified = await verifyDomain(
      { ...context, now: later(20) },
      scope,
      async (challenge) => (
        expect(challenge).toMatchObject({ host, token: chosen.token }),
        found(challenge)
      ),
    );
    expect(verified).toEqual({ ...chosen, verifiedAt: later(20), checkedAt: later(20) });
    expect(await getDomain(scope)).toEqual(verified);
    expect(await servedHosts(scope)).toEqual([host]);
    expect(await publicChange(scope)).toBeGreaterThan(before);

    const changed = await saveDomain({ ...context, now: later(30) }, scope, { host: other });
    expect(changed).toEqual({
      ...chosen,
      host: other,
      token: expect.not.stringMatching(chosen.token) as unknown,
      updatedAt: later(30),
    });
    expect(await servedHosts(scope), "another host restarts verification").toEqual([]);
    await deleteDomain(context, scope);
    expect(await getDomain(scope)).toBeNull();
    await expect(deleteDomain(context, scope)).rejects.toMatchObject({ kind: "not_found" });
    await expect(verifyDomain(context, scope, found)).rejects.toMatchObject({ kind: "not_found" });

    const entry = (of: string, verifiedNow: boolean) => ({
      domain: { host: of, verified: verifiedNow },
    });
    expect(await readAudit(scope)).toEqual([
      ["organization.domain_changed", "user", { domain: null }, entry(host, false)],
      ["organization.domain_verified", "user", entry(host, false), entry(host, true)],
      ["organization.domain_changed", "user", entry(host, true), entry(other, false)],
      ["organization.domain_removed", "user", entry(other, false), { domain: null }],
    ]);
  });

  test("requires the admin role, an existing organization, and a host other than the installation's", async () => {
    const { context, scope } = await verifiedDomain();
    const editor = await createMember(scope.id, "editor");
    for (const act of [
      () => saveDomain(editor.context, editor.scope, { host: freeHost() }),
      () => deleteDomain(editor.context, editor.scope),
      () => verifyDomain(editor.context, editor.scope, found),
    ]) {
      await expect(act()).rejects.toMatchObject({ kind: "forbidden" });
    }
    expect(await getDomain(editor.scope)).toEqual(await getDomain(scope));
    await expect(
      saveDomain(context, scope, { host: "localhost" }),
      "the host of this installation",
    ).rejects.toMatchObject({ kind: "invalid" });
    const nonMember = await createActor();
    const free = await getOrganizationScope(nonMember.actor, createOrganizationId(), "owner");
    for (const act of [
      () => saveDomain(nonMember, free, { host: freeHost() }),
      () => deleteDomain(nonMember, free),
      () => verifyDomain(nonMember, free, found),
      () => getDomain(free),
    ])
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
  });

  test("is verified for only one of two organizations at once; the other gets 409", async () => {
    const host = freeHost();
    const both = await Promise.all([createMembership("admin"), createMembership("owner")]);
    for (const { context, scope } of both) await saveDomain(context, scope, { host });
    const outcomes = await Promise.allSettled(
      both.map(({ context, scope }) => verifyDomain(context, scope, found, noTxtRecord)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const loser = outcomes.findIndex(({ status }) => status === "rejected");
    expect(outcomes[loser]).toMatchObject({
      reason: {
        kind: "conflict",
        detail:
          `${host} is already verified by another organization. Set your TXT record and remove ` +
          "the other organization’s, or use a different domain.",
      },
    });
    expect(
      (await readHosts())
        .filter((known) => known.host === host)
        .map(({ organizationId }) => organizationId),
    ).toEqual([both[1 - loser]!.scope.id]);
    expect(await getDomain(both[loser]!.scope)).toMatchObject({
      verifiedAt: null,
      checkedAt: NOW,
      problem: expect.stringContaining("another organization") as unknown,
    });

    await deleteDomain(both[1 - loser]!.context, both[1 - loser]!.scope);
    expect(
      await verifyDomain(both[loser]!.context, both[loser]!.scope, found),
      "the removed host is available immediately",
    ).toMatchObject({ verifiedAt: NOW });
  });

  test("is taken over by an organization with a TXT record if there is none of the other one", async () => {
    const { scope: other, host, domain } = await verifiedDomain();
    const { context, scope } = await createMembership("admin");
    const { token } = await saveDomain(context, scope, { host });
    const withRecords =
      (...tokens: string[]): CheckTxtRecord =>
      async (challenge) =>
        tokens.includes(challenge.token) ? { state: "found" } : noTxtRecord(challenge);
    for (const records of [[], [domain.token], [domain.token, token]])
      await expect(
        verifyDomain(context, scope, found, withRecords(...records)),
      ).rejects.toMatchObject({ kind: "conflict" });
    expect(await servedHosts(other)).toEqual([host]);
    expect(await verifyDomain(context, scope, found, withRecords(token))).toMatchObject({
      verifiedAt: NOW,
      problem: null,
    });
    expect([await servedHosts(other), await servedHosts(scope)]).toEqual([[], [host]]);
    expect(await getDomain(other)).toMatchObject({
      verifiedAt: null,
      problem: expect.stringContaining("Another organization has verified") as unknown,
    });
    expect((await readAudit(other)).at(-1)).toEqual([
      "organization.domain_lost",
      "system",
      { domain: { host, verified: true } },
      { domain: { host, verified: false } },
    ]);
  });

  test("that is changed during verification is not verified by the result for the previous host", async () => {
    const { context, scope } = await createMembership("admin");
    await saveDomain(context, scope, { host: freeHost() });
    const other = freeHost();
    const changing: VerifyHost = async (challenge) => (
      await saveDomain(context, scope, { host: other }),
      found(challenge)
    );
    await expect(verifyDomain(context, scope, changing)).rejects.toMatchObject({
      kind: "conflict",
    });
    expect(await getDomain(scope)).toMatchObject({
      host: other,
      verifiedAt: null,
      checkedAt: null,
    });
  });

  test("is deleted with its organization", async () => {
    const { context, scope, host } = await verifiedDomain();
    await deleteOrganization(
      { ...context, actor: (await createMember(scope.id, "owner")).context.actor },
      { ...scope, role: "owner" },
    );
    expect(await reader().organizationDomain.count({ where: { host } })).toBe(0);
  });

  test("can be verified a limited number of times", async () => {
    const { context, scope } = await createMembership("admin");
    await saveDomain(context, scope, { host: freeHost() });
    for (let i = 0; i < limits.domainChecks; i++) await verifyDomain(context, scope, absent);
    await expect(verifyDomain(context, scope, found)).rejects.toMatchObject({
      kind: "too_many_requests",
    });
    expect(await getDomain(scope)).toMatchObject({ verifiedAt: null });
  });
});

describe("the daily check", () => {
  // The check includes hosts of other tests, for which this function always finds the token.
  const only =
    (host: string, verify: VerifyHost, checked: string[] = []): VerifyHost =>
    async (challenge) =>
      challenge.host === host
        ? (checked.push(challenge.host), verify(challenge))
        : found(challenge);

  test("checks a verified host after a day", async () => {
    const { host, scope } = await verifiedDomain();
    const checked: string[] = [];
    await checkDomains(later(DAY_MS - 1), only(host, found, checked));
    expect(checked).toEqual([]);
    await checkDomains(later(DAY_MS), only(host, found, checked));
    await checkDomains(later(DAY_MS), only(host, found, checked));
    expect(checked).toEqual([host]);
    expect(await getDomain(scope)).toMatchObject({
      verifiedAt: NOW,
      checkedAt: later(DAY_MS),
      problem: null,
    });
  });

  test("checks a host in only one of several processes", async () => {
    const { host } = await verifiedDomain();
    const checked: string[] = [];
    await Promise.all([1, 2, 3].map(() => checkDomains(later(DAY_MS), only(host, found, checked))));
    expect(checked).toEqual([host]);
  });

  test("stops serving a host after 7 days without verification; the audit entry names the system", async () => {
    const { host, scope } = await verifiedDomain();
    for (let day = 1; day <= 7; day++) await checkDomains(later(day * DAY_MS), only(host, absent));
    expect(await getDomain(scope)).toMatchObject({
      verifiedAt: NOW,
      missingSince: later(DAY_MS),
      problem: "No record.",
    });
    expect(await servedHosts(scope)).toEqual([host]);
    await checkDomains(later(8 * DAY_MS), only(host, absent));
    expect(await getDomain(scope)).toMatchObject({
      host,
      verifiedAt: null,
      missingSince: null,
      problem: "No record.",
    });
    expect(await servedHosts(scope)).toEqual([]);
    expect((await readAudit(scope)).at(-1)).toEqual([
      "organization.domain_lost",
      "system",
      { domain: { host, verified: true } },
      { domain: { host, verified: false } },
    ]);
  });

  test("does not affect a verified host whose DNS servers do not respond", async () => {
    const { host, scope } = await verifiedDomain();
    for (let day = 1; day <= 30; day++)
      await checkDomains(later(day * DAY_MS), only(host, unresponsive));
    expect(await getDomain(scope)).toMatchObject({
      verifiedAt: NOW,
      missingSince: null,
      problem: "No response.",
    });
    expect(await servedHosts(scope)).toEqual([host]);
  });
});

test("readHosts: returns verified hosts of organizations that have members", async () => {
  const { scope, host, domain } = await verifiedDomain();
  expect((await readHosts()).find((known) => known.host === host)).toEqual({
    host,
    organizationId: scope.id,
    challenge: domain.token,
  });
  await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: scope.id } }));
  expect(await servedHosts(scope)).toEqual([]);
});
