import { randomUUID } from "node:crypto";
import { sql } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { isPostgresql, reader, transaction } from "@/lib/db/database";
import { getSubdomainHost, readSubdomain } from "@/lib/links";
import type { Version } from "./version";

/** Longer than any job may take, so that only a dead process loses it. */
export const LEASE_MS = 30_000;
/** A failed job is tried again after this time, and after twice as long for each further failure. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** Between two publications of one organization, so that a burst of writes is published in steps. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 4_000;
/** After a publication, the pause is this many times as long. */
const PAUSE_FACTOR = 3;
/** Transactions are shorter than this, so a version is visible by then. */
const OVERLAP_MS = 30_000;
/** When all organizations are scheduled, one per this time: changes are published in between. */
const BACKLOG_INTERVAL_MS = 100;
const BACKLOG_BATCH = 500;
const CLAIMS = 8;
/** A directory that no process has had attached for this long is forgotten. */
const STORE_RETENTION_MS = 7 * 24 * 60 * 60_000;

/** A claimed publishing job. */
export type Job = { storeId: string; organizationId: string; lease: string; attempts: number };

/** The database's time in milliseconds since 1970: the clocks of processes differ. */
const databaseTime = () =>
  isPostgresql()
    ? sql`CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`
    : sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** PostgreSQL can't infer the type of these parameters. */
const timestamp = (at: Date) => (isPostgresql() ? sql`CAST(${at} AS TIMESTAMP)` : sql`${at}`);

/**
 * Advances the version of an organization's public content, in the transaction of the change, and
 * schedules its publication in every store. Returns the version's number.
 */
export async function advanceVersion(tx: Tx, organizationId: string, now: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ version: bigint | number }[]>`
    UPDATE organizations SET public_version =
      CASE WHEN public_version < ${databaseTime()} THEN ${databaseTime()} ELSE public_version + 1 END
    WHERE id = ${organizationId} RETURNING public_version AS version`;
  const version = row?.version ?? 0;
  await tx.$executeRaw`
    INSERT INTO publications (organization_id, store_id, wanted_version, due_at, not_before)
    SELECT ${organizationId}, id, CAST(${version} AS BIGINT), ${timestamp(now)}, ${timestamp(now)}
    FROM artifact_stores WHERE 1 = 1
    ON CONFLICT (organization_id, store_id) DO UPDATE SET
      wanted_version = excluded.wanted_version,
      due_at = CASE
        WHEN publications.lease IS NOT NULL THEN publications.due_at
        WHEN publications.not_before > excluded.due_at THEN publications.not_before
        ELSE excluded.due_at END`;
  return Number(version);
}

/** Claims jobs of a store that are due. A conditional update decides between processes. */
export async function claimJobs(storeId: string, now: Date): Promise<Job[]> {
  const due = await reader().publication.findMany({
    where: { storeId, dueAt: { lte: now } },
    orderBy: { dueAt: "asc" },
    take: CLAIMS,
    select: { organizationId: true, dueAt: true, lease: true, attempts: true },
  });
  if (due.length === 0) return [];
  const lease = randomUUID();
  return transaction(async (tx) => {
    const jobs: Job[] = [];
    for (const { organizationId, dueAt, lease: former, attempts } of due) {
      const { count } = await tx.publication.updateMany({
        where: { storeId, organizationId, dueAt, lease: former },
        data: { lease, dueAt: new Date(now.getTime() + LEASE_MS) },
      });
      if (count > 0) jobs.push({ storeId, organizationId, lease, attempts });
    }
    return jobs;
  });
}

const heldBy = ({ storeId, organizationId, lease }: Job) =>
  sql`WHERE organization_id = ${organizationId} AND store_id = ${storeId} AND lease = ${lease}`;

/** Records a publication. A version that was committed meanwhile is published after a pause. */
export async function completeJob(
  job: Job,
  { version, nextChangeAt, tookMs }: { version: number; nextChangeAt: number; tookMs: number },
  now: Date,
): Promise<void> {
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs));
  const notBefore = new Date(now.getTime() + pauseMs);
  const next = new Date(Math.max(nextChangeAt, notBefore.getTime()));
  await transaction(
    (tx) => tx.$executeRaw`
      UPDATE publications SET
        published_version = CAST(${version} AS BIGINT), lease = NULL, attempts = 0,
        failing_since = NULL, last_error = NULL, not_before = ${notBefore},
        due_at = CASE WHEN wanted_version > CAST(${version} AS BIGINT)
          THEN ${timestamp(notBefore)} ELSE ${timestamp(next)} END
      ${heldBy(job)}`,
  );
}

