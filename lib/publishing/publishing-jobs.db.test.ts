import { beforeEach, expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import {
  attachStore,
  claimJobs,
  MAX_CLAIMED_JOBS,
  completeJob,
  continueJob,
  failJob,
  failWaitingJobs,
  findOldestDue,
  LEASE_MS,
  listPublications,
  listPublishingFailures,
  listStoresInUse,
  readStoreLags,
  removeJob,
  scheduleAll,
  scheduleNow,
} from "./publishing-jobs";
import { readRenderBasis } from "./snapshot";
import { advanceVersion, readEpoch, readVersions, startEpoch } from "./version";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const STORE = { id: "store-1", label: "Local directory" };
const done = { nextChangeAt: later(3_600_000) };
const PAUSE_MS = 2_000;

const advance = (id: string, now = NOW) => transaction((tx) => advanceVersion(tx, id, now));
const claimOne = async (now = NOW) => (await claimJobs(STORE.id, now))[0]!;
const claimed = async (now: Date) =>
  (await claimJobs(STORE.id, now)).map(({ organizationId }) => organizationId);

beforeEach(async () => {
  await transaction(async (tx) => {
    await tx.artifactStore.deleteMany({});
    await tx.organization.updateMany({ data: { publicVersion: 0 } });
  });
  await attachStore(STORE, NOW);
});

test("a version is the database's time, and increases with every change, even with concurrent ones", async () => {
  const { scope } = await createMembership();
  const startedAt = Date.now();
  const first = await advance(scope.id);
  expect(Math.abs(first - startedAt)).toBeLessThan(60_000);
  const versions = await Promise.all(Array.from({ length: 8 }, () => advance(scope.id)));
  expect(new Set(versions).size).toBe(8);
  expect(Math.min(...versions)).toBeGreaterThan(first);
  expect((await readRenderBasis(scope.id))?.version.number).toBe(Math.max(...versions));
});

test("a change schedules one job per store, and a change during the job is published after a pause", async () => {
  await attachStore({ id: "store-2", label: "Bucket" }, NOW);
  const { scope } = await createMembership();
  await advance(scope.id);
  await advance(scope.id);
  expect((await listPublications(scope.id)).map(({ store }) => store)).toEqual([
    "Local directory",
    "Bucket",
  ]);
  const job = await claimOne();
  expect(job).toMatchObject({ organizationId: scope.id, storeId: STORE.id, attempts: 0 });
  const during = await advance(scope.id, later(100));
  expect(await claimed(later(100))).toEqual([]);
  await completeJob(job, { ...done, version: during - 1 }, later(200));
  expect(await claimed(later(200 + PAUSE_MS - 1))).toEqual([]);
  const next = await claimOne(later(200 + PAUSE_MS));
  await completeJob(next, { ...done, version: during }, later(3_000));
  expect(await listPublications(scope.id)).toMatchObject([
    { wantedVersion: during, publishedVersion: during, failingSince: null },
    { publishedVersion: 0 },
  ]);
  expect(await claimed(later(60_000)), "nothing changed").toEqual([]);
  expect(await claimed(later(3_600_000)), "the time of the next change").toEqual([scope.id]);
});

test("a change during the pause after a publication is published at the end of the pause", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  await completeJob(await claimOne(), { ...done, version }, NOW);
  await advance(scope.id, later(10));
  expect(await claimed(later(PAUSE_MS - 1))).toEqual([]);
  expect(await claimed(later(PAUSE_MS))).toEqual([scope.id]);
});

test("the pause after a long publication is four times its duration, but at most 10 s", async () => {
  const { scope } = await createMembership();
  const measurePause = async (startMs: number, durationMs: number) => {
    const version = await advance(scope.id, later(startMs));
    const job = await claimOne(later(startMs));
    const endMs = startMs + durationMs;
    await completeJob(job, { ...done, version }, later(endMs));
    await advance(scope.id, later(endMs));
    const { dueAt } = await reader().publication.findFirstOrThrow({
      where: { organizationId: scope.id },
    });
    return dueAt.getTime() - later(endMs).getTime();
  };
  expect(await measurePause(0, 1_000)).toBe(4_000);
  expect(await measurePause(10_000, 9_000)).toBe(10_000);
});

