import { randomUUID } from "node:crypto";
import { reader, transaction, type Prisma } from "@/lib/db/database";
import { env } from "@/lib/env";
import { joinValues } from "@/lib/statements";
import { MAX_BACKOFF_MS } from "./version";

/** A lease is longer than any job may take, so that only a process that died loses its lease. */
export const LEASE_MS = 30_000;
const MIN_BACKOFF_MS = 1_000;
/**
 * The pause after a publication is 4 times as long as the publication took, from 2 to 10 seconds,
 * so that many changes don't keep a store busy.
 */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 10_000;
const PAUSE_FACTOR = 4;
/**
 * When all organizations are scheduled at once, one job becomes due per interval, so that changes
 * can be published in between.
 */
const BACKLOG_INTERVAL_MS = 100;
const BACKLOG_BATCH = 500;
/** The maximum number of jobs that are claimed at once. */
export const MAX_CLAIMED_JOBS = 8;
/** A store that no process has attached for this long is removed from the list of stores. */
const STORE_RETENTION_MS = 7 * 24 * 60 * 60_000;
/** A store in use is attached about every minute. Running jobs can delay this. */
const STORE_IN_USE_MS = 5 * 60_000;
const MAX_ERROR_LENGTH = 500;
const MAX_LISTED_FAILURES = 20;

export type PublishingJob = {
  storeId: string;
  organizationId: string;
  lease: string;
  claimedAt: Date;
  attempts: number;
  failingSince: Date | null;
  wantedVersion: bigint;
};

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Claims up to 8 due jobs of a store. A conditional update gives each job to one process only. */
export async function claimJobs(storeId: string, now: Date): Promise<PublishingJob[]> {
  const where = { storeId, dueAt: { lte: now } };
  const due = await reader().publication.findMany({
    where,
    orderBy: { dueAt: "asc" },
    take: MAX_CLAIMED_JOBS,
    select: { organizationId: true },
  });
  if (due.length === 0) return [];
  const lease = randomUUID();
  const jobs = await transaction((tx) =>
    tx.publication.updateManyAndReturn({
      where: { ...where, organizationId: { in: due.map(({ organizationId }) => organizationId) } },
      data: { lease, dueAt: addMs(now, LEASE_MS) },
      select: { organizationId: true, attempts: true, failingSince: true, wantedVersion: true },
    }),
  );
  return jobs.map((job) => ({ ...job, storeId, lease, claimedAt: now }));
}

const createLeaseFilter = ({ storeId, organizationId, lease }: PublishingJob) => ({
  ...{ storeId, organizationId, lease },
});

/** Changes a job and ends its lease, unless the lease was lost. */
async function endLease(
  job: PublishingJob,
  data: Prisma.PublicationUpdateManyMutationInput,
): Promise<void> {
  const where = createLeaseFilter(job);
  await transaction((tx) => tx.publication.updateMany({ where, data: { ...data, lease: null } }));
}

/** Records a publication. A later version that is already committed is published after a pause. */
export async function completeJob(
  job: PublishingJob,
  { version, nextChangeAt }: { version: number; nextChangeAt: Date },
  now: Date,
): Promise<void> {
  const pauseMs = PAUSE_FACTOR * (now.getTime() - job.claimedAt.getTime());
  const notBefore = addMs(now, Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pauseMs)));
  const dueAt = nextChangeAt > notBefore ? nextChangeAt : notBefore;
  const where = createLeaseFilter(job);
  const data = {
    ...{ publishedVersion: version, lease: null, attempts: 0, notBefore },
    ...{ failingSince: null, lastError: null },
  };
  await transaction(async (tx) => {
    await tx.publication.updateMany({
      where: { ...where, wantedVersion: { lte: version } },
      data: { ...data, dueAt },
    });
    // A later version is wanted if the first update has not ended the lease.
    await tx.publication.updateMany({ where, data: { ...data, dueAt: notBefore } });
  });
}

/** Makes an unfinished job due now, after the jobs that are already due. */
export const continueJob = (job: PublishingJob, now: Date): Promise<void> =>
  endLease(job, { dueAt: now });

