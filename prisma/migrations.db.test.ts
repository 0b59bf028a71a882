import { afterAll, beforeAll, expect, test } from "vitest";
import { type DirectDatabase, openDirectly } from "../e2e/support/test-database";
import { isCompatible, listMigrationNames } from "../lib/migrations";
import { applyMigrations, findMissingSql } from "./engine";
import { createTemporaryDatabase, type TemporaryDatabase } from "./temporary-database";

const engine = process.env.TEST_ENGINE as "sqlite" | "postgresql";

test("all migrations, applied in order, create the schema of the models", async () => {
  expect(await findMissingSql(process.env.DATABASE_URL!)).toBe("");
});

type Column = { table: string; name: string; type: string; isRequired: boolean };

const COLUMNS = {
  sqlite: `SELECT t.name AS "table", c.name, c.type,
      (c."notnull" = 1 AND c.dflt_value IS NULL) AS required
    FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  postgresql: `SELECT table_name AS "table", column_name AS name, data_type AS type,
      (is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO') AS required
    FROM information_schema.columns WHERE table_schema = 'public'`,
};

const readColumns = async (database: DirectDatabase): Promise<Column[]> =>
  (
    await database.query<Omit<Column, "isRequired"> & { required: number | boolean }>(
      COLUMNS[engine],
    )
  )
    .filter(({ table }) => table !== "_prisma_migrations")
    .map(({ required, ...column }) => ({ ...column, isRequired: Boolean(required) }));

/**
 * Returns the changes that break the previous release. A new optional column does not, because that
 * release's statements name their columns.
 */
function findBreakingChanges(before: readonly Column[], after: readonly Column[]): string[] {
  const tables = new Set(before.map(({ table }) => table));
  const key = ({ table, name }: Column) => `${table}.${name}`;
  const [earlier, later] = [before, after].map(
    (all) => new Map(all.map((each) => [key(each), each])),
  );
  return [
    ...before.flatMap((column) => {
      const now = later!.get(key(column));
      if (now === undefined) return [`${key(column)} is gone`];
      if (now.type !== column.type) return [`${key(column)} has another type`];
      return now.isRequired && !column.isRequired ? [`${key(column)} became required`] : [];
    }),
    ...after
      .filter((column) => tables.has(column.table) && !earlier!.has(key(column)))
      .filter(({ isRequired }) => isRequired)
      .map((column) => `${key(column)} is new and required`),
  ];
}

let temporaryDatabase: TemporaryDatabase;
let database: DirectDatabase;
beforeAll(async () => {
  temporaryDatabase = await createTemporaryDatabase(
    engine,
    process.env.E2E_POSTGRES_SERVER ?? null,
  );
});
afterAll(async () => {
  await database.close();
  await temporaryDatabase.drop();
});

test("compatible migrations keep every column, and rows can be inserted without the new ones", async () => {
  const names = listMigrationNames(engine);
  const found: Record<string, string[]> = {};
  let before: Column[] = [];
  for (const [index, name] of names.entries()) {
    await applyMigrations(temporaryDatabase.url, names.slice(0, index + 1));
    database ??= await openDirectly(temporaryDatabase.url);
    const after = await readColumns(database);
    found[name] = findBreakingChanges(before, after);
    before = after;
  }
  const compatible = names.filter(isCompatible);
  expect(compatible.length).toBeGreaterThan(10);
  expect(Object.fromEntries(compatible.map((name) => [name, found[name]]))).toEqual(
    Object.fromEntries(compatible.map((name) => [name, []])),
  );
  // Shows that the comparison finds a breaking change.
  expect(found["20261123023500_retry_after_until_breaking"]).toEqual([
    "subscribers.rests_until is gone",
  ]);
});
