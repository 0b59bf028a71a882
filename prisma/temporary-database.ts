import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { DatabaseEngine } from "../lib/migrations";

export type TemporaryDatabase = { url: string; drop(): Promise<void> };

const listCandidates = () =>
  process.env.TEST_POSTGRES_URL
    ? [process.env.TEST_POSTGRES_URL]
    : [
        "postgresql://postgres@127.0.0.1:5432/postgres",
        "postgresql://postgres:postgres@127.0.0.1:5432/postgres",
      ];

/**
 * Returns TEST_POSTGRES_URL if it is set, else the URL of a PostgreSQL server on this machine, or
 * null. Throws if the server at TEST_POSTGRES_URL does not respond.
 */
export async function findPostgres(): Promise<string | null> {
  for (const url of listCandidates()) {
    try {
      await run(url, "SELECT 1");
      return url;
    } catch (error) {
      if (process.env.TEST_POSTGRES_URL)
        throw new Error(
          "The server at TEST_POSTGRES_URL does not respond. Start it, or unset the variable.",
          { cause: error },
        );
    }
  }
  return null;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a temporary database. It is empty or, on PostgreSQL, can be a copy of `template`. */
export async function createTemporaryDatabase(
  engine: DatabaseEngine,
  server: string | null,
  template?: string,
): Promise<TemporaryDatabase> {
  if (engine === "sqlite") {
    const directory = mkdtempSync(join(tmpdir(), "candor-database-"));
    return {
      url: `file:${join(directory, "candor.db")}`,
      drop: async () => rmSync(directory, { recursive: true, force: true }),
    };
  }
  if (server === null) throw new Error("No PostgreSQL server responds. Set TEST_POSTGRES_URL.");
  const name = `candor_temporary_${randomBytes(6).toString("hex")}`;
  await run(
    server,
    `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template}`}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
