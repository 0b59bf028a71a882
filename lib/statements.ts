import { join, raw, type Sql, sqltag } from "@prisma/client/runtime/client";
import type { Prisma, Tx } from "./db/client";
import { reader, transaction } from "./db/database";

/** A part of a statement. */
export const sql = sqltag;

/** The name of a table or column, or another constant part. It must not come from a request. */
export const constant = raw;

/** Values or parts, separated by commas, as in `IN (…)`. At least one. */
export const listed = (values: readonly (string | Sql)[]) => join(values);

/** Conditions that must all hold, at least one. Those that are false, null or undefined are left out. */
export const allOf = (...conditions: (Sql | false | null | undefined)[]): Sql =>
  join(conditions.filter((condition) => Boolean(condition)) as Sql[], " AND ");

const MAX_SEARCH_WORDS = 8;

/**
 * Whether a column contains each of the words, ignoring the case of Latin letters. LIKE would treat
 * % and _ as wildcards, and cases differently on the two engines.
 */
export const hasWords = (column: string, words: string): Sql =>
  allOf(
    ...words
      .trim()
      .split(/\s+/, MAX_SEARCH_WORDS)
      .map(
        (word) =>
          sqltag`replace(lower(${constant(column)}), lower(${word}), '') <> lower(${constant(column)})`,
      ),
  );

type Rows = {
  incidents: Prisma.IncidentCreateManyInput;
  incident_components: Prisma.IncidentComponentCreateManyInput;
  incident_updates: Prisma.IncidentUpdateCreateManyInput;
  maintenance_components: Prisma.MaintenanceComponentCreateManyInput;
  maintenance_updates: Prisma.MaintenanceUpdateCreateManyInput;
  component_status_changes: Prisma.ComponentStatusChangeCreateManyInput;
  component_status_settings: Prisma.ComponentStatusSettingCreateManyInput;
  notification_events: Prisma.NotificationEventCreateManyInput;
  audit_entries: Prisma.AuditEntryCreateManyInput;
};

/**
 * Inserts rows with the same fields, a few thousand values at most, in one statement. Prisma
 * compiles a `createMany` at every call, which costs time per row.
 */
export async function insertRows<Table extends keyof Rows>(
  tx: Tx,
  table: Table,
  rows: Rows[Table][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const values = rows.map((row) => sqltag`(${join(Object.values(row))})`);
  await tx.$executeRaw`INSERT INTO ${constant(table)} (${constant(columns.join(", "))}) VALUES ${join(values)}`;
}

/** Runs statements whose text is built at run time. `?` marks a value and means nothing else. */
export type Bulk = {
  all: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  run: (text: string, values: readonly unknown[]) => Promise<void>;
};

export const bulkIn = (client: Tx): Bulk => {
  const toSql = (text: string, values: readonly unknown[]) =>
    sqltag(text.split("?"), ...(values as string[]));
  return {
    all: (text, values) => client.$queryRaw(toSql(text, values)),
    run: async (text, values) => void (await client.$executeRaw(toSql(text, values))),
  };
};
export const bulkReader = (): Bulk => bulkIn(reader());
export const bulkTransaction = <T>(work: (bulk: Bulk) => Promise<T>): Promise<T> =>
  transaction((tx) => work(bulkIn(tx)));