/** Records a failure and schedules the next attempt. */
export async function failJob(job: PublishingJob, error: string, now: Date): Promise<void> {
  const retryAt = addMs(now, Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** job.attempts));
  await endLease(job, {
    attempts: job.attempts + 1,
    lastError: error.slice(0, MAX_ERROR_LENGTH),
    failingSince: job.failingSince ?? now,
    ...{ notBefore: retryAt, dueAt: retryAt },
  });
}

/** Records why changes are not published to a store that fails. Their jobs remain due. */
export async function failWaitingJobs(storeId: string, error: string, now: Date): Promise<void> {
  await transaction((tx) =>
    tx.publication.updateMany({
      where: {
        ...{ storeId, failingSince: null, lease: null },
        wantedVersion: { gt: tx.publication.fields.publishedVersion },
      },
      data: { failingSince: now, lastError: error.slice(0, MAX_ERROR_LENGTH) },
    }),
  );
}

/**
 * Removes the job of a deleted or suspended organization. Call this after its artifacts have been
 * removed. If the organization has changed since the job was claimed, the job is due now instead.
 */
export async function removeJob(job: PublishingJob, now: Date): Promise<void> {
  const { storeId, organizationId, lease, wantedVersion } = job;
  const where = { storeId, organizationId, lease, wantedVersion };
  await transaction((tx) => tx.publication.deleteMany({ where }));
  await continueJob(job, now);
}

/**
 * Makes jobs due now, to replace emergency notices in a store. Does not change running jobs, but
 * returns the IDs of their organizations.
 */
export async function scheduleNow(storeId: string, ids: string[], now: Date): Promise<string[]> {
  const where = { storeId, organizationId: { in: ids } };
  const data = { dueAt: now, notBefore: now };
  const running = await transaction(async (tx) => {
    // An ID without a job belongs to no organization. Its job removes the notice.
    for (const organizationId of ids)
      await tx.publication.upsert({
        where: { organizationId_storeId: { organizationId, storeId } },
        create: { organizationId, storeId, wantedVersion: 0, ...data },
        update: {},
      });
    await tx.publication.updateMany({ where: { ...where, lease: null }, data });
    return tx.publication.findMany({ where: { ...where, lease: { not: null } } });
  });
  return running.map(({ organizationId }) => organizationId);
}

/**
 * Schedules the publication of all organizations, one every 100 ms. A claimed job gets another
 * lease, so that its process can't complete it, and is due when the process can no longer write.
 */
export async function scheduleAll(storeId: string, now: Date): Promise<void> {
  const select = { id: true, publicVersion: true };
  const all = await reader().organization.findMany({ orderBy: { id: "asc" }, select });
  const lease = randomUUID();
  for (let start = 0; start < all.length; start += BACKLOG_BATCH) {
    await transaction(async (tx) => {
      for (const [index, { id, publicVersion }] of all
        .slice(start, start + BACKLOG_BATCH)
        .entries()) {
        const dueAt = addMs(now, (start + index) * BACKLOG_INTERVAL_MS);
        await tx.$executeRaw`
          INSERT INTO publications (organization_id, store_id, wanted_version, due_at, not_before)
          VALUES (${id}, ${storeId}, CAST(${publicVersion} AS BIGINT), ${dueAt}, ${now})
          ON CONFLICT (organization_id, store_id) DO UPDATE SET
            lease = CASE WHEN publications.lease IS NULL THEN NULL ELSE ${lease} END,
            due_at = CASE
              WHEN publications.lease IS NOT NULL THEN publications.due_at
              WHEN publications.due_at < excluded.due_at THEN publications.due_at
              ELSE excluded.due_at END`;
      }
    });
  }
}

/** Returns when the oldest due publication of a store became due, or null if none is due. */
export async function findOldestDue(storeId: string, now: Date): Promise<Date | null> {
  const where = { storeId, dueAt: { lte: now } };
  const { _min } = await reader().publication.aggregate({ where, _min: { dueAt: true } });
  return _min.dueAt;
}

