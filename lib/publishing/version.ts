import { randomUUID } from "node:crypto";
import { isPostgresql, reader, transaction } from "@/lib/db/database";
import type { Tx } from "@/lib/db/prisma-client";
import { getDatabaseTimeSql, sql } from "@/lib/statements";

/**
 * `number` is the time of the change in ms since 1970, or one more than the previous version.
 * Numbers of different epochs are not comparable.
 */
export type Version = { epoch: string; number: number };

/** Transactions are shorter than this, so a version is visible by then. */
const OVERLAP_MS = 30_000;

/** PostgreSQL can't infer the type of these parameters. */
export const toTimestampSql = (at: Date) =>
  isPostgresql() ? sql`CAST(${at} AS TIMESTAMP)` : sql`${at}`;

/** Advances the version in the transaction of the change, and schedules its publication. */
export async function advanceVersion(tx: Tx, organizationId: string, dueAt: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ version: bigint | number }[]>`
    UPDATE organizations SET public_version =
      CASE WHEN public_version < ${getDatabaseTimeSql()} THEN ${getDatabaseTimeSql()} ELSE public_version + 1 END
    WHERE id = ${organizationId} RETURNING public_version AS version`;
  const version = row?.version ?? 0;
  const due = toTimestampSql(dueAt);
  await tx.$executeRaw`
    INSERT INTO publications (organization_id, store_id, wanted_version, due_at, not_before)
    SELECT ${organizationId}, id, CAST(${version} AS BIGINT), ${due}, ${due}
    FROM artifact_stores WHERE 1 = 1
    ON CONFLICT (organization_id, store_id) DO UPDATE SET
      wanted_version = excluded.wanted_version,
      due_at = CASE
        WHEN publications.lease IS NOT NULL THEN publications.due_at
        WHEN publications.not_before > excluded.due_at THEN publications.not_before
        WHEN publications.due_at < excluded.due_at THEN publications.due_at
        ELSE excluded.due_at END`;
  return Number(version);
}

type Listener = (organizationId: string, version: number) => void;
let listener: Listener | undefined;

/** Sets the listener of this process for committed versions. */
export function setVersionListener(newListener: Listener): void {
  listener = newListener;
}

/** Reports a committed version. Without it, the version query finds the change within a second. */
export const announceVersion: Listener = (organizationId, version) =>
  listener?.(organizationId, version);

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
  /** In ms since 1970. */
  at: number;
  changes: { organizationId: string; number: number }[];
};

/** Reads versions since a poll. Commits can be late, so polls read the last 30 seconds again. */
export async function readVersions(since: number | null): Promise<VersionPoll> {
  const from = since === null ? getDatabaseTimeSql() : sql`CAST(${BigInt(since)} AS BIGINT)`;
  const rows = await reader().$queryRaw<
    { epoch: string; at: bigint | number; id: string | null; number: bigint | number | null }[]
  >`
    SELECT e.epoch, ${getDatabaseTimeSql()} AS at, o.id, o.public_version AS number
    FROM version_epochs e LEFT JOIN organizations o
      ON o.public_version >= ${from} - ${OVERLAP_MS} WHERE e.id = 1`;
  const [first] = rows;
  if (first === undefined) throw new Error("The database has no version epoch.");
  const changes = rows.flatMap(({ id, number }) =>
    id === null ? [] : [{ organizationId: id, number: Number(number) }],
  );
  return { epoch: first.epoch, at: Number(first.at), changes };
}
