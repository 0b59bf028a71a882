import Database from "better-sqlite3";
import { getDatabasePath } from "../lib/migrations";
import type { DataDirectory } from "./bench-server";

type Copies = {
  where: string;
  count: number;
  /** SQL expressions by column; `n` is the number of the copy. Other columns are copied. */
  changed: Record<string, string>;
};

/** Copies rows of a SQLite table, because creating them through the API would take too long. */
export function copyRows({ databaseUrl }: DataDirectory, table: string, copies: Copies): void {
  const { where, count, changed } = copies;
  const db = new Database(getDatabasePath(databaseUrl), { timeout: 10_000 });
  try {
    const info = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)");
    const columns = info.pluck().all(table);
    const values = columns.map((name) => changed[name] ?? `source.${name}`);
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
  const organization_id = "source.organization_id || '-' || n";
  const of = { where: `source.organization_id = '${id}'`, count };
  const changed = { id: COPY_ID, subdomain: "NULL" };
  copyRows(directory, "organizations", { where: `source.id = '${id}'`, count, changed });
  copyRows(directory, "memberships", { ...of, changed: { organization_id } });
  copyRows(directory, "publications", { ...of, changed: { organization_id } });
  const childId = "source.id || '-o' || n";
  copyRows(directory, "components", { ...of, changed: { id: childId, organization_id } });
  copyRows(directory, "component_status_changes", {
    where: `component_id IN (SELECT id FROM components WHERE organization_id = '${id}')`,
    count,
    changed: { id: childId, component_id: "source.component_id || '-o' || n" },
  });
}

/** Returns SQL that adds `minutes`, a SQL expression, to a time column. */
export const addMinutesSql = (column: string, minutes: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%f+00:00', source.${column}, (${minutes}) || ' minutes')`;