/**
 * Registers that a store is in use, and removes stores that have not been used for 7 days. Returns
 * when the store was last attached, or null if it is new.
 */
export async function attachStore(
  { id, label }: { id: string; label: string },
  now: Date,
): Promise<Date | null> {
  return transaction(async (tx) => {
    const known = await tx.artifactStore.findUnique({ where: { id } });
    // This time must not decrease, although the clocks of processes differ.
    const seenAt = known !== null && known.seenAt > now ? known.seenAt : now;
    await tx.artifactStore.upsert({
      where: { id },
      create: { id, label, seenAt },
      update: { label, seenAt },
    });
    await tx.artifactStore.deleteMany({
      where: { seenAt: { lt: addMs(now, -STORE_RETENTION_MS) } },
    });
    return known?.seenAt ?? null;
  });
}

/**
 * Returns the IDs of the stores that were last attached less than 5 minutes before the most
 * recently attached store. Other stores were removed from `PUBLISH_TO`. The current time is not
 * used, so that stores remain in use while all processes are stopped.
 */
export async function listStoresInUse(): Promise<string[]> {
  if (env.PUBLISH_TO.length === 0) return [];
  const stores = await reader().artifactStore.findMany({ orderBy: { seenAt: "desc" } });
  const isInUse = ({ seenAt }: { seenAt: Date }) =>
    seenAt > addMs(stores[0]!.seenAt, -STORE_IN_USE_MS);
  return stores.filter(isInUse).map(({ id }) => id);
}

/**
 * Returns the time in ms since the oldest change that may be unpublished. The version of the latest
 * unpublished change is its time. While publishing fails, earlier changes are unpublished too.
 */
export function getLagMs(version: number | null, failingSince: Date | null, now: number): number {
  const since = Math.min(version ?? now, failingSince?.getTime() ?? now);
  return Math.max(0, now - since);
}

export type PublicationState = Awaited<ReturnType<typeof listPublications>>[number];

/** Lists the publications of an organization to the stores in use. */
export async function listPublications(organizationId: string) {
  const rows = await reader().publication.findMany({
    where: { organizationId, storeId: { in: await listStoresInUse() } },
    orderBy: { storeId: "asc" },
    include: { store: true },
  });
  return rows.map(({ store, wantedVersion, publishedVersion, failingSince, lastError }) => ({
    store: store.label,
    wantedVersion: Number(wantedVersion),
    publishedVersion: Number(publishedVersion),
    failingSince,
    lastError,
  }));
}

/** Lists up to 20 failing publications to stores in use, sorted by the start of the failure. */
export async function listPublishingFailures() {
  const rows = await reader().publication.findMany({
    where: { failingSince: { not: null }, storeId: { in: await listStoresInUse() } },
    orderBy: { failingSince: "asc" },
    take: MAX_LISTED_FAILURES,
    include: { store: true },
  });
  return rows.map(({ organizationId, store, failingSince }) => ({
    organizationId,
    store: store.label,
    since: failingSince!,
  }));
}

/** Returns, for each store in use, its lag and the number of failing publications. */
export async function readStoreLags(now: number) {
  type Row = {
    store: string;
    failing: bigint;
    oldest: bigint | null;
    failingSince: string | Date | null;
  };
  const rows = await reader().$queryRaw<Row[]>`
    SELECT s.label AS store, COUNT(p.failing_since) AS failing,
      MIN(p.failing_since) AS "failingSince",
      MIN(CASE WHEN p.wanted_version > p.published_version THEN p.wanted_version END) AS oldest
    FROM artifact_stores s LEFT JOIN publications p ON p.store_id = s.id
    WHERE s.id IN (${joinValues(await listStoresInUse())}) GROUP BY s.label`;
  return rows.map(({ store, failing, oldest, failingSince }) => ({
    store,
    failing: Number(failing),
    lagMs: getLagMs(
      oldest === null ? null : Number(oldest),
      failingSince === null ? null : new Date(failingSince),
      now,
    ),
  }));
}