test("changes of settings within 2 seconds are published together, and don't delay an incident", async () => {
  const { scope } = await createMembership();
  for (const ms of [0, 400, 800]) await advance(scope.id, later(2_000 + ms));
  expect(await claimed(later(1_999))).toEqual([]);
  const version = await advance(scope.id, later(2_900));
  await completeJob(await claimOne(later(2_000)), { ...done, version }, later(2_000));
  expect(await claimed(later(60_000)), "one publication has all changes").toEqual([]);
  await advance(scope.id, later(70_000));
  await advance(scope.id, later(69_000));
  expect(await claimed(later(69_000))).toEqual([scope.id]);
});

test("a store's lag starts with its first failure, even if the organization's page keeps changing", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  expect(await readStoreLags(version + 5_000)).toEqual([
    { store: STORE.label, failing: 0, lagMs: 5_000 },
  ]);
  await failJob(await claimOne(), "no space left", NOW);
  await advance(scope.id);
  expect(await readStoreLags(later(90_000).getTime())).toEqual([
    { store: STORE.label, failing: 1, lagMs: 90_000 },
  ]);
  const published = await advance(scope.id);
  await completeJob(await claimOne(later(60_000)), { ...done, version: published }, NOW);
  expect(await readStoreLags(published)).toEqual([{ store: STORE.label, failing: 0, lagMs: 0 }]);
});

test("two processes never claim the same publishing job", async () => {
  const scopes = await Promise.all(Array.from({ length: 6 }, () => createMembership()));
  for (const { scope } of scopes) await advance(scope.id);
  const lists = await Promise.all(Array.from({ length: 4 }, () => claimed(NOW)));
  expect(lists.flat().sort()).toEqual(scopes.map(({ scope }) => scope.id).sort());
});

test("a job with an expired lease is claimed again, and its previous process can't complete it", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  const lost = await claimOne();
  expect(await claimed(later(LEASE_MS - 1))).toEqual([]);
  const taken = await claimOne(later(LEASE_MS));
  expect(taken.organizationId).toBe(scope.id);
  await completeJob(lost, { ...done, version }, later(LEASE_MS + 1));
  await failJob(lost, "too late", later(LEASE_MS + 1));
  await removeJob(lost, later(LEASE_MS + 1));
  expect(await listPublications(scope.id)).toMatchObject([
    { publishedVersion: 0, failingSince: null },
  ]);
  await completeJob(taken, { ...done, version }, later(LEASE_MS + 2));
  expect(await listPublications(scope.id)).toMatchObject([{ publishedVersion: version }]);
});

test("an unfinished job is due immediately, after the jobs that are already due, and is not a failure", async () => {
  const first = await createMembership();
  await advance(first.scope.id);
  const job = await claimOne();
  for (let n = 0; n < MAX_CLAIMED_JOBS; n++)
    await advance((await createMembership()).scope.id, later(100));
  await continueJob(job, later(200));
  expect(await claimed(later(200))).not.toContain(first.scope.id);
  expect(await claimed(later(200))).toEqual([first.scope.id]);
  expect(await listPublications(first.scope.id)).toMatchObject([{ failingSince: null }]);
});

test("a page that is created again while its old artifacts are being removed is published immediately", async () => {
  const { scope } = await createMembership();
  await advance(scope.id);
  const removal = await claimOne();
  const version = await advance(scope.id, later(100));
  await removeJob(removal, later(200));
  const next = await claimOne(later(200));
  expect(next).toMatchObject({ organizationId: scope.id, wantedVersion: BigInt(version) });
  await removeJob(next, later(300));
  expect(await listPublications(scope.id)).toEqual([]);
});

