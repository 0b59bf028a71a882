import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from "@prisma/driver-adapter-utils";
import { type Engine, engineOf, migrationNames, migrationsDirectory } from "../lib/migrations";
import type { MigrationList, SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";

export const engines: readonly Engine[] = ["sqlite", "postgresql"];

/** The project's root: every command of the project is started there, and the server reads its migrations from there. */
const root = process.cwd();
/** How long a migration waits for another one of the same file. */
const MIGRATION_TIMEOUT_MS = 120_000;
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The one set of models, with the provider of `engine` in place. */
export function schemaFor(engine: Engine): string {
  const schema = readFileSync(join(root, "prisma/schema.prisma"), "utf8");
  return schema.replace('provider = "sqlite"', `provider = "${engine}"`).replace('"generated/sqlite"', `"./${engine}"`);
}

function migrations(engine: Engine): MigrationList {
  const baseDir = migrationsDirectory(engine);
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: `provider = "${engine}"\n` },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames(engine).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** The engine knows an error of the driver by a number only; the driver's own words are kept beside it. */
function reasonOf(error: unknown, driver: { errorRegistry: { consumeError(id: number): { error: unknown } | undefined } }): string {
  const { message } = error as Error;
  const id = /External error id#(\d+)/.exec(message)?.[1];
  const words = id === undefined ? message : String((driver.errorRegistry.consumeError(Number(id))?.error as Error | undefined)?.message ?? message);
  return words.split("\n").find((line) => line.trim() !== "") ?? words;
}

let loaded: Promise<Bindings> | undefined;

/** The bindings keep their instance in a module variable: a second instance would pull the first one's memory away. */
function loadBindings(): Promise<Bindings> {
  return (loaded ??= (async () => {
    const script = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const bindings = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as unknown as Bindings;
    const { instance } = await WebAssembly.instantiate(readFileSync(script.replace(/\.js$/, ".wasm")), {
      "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
    });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return bindings;
  })());
}

/**
 * Prisma's own schema engine on the database at `url`, in its WebAssembly form: the CLI's native one is a download that
 * a bare machine may not reach. On SQLite it locks the file until its connections are closed, which happens here.
 */
async function withEngine<T>(url: string, work: (schemaEngine: SchemaEngine) => Promise<T>): Promise<T> {
  const engine = engineOf(url);
  const bindings = await loadBindings();
  const factory = await adapterFor(engine, url);
  const connect = factory.connect.bind(factory);
  const connected: SqlDriverAdapter[] = [];
  factory.connect = async () => {
    const adapter = await connect();
    connected.push(adapter);
    return adapter;
  };
  const driver = bindMigrationAwareSqlAdapterFactory(factory);
  try {
    const options = { datamodels: [["schema.prisma", schemaFor(engine)] as [string, string]] };
    return await work(await bindings.SchemaEngine.new(options, () => undefined, driver));
  } catch (error) {
    throw new Error(`The database cannot be migrated: ${reasonOf(error, driver)}`, { cause: error });
  } finally {
    await Promise.all(connected.map((adapter) => adapter.dispose()));
  }
}

type Bindings = {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

async function adapterFor(engine: Engine, url: string) {
  if (engine === "sqlite") {
    const { SqliteAdapter } = await import("../lib/db-sqlite");
    return new SqliteAdapter(url, "migrate");
  }
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const factory = new PrismaPg({ connectionString: url });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    // The catalog that the engine describes has columns of PostgreSQL's internal "char", which the adapter refuses.
    const queryable = adapter as unknown as { performIO(query: unknown): Promise<{ fields: { dataTypeID: number }[] }> };
    const performIO = queryable.performIO.bind(adapter);
    queryable.performIO = async (query) => {
      const result = await performIO(query);
      for (const field of result.fields) if (field.dataTypeID === INTERNAL_CHAR_OID) field.dataTypeID = TEXT_OID;
      return result;
    };
    return adapter;
  };
  return factory;
}

const INTERNAL_CHAR_OID = 18;
const TEXT_OID = 25;

/** Applies the migrations that the database at `url` lacks, in order. Returns their names. */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = migrations(engineOf(url));
  return oneByOne(url, () =>
    withEngine(url, async (schemaEngine) => {
      const { appliedMigrationNames } = await schemaEngine.applyMigrations({ migrationsList, filters: NO_FILTER });
      return appliedMigrationNames;
    }),
  );
}

/**
 * Lets those who migrate the same SQLite file go one after the other. The engine's own lock would keep a running server
 * out as well (lib/db-sqlite.ts); this one is a file beside it, and ends with the process that holds it.
 */
async function oneByOne<T>(url: string, work: () => Promise<T>): Promise<T> {
  if (engineOf(url) !== "sqlite") return work();
  const path = url.replace(/^file:/, "");
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const lock = new Database(`${path}-migrating`, { timeout: MIGRATION_TIMEOUT_MS });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return await work();
  } finally {
    lock.close();
  }
}

/** The SQL that leads from the database at `url` to the project's models; empty when they agree. */
export async function missingSql(url: string): Promise<string> {
  const files = [{ path: "schema.prisma", content: schemaFor(engineOf(url)) }];
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
