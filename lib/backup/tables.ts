import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isPostgresql } from "@/lib/db/database";
import { type DatabaseEngine, getMigrationsDirectory, listMigrationNames } from "@/lib/migrations";
import type { SqlRunner } from "@/lib/statements";

/** A table of the database. `key` lists the columns of its primary key. */
export type Table = { name: string; key: string[] };

type Catalog = Record<"tables" | "keys" | "references", string>;

const SQLITE: Catalog = {
  tables: `SELECT name AS "table" FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  keys: `SELECT t.name AS "table", c.name AS "column"
    FROM sqlite_master t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.pk > 0 ORDER BY t.name, c.pk`,
  references: `SELECT t.name AS "table", f."table" AS target
    FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
};

const POSTGRESQL: Catalog = {
  tables: `SELECT relname::text AS "table" FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`,
  keys: `SELECT c.relname::text AS "table", a.attname::text AS "column"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indisprimary AND c.relnamespace = current_schema()::regnamespace
    ORDER BY c.relname, array_position(i.indkey::int2[], a.attnum)`,
  references: `SELECT c.relname::text AS "table", t.relname::text AS target
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
};

/**
 * Prisma's table of applied migrations. Backups exclude it, because a restore applies the
 * migrations.
 */
export const MIGRATIONS_TABLE = "_prisma_migrations";

export const quoteName = (name: string): string => `"${name}"`;

const getDatabaseEngine = (): DatabaseEngine => (isPostgresql() ? "postgresql" : "sqlite");
const getCatalog = (): Catalog => (isPostgresql() ? POSTGRESQL : SQLITE);

/** Returns the names of all tables that a migration of this version or an earlier one creates. */
function listOwnNames(): Set<string> {
  const engine = getDatabaseEngine();
  const directory = getMigrationsDirectory(engine);
  const scripts = listMigrationNames(engine).map((name) =>
    readFileSync(join(directory, name, "migration.sql"), "utf8"),
  );
  const created = scripts.join("\n").matchAll(/CREATE TABLE "(\w+)"/g);
  return new Set([...created].map(([, name]) => name!));
}

type DatabaseContent = {
  isEmpty: boolean;
  /** Names of tables of other applications or of a newer version. */
  otherTables: string[];
  /** Applied migrations that this version does not know. Null if there is no migrations table. */
  unknownMigrations: string[] | null;
};

export async function inspectDatabase(db: SqlRunner): Promise<DatabaseContent> {
  const names = (await db.all<{ table: string }>(getCatalog().tables, [])).map(
    ({ table }) => table,
  );
  const ownNames = listOwnNames().add(MIGRATIONS_TABLE);
  const known = new Set(listMigrationNames(getDatabaseEngine()));
  const applied = names.includes(MIGRATIONS_TABLE)
    ? await db.all<{ name: string }>(`SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}`, [])
    : null;
  return {
    isEmpty: names.length === 0,
    otherTables: names.filter((name) => !ownNames.has(name)).toSorted(),
    unknownMigrations: applied?.map(({ name }) => name).filter((name) => !known.has(name)) ?? null,
  };
}

/** Lists Candor's tables. Each table comes after the tables that it references. */
export async function listTables(db: SqlRunner): Promise<Table[]> {
  const catalog = getCatalog();
  const ownNames = listOwnNames();
  const keys = new Map<string, string[]>();
  for (const { table, column } of await db.all<{ table: string; column: string }>(catalog.keys, []))
    if (ownNames.has(table)) keys.set(table, [...(keys.get(table) ?? []), column]);
  const references = await db.all<{ table: string; target: string }>(catalog.references, []);
  const ordered: Table[] = [];
  while (keys.size > 0) {
    const next = [...keys].filter(([name]) =>
      references.every(
        ({ table, target }) => table !== name || target === name || !keys.has(target),
      ),
    );
    if (next.length === 0)
      throw new Error("The tables of the database reference one another in a cycle.");
    for (const [name, key] of next) {
      ordered.push({ name, key });
      keys.delete(name);
    }
  }
  return ordered;
}
