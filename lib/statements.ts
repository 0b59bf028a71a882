import { join, raw, type Sql, sqltag } from "@prisma/client/runtime/client";
import { isPostgresql, reader, transaction, type Prisma, type Tx } from "./db/database";

export type { Sql };
export const sql = sqltag;

/** Inserts text into a statement without escaping it, so the text must not come from a request. */
export const unescapedSql = raw;

/** Joins values for `IN (…)`. An empty list becomes `IN (NULL)`, which matches nothing. */
export const joinValues = (values: readonly (string | Sql)[]) =>
  join(values.length === 0 ? [null] : values);

/**
 * Returns an expression for the database's time in ms since 1970. Versions of public content use
 * this clock, because the clocks of processes may differ.
 */
export const getDatabaseTimeSql = (): Sql =>
  isPostgresql()
    ? sql`CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`
    : sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

export async function readDatabaseTime(): Promise<Date> {
  const [row] = await reader().$queryRaw<[{ ms: bigint | number }]>`
    SELECT ${getDatabaseTimeSql()} AS ms`;
  return new Date(Number(row.ms));
}

/** Converts integers in the result of a statement, which some engines return as BigInt. */
export const convertIntegers = <Row extends object>(rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "bigint" ? Number(value) : value,
    ]);
    return Object.fromEntries(fields) as Row;
  });

/** Joins conditions with AND; at least one is required. */
export const joinConditions = (...conditions: (Sql | false | null | undefined)[]): Sql =>
  join(conditions.filter((condition) => Boolean(condition)) as Sql[], " AND ");

const MAX_SEARCH_WORDS = 8;

/**
 * Returns a condition that the column contains each of the first 8 words. Unlike LIKE, it has no
 * wildcards, and it ignores case on both engines.
 */
export const createSearchCondition = (column: string, words: string): Sql =>
  joinConditions(
    ...words
      .trim()
      .split(/\s+/, MAX_SEARCH_WORDS)
      .map((word) => {
        // SQLite's `lower` converts only ASCII letters, but is faster than the JavaScript function
        // `unicode_lower` (lib/db/sqlite-adapter.ts).
        const isUnicode = !isPostgresql() && /[^\0-\x7f]/.test(word);
        const lower = unescapedSql(isUnicode ? "unicode_lower" : "lower");
        const text = sqltag`${lower}(${unescapedSql(column)})`;
        return sqltag`replace(${text}, ${lower}(${word}), '') <> ${text}`;
      }),
  );

const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Lists the columns of a row of the table with the alias `s`, each named like its field. */
export const selectFields = <Row>(fields: Record<keyof Row, true>): Sql =>
  raw(
    Object.keys(fields)
      .map((field) => `s.${toColumn(field)} AS "${field}"`)
      .join(", "),
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

/** SQLite binds at most 32,766 values per statement. */
const INSERT_BATCH_SIZE = 1_000;

/** Inserts rows faster than `createMany`, which Prisma compiles for each call. */
export async function insertRows<Table extends keyof Rows>(
  tx: Tx,
  table: Table,
  rows: Rows[Table][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = unescapedSql(Object.keys(rows[0]!).map(toColumn).join(", "));
  const values = rows.map((row) => sqltag`(${join(Object.values(row))})`);
  for (let start = 0; start < values.length; start += INSERT_BATCH_SIZE)
    await tx.$executeRaw`INSERT INTO ${unescapedSql(table)} (${columns})
      VALUES ${join(values.slice(start, start + INSERT_BATCH_SIZE))}`;
}

/** Functions that run SQL text built at run time. The values replace its `?` placeholders, in order. */
export type SqlRunner = {
  all: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  run: (text: string, values: readonly unknown[]) => Promise<void>;
};

export const createSqlRunner = (client: Tx): SqlRunner => {
  const toSql = (text: string, values: readonly unknown[]) =>
    sqltag(text.split("?"), ...(values as string[]));
  return {
    all: (text, values) => client.$queryRaw(toSql(text, values)),
    run: async (text, values) => void (await client.$executeRaw(toSql(text, values))),
  };
};
export const getSqlReader = (): SqlRunner => createSqlRunner(reader());
export const runSqlTransaction = <T>(work: (runner: SqlRunner) => Promise<T>): Promise<T> =>
  transaction((tx) => work(createSqlRunner(tx)));
