import { copyFileSync } from "node:fs";
import type { Role } from "../../lib/roles";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteFile from "better-sqlite3";
import { Client, types } from "pg";
import type { DatabaseEngine } from "../../lib/migrations";
import { createTemporaryDatabase, type TemporaryDatabase } from "../../prisma/temporary-database";

/**
 * Creates a database whose commits don't wait for the disk. That is safe, because no test stops
 * PostgreSQL itself.
 */
async function createFastDatabase(template?: string): Promise<TemporaryDatabase> {
  const database = await createTemporaryDatabase(
    "postgresql",
    process.env.E2E_POSTGRES_SERVER!,
    template,
  );
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
  await client.end();
  return database;
}

export async function createMigratedDatabase(
  engine: DatabaseEngine,
  dataDir: string,
): Promise<TemporaryDatabase> {
  if (engine === "sqlite") {
    const path = join(dataDir, "candor.db");
    copyFileSync(process.env.E2E_SQLITE_TEMPLATE!, path);
    return { url: `file:${path}`, drop: async () => undefined };
  }
  return createFastDatabase(process.env.E2E_POSTGRES_TEMPLATE);
}

export async function createEmptyDatabase(
  engine: DatabaseEngine,
  dataDir: string,
): Promise<TemporaryDatabase> {
  if (engine === "sqlite")
    return { url: `file:${join(dataDir, "candor.db")}`, drop: async () => undefined };
  return createFastDatabase();
}

const [POLL_INTERVAL_MS, MAX_POLLS] = [20, 100];

/** Direct access to a server's database, for data that the API cannot read or create. */
export type DirectDatabase = {
  /** `?` is a placeholder on both engines. */
  query: <Row = Record<string, unknown>>(
    sql: string,
    ...values: (string | number)[]
  ) => Promise<Row[]>;
  /** Waits for running statements: PostgreSQL still completes those of a killed process. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openDirectly(url: string): Promise<DirectDatabase> {
  if (url.startsWith("file:")) {
    const file = new SqliteFile(url.slice("file:".length), {
      fileMustExist: true,
      timeout: 10_000,
    });
    const query = async (sql: string, ...values: (string | number)[]) => {
      const statement = file.prepare(sql);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    };
    return {
      query: query as DirectDatabase["query"],
      settle: async () => undefined,
      close: async () => void file.close(),
    };
  }
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.TIMESTAMP ? toUtc : types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  const query = async (sql: string, ...values: (string | number)[]) => {
    let index = 0;
    return (
      await client.query(
        sql.replaceAll("?", () => `$${++index}`),
        values,
      )
    ).rows;
  };
  const running =
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() " +
    "AND pid <> pg_backend_pid() AND state <> 'idle'";
  const settle = async () => {
    for (let polls = 0; polls < MAX_POLLS && (await query(running)).length > 0; polls++)
      await sleep(POLL_INTERVAL_MS);
  };
  return { query: query as DirectDatabase["query"], settle, close: () => client.end() };
}

/** Prisma stores times in PostgreSQL in UTC, without a time zone. */
const toUtc = (value: string): string => `${value.replace(" ", "T")}Z`;

export async function addMember(
  database: DirectDatabase,
  organization: string,
  userId: string,
  role: Role,
): Promise<void> {
  await database.query(
    "INSERT INTO memberships (organization_id, user_id, role, created_at) " +
      "SELECT id, ?, ?, created_at FROM organizations WHERE id = ?",
    userId,
    role,
    organization,
  );
}
