import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import {
  type DatabaseEngine,
  getDatabasePath,
  getEngine,
  listMigrationNames,
  getMigrationsDirectory,
} from "../lib/migrations";
import type { MigrationList, SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";

export const engines: readonly DatabaseEngine[] = ["sqlite", "postgresql"];

const root = process.cwd();
const MIGRATION_TIMEOUT_MS = 120_000;
const LOCK_POLL_MS = 50;
const MIGRATION_LOCK = 4_026_118_213;
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

export function buildSchema(engine: DatabaseEngine): string {
  const schema = readFileSync(join(root, "prisma/schema.prisma"), "utf8");
  return schema
    .replace('provider = "sqlite"', `provider = "${engine}"`)
    .replace('"generated/sqlite"', `"./${engine}"`);
}

function createMigrationList(engine: DatabaseEngine, names: readonly string[]): MigrationList {
  const baseDir = getMigrationsDirectory(engine);
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: `provider = "${engine}"\n` },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/**
 * Returns the first line of an error's message. For an error of the driver, the schema engine
 * reports only a number, which identifies the error in the driver's registry.
 */
function findReason(
  error: unknown,
  driver: { errorRegistry: { consumeError(id: number): { error: unknown } | undefined } },
): string {
  const { message } = error as Error;
  const id = /External error id#(\d+)/.exec(message)?.[1];
  const registered = id === undefined ? undefined : driver.errorRegistry.consumeError(Number(id));
  const text = (registered?.error as Error | undefined)?.message ?? message;
  return text.split("\n").find((line) => line.trim() !== "") ?? text;
}

let loaded: Promise<Bindings> | undefined;

/** Loads the schema engine once because it keeps its bindings in a module variable. */
function loadBindings(): Promise<Bindings> {
  return (loaded ??= (async () => {
    const script = createRequire(import.meta.url).resolve(
      "@prisma/schema-engine-wasm/schema_engine_bg",
    );
    const bindings =
      (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as Bindings;
    const { instance } = await WebAssembly.instantiate(
      readFileSync(script.replace(/\.js$/, ".wasm")),
      {
        "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
      },
    );
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return bindings;
  })());
}

/** Runs `work` with Prisma's schema engine. If it fails, throws an error with the reason. */
async function withEngine<T>(
  url: string,
  work: (schemaEngine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const engine = getEngine(url);
  const bindings = await loadBindings();
  const factory = await createAdapterFactory(engine, url);
  const connected: SqlDriverAdapter[] = [];
  const track = async (connecting: Promise<SqlDriverAdapter>) => {
    const adapter = await connecting;
    connected.push(adapter);
    return adaptToEngine(adapter);
  };
  const driver = bindMigrationAwareSqlAdapterFactory({
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: () => track(factory.connect()),
    connectToShadowDb: () => track(factory.connectToShadowDb()),
  });
  try {
    const options = { datamodels: [["schema.prisma", buildSchema(engine)] as [string, string]] };
    return await work(await bindings.SchemaEngine.new(options, () => undefined, driver));
  } catch (error) {
    throw new Error(`The database cannot be migrated: ${findReason(error, driver)}`, {
      cause: error,
    });
  } finally {
    await Promise.all(connected.map((adapter) => adapter.dispose()));
  }
}

type Bindings = {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

async function createAdapterFactory(engine: DatabaseEngine, url: string) {
  if (engine === "sqlite") {
    const { createSqliteAdapterFactory } = await import("../lib/db/sqlite-adapter");
    return createSqliteAdapterFactory(url, "migrate");
  }
  const { PrismaPg } = await import("@prisma/adapter-pg");
  return new PrismaPg({ connectionString: url });
}

/**
 * Matches statements with which the schema engine locks the database. These locks block servers or,
 * behind PgBouncer, are never released. `withMigrationLock` replaces them.
 */
const ENGINE_LOCK = /^(PRAGMA main\.locking_mode\s*=\s*EXCLUSIVE|SELECT pg_advisory_lock\()/i;

/** Converts errors of better-sqlite3, because the schema engine reads only errors of this class. */
function convertError(error: unknown): never {
  if (!(error instanceof Database.SqliteError)) throw error;
  const { code: originalCode, message } = error;
  const table = /^no such table: (.*)/.exec(message)?.[1];
  const mapped: MappedError =
    table === undefined
      ? { kind: "sqlite", extendedCode: 1, message }
      : { kind: "TableDoesNotExist", table };
  throw new DriverAdapterError({ ...mapped, originalCode, originalMessage: message });
}

/** Converts times to text. In SQLite, Prisma's CLI stores those of migrations as numbers. */
function convertTimes(result: SqlResultSet): SqlResultSet {
  const isTime = (index: number) => result.columnTypes[index] === ColumnTypeEnum.DateTime;
  const convert = (value: unknown, index: number) =>
    typeof value === "number" && isTime(index) ? new Date(value).toISOString() : value;
  return { ...result, rows: result.rows.map((row) => row.map(convert)) };
}

/**
 * Skips the schema engine's locks. Casts the type "char" to text, which Prisma's adapter needs.
 * Converts errors and times.
 */
function adaptToEngine(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const toText = (query: SqlQuery): SqlQuery => ({
    ...query,
    sql: query.sql
      .replace(/\bconstr\.contype(?= AS)/, "$&::text")
      .replace(/\bcon\.(conf(?:del|upd)type)(?=,)/g, "$&::text AS $1"),
  });
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: async (query) =>
      ENGINE_LOCK.test(query.sql)
        ? { columnNames: [], columnTypes: [], rows: [] }
        : adapter.queryRaw(toText(query)).then(convertTimes, convertError),
    executeRaw: async (query) =>
      ENGINE_LOCK.test(query.sql) ? 0 : adapter.executeRaw(query).catch(convertError),
    executeScript: (script) => adapter.executeScript(script).catch(convertError),
    startTransaction: (level) => adapter.startTransaction(level),
    getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: false },
    dispose: () => adapter.dispose(),
  };
}

/** Applies missing migrations from `names`, in order. Returns the names of applied migrations. */
export async function applyMigrations(
  url: string,
  names: readonly string[] = listMigrationNames(getEngine(url)),
): Promise<string[]> {
  const migrationsList = createMigrationList(getEngine(url), names);
  return withMigrationLock(url, async () => {
    try {
      return await withEngine(
        url,
        async (schemaEngine) =>
          (await schemaEngine.applyMigrations({ migrationsList, filters: NO_FILTER }))
            .appliedMigrationNames,
      );
    } catch (error) {
      const failed = await findFailedMigration(url).catch(() => null);
      throw failed === null ? error : new Error(failed, { cause: error });
    }
  });
}

/** Describes a migration that failed halfway. Returns null if there is none. */
async function findFailedMigration(url: string): Promise<string | null> {
  const connection = await (await createAdapterFactory(getEngine(url), url)).connect();
  try {
    const sql =
      "SELECT migration_name, logs FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL";
    const [row] = (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows;
    if (row === undefined) return null;
    // Removes the numbered trace at the end of the schema engine's log.
    const reason = String(row[1] ?? "")
      .split(/^\s+0: /m)[0]!
      .replace("external connector error", "")
      .trim()
      .replace(/\s*\n\s*/g, " ");
    return (
      `The migration ${String(row[0])} failed halfway${reason && `: ${reason}`}. ` +
      "Restore a backup from before the upgrade and start again, or complete the " +
      "migration by hand and set its finished_at in _prisma_migrations."
    );
  } finally {
    await connection.dispose();
  }
}

const withMigrationLock = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  getEngine(url) === "sqlite"
    ? withLockFile(`${getDatabasePath(url)}-migrating`, work)
    : withAdvisoryLock(url, work);

/** Runs `work` in one process at a time. Throws if it can't get the lock within `timeoutMs`. */
export async function withLockFile<T>(
  path: string,
  work: () => Promise<T>,
  timeoutMs = MIGRATION_TIMEOUT_MS,
): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const lock = new Database(path, { timeout: 0 });
  try {
    for (let waitedMs = 0; !tryLock(lock, waitedMs >= timeoutMs); waitedMs += LOCK_POLL_MS)
      await sleep(LOCK_POLL_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: Database.Database, isLastAttempt: boolean): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    if (isLastAttempt)
      throw Object.assign(
        new Error(
          `Another process is using the lock file ${lock.name}. Wait until it finishes, then try again.`,
          { cause: error },
        ),
        // The server then starts without the database, and tries again.
        { code: "SQLITE_BUSY" },
      );
    return false;
  }
}

async function withAdvisoryLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const connection = await (await createAdapterFactory("postgresql", url)).connect();
  // Behind PgBouncer, a lock must belong to a transaction.
  const lock = await connection.startTransaction();
  const run = (sql: string) => lock.executeRaw({ sql, args: [], argTypes: [] });
  try {
    await run(`SET LOCAL lock_timeout = ${MIGRATION_TIMEOUT_MS}`);
    await run("SET LOCAL idle_in_transaction_session_timeout = 0");
    await run(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    return await work();
  } finally {
    await run("ROLLBACK").finally(() => lock.rollback());
    await connection.dispose();
  }
}

/** Returns SQL that changes the database's schema to match the models, or "" if it matches. */
export async function findMissingSql(url: string): Promise<string> {
  const files = [{ path: "schema.prisma", content: buildSchema(getEngine(url)) }];
  const { stdout } = await withEngine(url, (schemaEngine) =>
    schemaEngine.diff({
      from: { tag: "schemaDatasource", files, configDir: root },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    }),
  );
  const sql = stdout ?? "";
  return sql.includes("-- This is an empty migration.") ? "" : sql;
}
