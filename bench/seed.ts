import Database from "better-sqlite3";
import { getDatabasePath } from "../lib/migrations";
import type { DataDirectory } from "./bench-server";

/** SQL expressions by column; `n` is the number of the copy. Other columns are copied. */
type Changes = Record<string, string>;

/** Copies rows of a SQLite table, because creating them through the API would take too long. */
export function copyRows(
  { databaseUrl }: DataDirectory,
  table: string,
  where: string,
  count: number,
  changes: Changes,
): void {
  const db = new Database(getDatabasePath(databaseUrl), { timeout: 10_000 });
  try {
    const info = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)");
    const columns = info.pluck().all(table);
    const values = columns.map((name) => changes[name] ?? `source.${name}`);
    db.exec(`
      WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${count})
      INSERT INTO ${table} (${columns.join(", ")})
      SELECT ${values.join(", ")} FROM ${table} AS source, copies WHERE ${where}`);
  } finally {
    db.close();
  }
}

export const COPY_ID = "source.id || '-' || n";

/**
 * Copies an organization `count` times, with its members and components. A copied organization
 * has the original's ID with the suffix `-{n}`, and a copied component with the suffix `-o{n}`.
 */
export function copyOrganization(directory: DataDirectory, id: string, count: number): void {
  const copy = (table: string, where: string, changes: Changes) =>
    copyRows(directory, table, where, count, changes);
  const organization_id = "source.organization_id || '-' || n";
  const own = `organization_id = '${id}'`;
  const [childId, component_id] = ["source.id || '-o' || n", "source.component_id || '-o' || n"];
  const ofComponents = `component_id IN (SELECT id FROM components WHERE ${own})`;
  copy("organizations", `source.id = '${id}'`, { id: COPY_ID, subdomain: "NULL" });
  copy("memberships", own, { organization_id });
  copy("publications", own, { organization_id });
  copy("components", own, { id: childId, organization_id });
  copy("component_status_changes", ofComponents, { id: childId, component_id });
}

/** Returns SQL that adds `minutes`, a SQL expression, to a time column. */
export const addMinutesSql = (column: string, minutes: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%f+00:00', source.${column}, (${minutes}) || ' minutes')`;