/** Records a failure and schedules the next attempt. */
export async function failJob(job: Job, error: string, now: Date): Promise<void> {
  const backoffMs = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** job.attempts);
  const retryAt = new Date(now.getTime() + backoffMs);
  await transaction(
    (tx) => tx.$executeRaw`
      UPDATE publications SET
        lease = NULL, attempts = attempts + 1, last_error = ${error.slice(0, 500)},
        failing_since = COALESCE(failing_since, ${now}), not_before = ${retryAt}, due_at = ${retryAt}
      ${heldBy(job)}`,
  );
}

/** Records why the changes that wait for a store are not published. They stay due. */
export async function failWaiting(storeId: string, error: string, now: Date): Promise<void> {
  await transaction(
    (tx) => tx.$executeRaw`
      UPDATE publications SET failing_since = ${now}, last_error = ${error.slice(0, 500)}
      WHERE store_id = ${storeId} AND wanted_version > published_version
        AND failing_since IS NULL AND lease IS NULL`,
  );
}

/** Removes the job of an organization that was deleted, after its artifacts. */
export async function removeJob(job: Job): Promise<void> {
  await transaction((tx) => tx.$executeRaw`DELETE FROM publications ${heldBy(job)}`);
}

/** Makes the jobs of some organizations due now, for a store whose content can't be trusted. */
export async function scheduleNow(
  storeId: string,
  organizationIds: readonly string[],
  now: Date,
): Promise<void> {
  await transaction((tx) =>
    tx.publication.updateMany({
      where: { storeId, organizationId: { in: [...organizationIds] }, lease: null },
      data: { dueAt: now, notBefore: now },
    }),
  );
}

/**
 * Registers a store that this process has attached, and forgets directories of old processes.
 * Returns when any process last did; null if the database doesn't know the store.
 */
export async function attachStore(
  { id, label }: { id: string; label: string },
  now: Date,
): Promise<Date | null> {
  return transaction(async (tx) => {
    const known = await tx.artifactStore.findUnique({ where: { id }, select: { seenAt: true } });
    // The clocks of processes differ, and this time must not go back.
    const seenAt = known !== null && known.seenAt > now ? known.seenAt : now;
    await tx.artifactStore.upsert({
      where: { id },
      create: { id, label, seenAt },
      update: { label, seenAt },
      select: { id: true },
    });
    await tx.artifactStore.deleteMany({
      where: { seenAt: { lt: new Date(now.getTime() - STORE_RETENTION_MS) } },
    });
    return known?.seenAt ?? null;
  });
}

/** Schedules all organizations, spread over time. */
export async function scheduleAll(storeId: string, now: Date): Promise<void> {
  let after = "";
  for (let position = 0; ; position += BACKLOG_BATCH) {
    const rows = await reader().organization.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: BACKLOG_BATCH,
      select: { id: true, publicVersion: true },
    });
    if (rows.length === 0) return;
    await transaction(async (tx) => {
      for (const [index, { id, publicVersion }] of rows.entries()) {
        const dueAt = new Date(now.getTime() + (position + index) * BACKLOG_INTERVAL_MS);
        await tx.$executeRaw`
          INSERT INTO publications (organization_id, store_id, wanted_version, due_at, not_before)
          VALUES (${id}, ${storeId}, CAST(${publicVersion} AS BIGINT), ${dueAt}, ${now})
          ON CONFLICT (organization_id, store_id) DO UPDATE SET due_at =
            CASE WHEN publications.due_at < excluded.due_at THEN publications.due_at
              ELSE excluded.due_at END`;
      }
    });
    after = rows.at(-1)!.id;
  }
}

/** Since when the oldest due publication of a store waits; null if none does. */
export async function findOldestDue(storeId: string, now: Date): Promise<Date | null> {
  const row = await reader().publication.findFirst({
    where: { storeId, dueAt: { lte: now } },
    orderBy: { dueAt: "asc" },
    select: { dueAt: true },
  });
  return row?.dueAt ?? null;
}

export async function readEpoch(): Promise<string> {
  const { epoch } = await reader().versionEpoch.findUniqueOrThrow({ where: { id: 1 } });
  return epoch;
}

/** Starts a new epoch, unless another process has: the database was restored to an older version. */
export async function startEpoch(former: string): Promise<void> {
  await transaction((tx) =>
    tx.versionEpoch.updateMany({ where: { id: 1, epoch: former }, data: { epoch: randomUUID() } }),
  );
}

export type VersionPoll = {
  epoch: string;
  /** The database's time, in milliseconds since 1970. */
  at: number;
  changes: { organizationId: string; number: number }[];
};

/**
 * Reads the versions that were committed since an earlier poll. Transactions end later than the time
 * that their version names, so each poll reads the last 30 seconds again.
 */
