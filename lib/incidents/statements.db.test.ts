import SqliteFile from "better-sqlite3";
import { Client } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { membership } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { createIncident } from "./commands";
import { newIncident } from "./schema";

afterEach(() => vi.restoreAllMocks());

/** Collects the statements that either driver executes from now on. */
function collectStatements(): string[] {
  const statements: string[] = [];
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [given] = args as [string | { text: string }];
    statements.push(typeof given === "string" ? given : given.text);
    return query.apply(this, args);
  } as never);
  const statement = Object.getPrototypeOf(
    new SqliteFile(":memory:").prepare("SELECT 1"),
  ) as SqliteFile.Statement;
  for (const method of ["all", "get", "run"] as const) {
    const execute = statement[method] as (...args: unknown[]) => unknown;
    vi.spyOn(statement, method).mockImplementation(function (
      this: SqliteFile.Statement,
      ...args: unknown[]
    ) {
      statements.push(this.source);
      return execute.apply(this, args);
    } as never);
  }
  return statements;
}

test("an incident that changes the status of three components takes at most 12 statements", async () => {
  const { context, scope } = await membership();
  const ids: string[] = [];
  for (const name of ["API", "Website", "Database"])
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const statements = collectStatements();
  const components = [
    { id: ids[1], status: "degraded_performance" },
    { id: ids[2], status: "major_outage" },
  ];
  await createIncident(
    context,
    scope,
    newIncident.parse({ title: "Down", impact: "major", component_ids: ids, components }),
  );
  const counted = statements.filter(
    (text) => !/^\s*(BEGIN|SET LOCAL|COMMIT|SAVEPOINT|RELEASE|PRAGMA)/.test(text),
  );
  expect(counted.length).toBeGreaterThan(0);
  expect(counted.length).toBeLessThanOrEqual(12);
});
