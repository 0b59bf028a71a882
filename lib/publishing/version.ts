import { randomUUID } from "node:crypto";
import { isPostgresql, reader, transaction, type Tx } from "@/lib/db/database";
import { getDatabaseTimeSql, sql } from "@/lib/statements";

/**
 * A version of an organization's public content. `number` is the time of the change in ms since
 * 1970, or one more than the previous number if that is greater. Numbers of different epochs are
 * not comparable.
 */
export type Version = { epoch: string; number: number };

/** The maximum delay from a version's time to the commit that makes the version visible. */
const OVERLAP_MS = 30_000;

/** The longest pause between attempts to publish an organization. */
export const MAX_BACKOFF_MS = 60_000;

/** Casts a time for PostgreSQL, which can't infer the type of a parameter in some statements. */
const toTimestampSql = (at: Date) => (isPostgresql() ? sql`CAST(${at} AS TIMESTAMP)` : sql`${at}`);

/**
 * Advances the version of an organization, in the transaction of the change, and schedules its
 * publication. Returns the new number.
 */
export async function advanceVersion(tx: Tx, organizationId: string, dueAt: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ version: bigint | number }[]>`
    UPDATE organizations SET public_version =
      CASE WHEN public_version < ${getDatabaseTimeSql()} THEN ${getDatabaseTimeSql()} ELSE public_version + 1 END
    WHERE id = ${organizationId} RETURNING public_version AS version`;
  const version = row?.version ?? 0;
  const due = toTimestampSql(dueAt);
  // A pause that ends later is ignored: the clock was set back after the pause started.
  const latest = toTimestampSql(new Date(dueAt.getTime() + MAX_BACKOFF_MS));
  await tx.$executeRaw`
    INSERT INTO publications (organization_id, store_id, wanted_version, due_at, not_before)
    SELECT ${organizationId}, id, CAST(${version} AS BIGINT), ${due}, ${due}
    FROM artifact_stores WHERE 1 = 1
    ON CONFLICT (organization_id, store_id) DO UPDATE SET
      wanted_version = excluded.wanted_version,
      due_at = CASE
        WHEN publications.lease IS NOT NULL THEN publications.due_at
        WHEN publications.not_before > excluded.due_at AND publications.not_before <= ${latest}
          THEN publications.not_before
        WHEN publications.due_at < excluded.due_at THEN publications.due_at
        ELSE excluded.due_at END`;
  return Number(version);
}

export async function readEpoch(): Promise<string> {
  const { epoch } = await reader().versionEpoch.findUniqueOrThrow({ where: { id: 1 } });
  return epoch;
}

/**
 * Starts a new epoch after the database was restored to an older version, unless another process
 * has already started one.
 */
export async function startEpoch(former: string): Promise<void> {
  await transaction((tx) =>
    tx.versionEpoch.updateMany({ where: { id: 1, epoch: former }, data: { epoch: randomUUID() } }),
  );
}

export type VersionPoll = {
  epoch: string;
  /** The database's time of the poll, in ms since 1970. */
  at: number;
  changes: { organizationId: string; number: number }[];
};

/**
 * Reads the versions since the time of the last poll. Each poll also reads the 30 seconds before,
 * because a version's transaction may commit later than its time.
 */
export async function readVersions(since: number | null): Promise<VersionPoll> {
  const from = since === null ? getDatabaseTimeSql() : sql`CAST(${BigInt(since)} AS BIGINT)`;
  const rows = await reader().$queryRaw<
    { epoch: string; at: bigint | number; id: string | null; number: bigint | number | null }[]
  >`
    SELECT e.epoch, ${getDatabaseTimeSql()} AS at, o.id, o.public_version AS number
    FROM version_epochs e LEFT JOIN organizations o
      ON o.public_version >= ${from} - ${OVERLAP_MS} WHERE e.id = 1`;
  const [first] = rows;
  if (first === undefined)
    throw new Error("The database has no version epoch. Restore it from a backup.");
  const changes = rows.flatMap(({ id, number }) =>
    id === null ? [] : [{ organizationId: id, number: Number(number) }],
  );
  return { epoch: first.epoch, at: Number(first.at), changes };
}