test("a failing publishing job is retried with growing delays, even after further changes", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  let at = NOW;
  for (const backoffMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await failJob(await claimOne(at), "The disk is full.", at);
    await advance(scope.id, at);
    expect(await claimed(new Date(at.getTime() + backoffMs - 1))).toEqual([]);
    at = new Date(at.getTime() + backoffMs);
  }
  expect(await listPublications(scope.id)).toMatchObject([
    { failingSince: NOW, lastError: "The disk is full." },
  ]);
  expect(await listPublishingFailures()).toEqual([
    { organizationId: scope.id, store: "Local directory", since: NOW },
  ]);
  await completeJob(await claimOne(at), { ...done, version }, at);
  expect(await listPublications(scope.id)).toMatchObject([{ failingSince: null, lastError: null }]);
});

test("changes that wait for a failing store show its error, and are published when it recovers", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  await failWaitingJobs(STORE.id, "The disk is full.", NOW);
  await failWaitingJobs(STORE.id, "The bucket was deleted.", later(5_000));
  expect(await listPublications(scope.id)).toMatchObject([
    { failingSince: NOW, lastError: "The disk is full." },
  ]);
  await completeJob(await claimOne(), { ...done, version }, NOW);
  await failWaitingJobs(STORE.id, "The disk is full.", later(5_000));
  expect(await listPublications(scope.id)).toMatchObject([{ failingSince: null, lastError: null }]);
});

test("the publication of all organizations is spread over time, and does not delay a change", async () => {
  const scopes = await Promise.all(Array.from({ length: 5 }, () => createMembership()));
  await scheduleAll(STORE.id, NOW);
  const total = await reader().organization.count();
  expect(await reader().publication.count({ where: { storeId: STORE.id } })).toBe(total);
  expect((await findOldestDue(STORE.id, NOW))?.getTime()).toBe(NOW.getTime());
  const last = await reader().publication.findFirst({ orderBy: { dueAt: "desc" } });
  expect(last!.dueAt.getTime() - NOW.getTime()).toBe((total - 1) * 100);
  const { organizationId } = last!;
  await advance(organizationId);
  expect(await claimed(NOW)).toContain(organizationId);
  await scheduleNow(
    STORE.id,
    scopes.map(({ scope }) => scope.id),
    NOW,
  );
  expect(await claimed(NOW)).not.toEqual([]);
});

test("a change after the clock was set back is published without the pause from before", async () => {
  const { scope } = await createMembership();
  await advance(scope.id, later(600_000));
  await completeJob(await claimOne(later(600_000)), { ...done, version: 0 }, later(600_000));
  await advance(scope.id);
  expect(await claimed(NOW)).toEqual([scope.id]);
});

test("scheduleNow: an ID that no organization has gets a job, which removes its notice", async () => {
  expect(await scheduleNow(STORE.id, ["mistyped"], NOW)).toEqual([]);
  expect(await claimed(NOW)).toEqual(["mistyped"]);
});

test("scheduleNow: returns the organization of a running job, and does not make the job due", async () => {
  const { scope } = await createMembership();
  await advance(scope.id);
  const job = (await claimJobs(STORE.id, NOW)).find(
    ({ organizationId }) => organizationId === scope.id,
  )!;
  expect(await scheduleNow(STORE.id, [scope.id], NOW)).toEqual([scope.id]);
  expect(await claimed(NOW)).not.toContain(scope.id);
  await continueJob(job, later(LEASE_MS));
  expect(await scheduleNow(STORE.id, [scope.id], NOW)).toEqual([]);
  expect(await claimed(NOW)).toContain(scope.id);
});

test("a job that is already claimed when all organizations are scheduled runs again after its lease", async () => {
  const { scope } = await createMembership();
  const version = await advance(scope.id);
  const job = (await claimJobs(STORE.id, NOW)).find(
    ({ organizationId }) => organizationId === scope.id,
  )!;
  await scheduleAll(STORE.id, later(100));
  const claimAll = async (now: Date) => {
    const ids: string[] = [];
    for (let some = await claimed(now); some.length > 0; some = await claimed(now))
      ids.push(...some);
    return ids;
  };
  expect(await claimAll(later(LEASE_MS - 1)), "no two processes publish at once").not.toContain(
    scope.id,
  );
  await completeJob(job, { ...done, version }, later(LEASE_MS - 1));
  expect(await claimAll(later(LEASE_MS))).toContain(scope.id);
});