export async function readVersions(since: number | null): Promise<VersionPoll> {
  const from = since === null ? null : BigInt(since - OVERLAP_MS);
  const rows = await reader().$queryRaw<
    { epoch: string; at: bigint | number; id: string | null; number: bigint | number | null }[]
  >`
    SELECT e.epoch, ${databaseTime()} AS at, o.id, o.public_version AS number
    FROM version_epochs e LEFT JOIN organizations o
      ON o.public_version >= CAST(${from} AS BIGINT) WHERE e.id = 1`;
  const [first] = rows;
  if (first === undefined) throw new Error("The database has no version epoch.");
  return {
    epoch: first.epoch,
    at: Number(first.at),
    changes: rows.flatMap(({ id, number }) =>
      id === null ? [] : [{ organizationId: id, number: Number(number) }],
    ),
  };
}

/** What a rendering depends on besides the content itself. */
export type RenderBasis = {
  version: Version;
  committedAt: Date;
  timeZone: string;
  /** The verified host of the organization. */
  host: string | null;
  subdomainHost: string | null;
  /** Whether an outage, an open incident or a running maintenance makes the content change by time. */
  isOngoing: boolean;
};

/** Reads an organization's version; null if there is none or it is being deleted. */
export async function readRenderBasis(organizationId: string): Promise<RenderBasis | null> {
  const [row] = await reader().$queryRaw<
    {
      epoch: string;
      number: bigint | number;
      createdAt: Date;
      timeZone: string;
      host: string | null;
      subdomain: string | null;
      isOngoing: boolean | number;
    }[]
  >`
    SELECT e.epoch, o.public_version AS number, o.created_at AS "createdAt",
      o.time_zone AS "timeZone", d.host, o.subdomain,
      (EXISTS (SELECT 1 FROM incidents i
        WHERE i.organization_id = o.id AND i.resolved_at IS NULL)
      OR EXISTS (SELECT 1 FROM components c
        WHERE c.organization_id = o.id AND c.archived_at IS NULL
          AND c.recorded_status IN ('partial_outage', 'major_outage'))
      OR EXISTS (SELECT 1 FROM maintenances m
        WHERE m.organization_id = o.id AND m.status IN ('in_progress', 'verifying'))
      ) AS "isOngoing"
    FROM version_epochs e, organizations o
    LEFT JOIN organization_domains d ON d.organization_id = o.id AND d.verified_host IS NOT NULL
    WHERE o.id = ${organizationId} AND e.id = 1
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)`;
  if (row === undefined) return null;
  const number = Number(row.number);
  return {
    version: { epoch: row.epoch, number },
    committedAt: new Date(Math.max(number, row.createdAt.getTime())),
    timeZone: row.timeZone,
    host: row.host,
    subdomainHost: getSubdomainHost(row.subdomain),
    isOngoing: Boolean(row.isOngoing),
  };
}

/** A host at whose root an organization's page is, and the content of its verification file. */
export type Host = { host: string; organizationId: string; challenge: string };

/** The organization whose subdomain a host names; null if there is none. */
export async function findSubdomainOwner(host: string): Promise<string | null> {
  const subdomain = readSubdomain(host);
  if (!subdomain) return null;
  const where = { subdomain };
  const row = await reader().organization.findUnique({ where, select: { id: true } });
  return row?.id ?? null;
}

/** All verified hosts. */
export async function readHosts(): Promise<Host[]> {
  const rows = await reader().organizationDomain.findMany({
    where: { verifiedHost: { not: null }, organization: { memberships: { some: {} } } },
    select: { host: true, organizationId: true, token: true },
    orderBy: { host: "asc" },
  });
  return rows.map(({ host, organizationId, token }) => ({
    host,
    organizationId,
    challenge: token,
  }));
}

/** The state of an organization's publication in one store. */
export type PublicationState = {
  store: string;
  wantedVersion: number;
  publishedVersion: number;
  failingSince: Date | null;
  lastError: string | null;
};

export async function listPublications(organizationId: string): Promise<PublicationState[]> {
  const rows = await reader().publication.findMany({
    where: { organizationId },
    orderBy: { storeId: "asc" },
    include: { store: { select: { label: true } } },
  });
  return rows.map(({ store, wantedVersion, publishedVersion, failingSince, lastError }) => ({
    store: store.label,
    wantedVersion: Number(wantedVersion),
    publishedVersion: Number(publishedVersion),
    failingSince,
    lastError,
  }));
}

const MAX_LISTED_FAILURES = 20;

/** Organizations whose publication fails, the longest first. */
export async function listPublishingFailures(): Promise<
  { organizationId: string; store: string; since: Date }[]
> {
  const rows = await reader().publication.findMany({
    where: { failingSince: { not: null } },
    orderBy: { failingSince: "asc" },
    take: MAX_LISTED_FAILURES,
    include: { store: { select: { label: true } } },
  });
  return rows.map(({ organizationId, store, failingSince }) => ({
    organizationId,
    store: store.label,
    since: failingSince!,
  }));
}
