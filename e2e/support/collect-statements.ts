import SqliteFile from "better-sqlite3";
import { Client } from "pg";
import { vi } from "vitest";

/**
 * Starts recording SQL statements, on both engines. Returns a function that lists those recorded so
 * far, without BEGIN, COMMIT, SET LOCAL, PRAGMA, and savepoints. Call `vi.restoreAllMocks()`
 * afterward.
 */
export function collectStatements(): () => string[] {
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
  return () =>
    statements.filter(
      (text) => !/^\s*(BEGIN|SET LOCAL|COMMIT|SAVEPOINT|RELEASE|PRAGMA)/.test(text),
    );
}