test("the version query returns a change that a slow transaction committed after the last poll", async () => {
  const { scope } = await createMembership();
  const { epoch, at, changes } = await readVersions(null);
  expect([changes, epoch]).toEqual([[], await readEpoch()]);
  const number = await advance(scope.id);
  expect((await readVersions(at)).changes).toEqual([{ organizationId: scope.id, number }]);
  // This simulates a transaction that commits after a poll with a later time.
  expect((await readVersions(number + 20_000)).changes).toEqual([
    { organizationId: scope.id, number },
  ]);
  expect((await readVersions(number + 60_000)).changes).toEqual([]);
});

test("two processes that detect a restore start only one epoch", async () => {
  const epoch = await readEpoch();
  await Promise.all([startEpoch(epoch), startEpoch(epoch)]);
  const next = await readEpoch();
  expect(next).not.toBe(epoch);
  await startEpoch(epoch);
  expect(await readEpoch()).toBe(next);
});

test("attachStore: returns when the store was last attached, which never decreases", async () => {
  const store = { id: "store-3", label: "Bucket" };
  expect(await attachStore(store, later(1_000))).toBeNull();
  expect(await attachStore(store, NOW)).toEqual(later(1_000));
  expect(await attachStore(store, later(2_000))).toEqual(later(1_000));
  expect(await attachStore(store, NOW)).toEqual(later(2_000));
});

test("a store that no process has attached for a week is removed", async () => {
  const { scope } = await createMembership();
  await advance(scope.id);
  await attachStore({ id: "store-2", label: "Bucket" }, later(7 * 24 * 3_600_000 + 1));
  const where = { organizationId: scope.id };
  expect(await reader().publication.count({ where })).toBe(0);
  expect(await reader().artifactStore.count({ where: { id: STORE.id } })).toBe(0);
});

test("a store that was removed from PUBLISH_TO is no longer reported as failing", async () => {
  const { scope } = await createMembership();
  await advance(scope.id);
  await failJob(await claimOne(), "The disk is full.", NOW);
  const bucket = { id: "store-2", label: "Bucket" };
  await attachStore(bucket, later(4 * 60_000));
  expect(await listPublishingFailures()).toHaveLength(1);
  expect(await listPublications(scope.id)).toHaveLength(1);
  await attachStore(bucket, later(6 * 60_000));
  expect(await listPublishingFailures()).toEqual([]);
  expect(await listPublications(scope.id)).toEqual([]);
  expect(await listStoresInUse()).toEqual([bucket.id]);
  const { PUBLISH_TO } = env;
  env.PUBLISH_TO = [];
  expect(await listStoresInUse()).toEqual([]);
  env.PUBLISH_TO = PUBLISH_TO;
});

test("readRenderBasis: returns the time zone and whether an event is ongoing, or null without members", async () => {
  const { scope } = await createMembership();
  expect(await readRenderBasis(scope.id)).toMatchObject({
    timeZone: "Etc/UTC",
    host: null,
    isOngoing: false,
  });
  await transaction((tx) =>
    tx.incident.create({
      data: {
        id: `incident-${scope.id}`,
        organizationId: scope.id,
        title: "Down",
        status: "investigating",
        impact: "major",
        startedAt: NOW,
        createdAt: NOW,
        updatedAt: NOW,
      },
    }),
  );
  expect(await readRenderBasis(scope.id)).toMatchObject({ isOngoing: true });
  await transaction((tx) => tx.membership.deleteMany({ where: { organizationId: scope.id } }));
  expect(await readRenderBasis(scope.id), "an organization that is being deleted").toBeNull();
});
