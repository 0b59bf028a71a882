import fs, { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as prisma from "@prisma/driver-adapter-utils";
import { LRUCache } from "lru-cache";
import Sqlite, { type Database } from "better-sqlite3";
import { lockWait } from "../metrics";
import { getDatabasePath } from "../migrations";

const BUSY_TIMEOUT_MS = 10_000;
/** The longest pause between attempts is short, because writers hold the lock for a few ms. */
const MAX_BUSY_PAUSE_MS = 4;
/**
 * A commit runs a checkpoint, which blocks the thread, if the write-ahead log has this many pages.
 * The limit is lower for the worker thread, so that the main thread rarely runs checkpoints.
 */
const CHECKPOINT_PAGES = { background: 4_000, others: 10_000 };
/** The write-ahead log is truncated to this size after a checkpoint. A long read lets it grow. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/**
 * The purpose of a connection. With `write`, a commit resolves when it is on disk. With
 * `background`, a crash of the machine can lose the last commits. With `snapshot`, all reads of its
 * only transaction see the same state. With `migrate`, waiting for a lock blocks the thread.
 */
export type Use = "read" | "snapshot" | "write" | "background" | "migrate";

const INFO = { provider: "sqlite", adapterName: "sqlite" } as const;

/**
 * Returns a factory for SQLite connections. Creates the database file and its directory, accessible
 * only to the current user. Connections throw the errors of better-sqlite3.
 */
export function createSqliteAdapterFactory(
  url: string,
  use: Use,
): prisma.SqlMigrationAwareDriverAdapterFactory {
  const path = getDatabasePath(url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // Usually, the file already exists. If it can't be created, SQLite reports the reason later.
  }
  return {
    ...INFO,
    connect: () => connect(path, use),
    connectToShadowDb: () => connect(":memory:", use),
  };
}

async function connect(path: string, use: Use): Promise<prisma.SqlDriverAdapter> {
  // Except for migrations, the timeout is 0: waiting for a lock inside SQLite blocks the thread.
  const client = new Sqlite(path, { timeout: use === "migrate" ? BUSY_TIMEOUT_MS : 0 });
  const isBackground = use === "background";
  const settings = {
    journal_mode: "WAL",
    synchronous: use === "migrate" ? "FULL" : "NORMAL",
    foreign_keys: "ON",
    wal_autocheckpoint: CHECKPOINT_PAGES[isBackground ? "background" : "others"],
    journal_size_limit: MAX_LOG_BYTES,
    cache_size: isBackground ? -4_000 : -16_000,
    query_only: use === "read" || use === "snapshot" ? "ON" : "OFF",
  };
  // The settings are retried, because another process may hold a lock on a new file.
  await retryWhileBusy(performance.now(), () => {
    for (const [name, value] of Object.entries(settings)) client.pragma(`${name} = ${value}`);
  });
  client.function("unicode_lower", { deterministic: true }, (text) => String(text).toLowerCase());
  return new SqliteAdapter(client, use);
}

class SqliteAdapter implements prisma.SqlDriverAdapter {
  readonly provider = "sqlite";
  readonly adapterName = "sqlite";
  /** Prepared statements are cached, because preparing one takes about 30 µs. */
  readonly #statements = new LRUCache<string, ReturnType<typeof prepare>>({
    max: 500,
    memoMethod: (text) => prepare(this.client, text),
  });
  #lastTransaction: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Database,
    private readonly use: Use,
    private readonly flush = createFlush(`${client.name}-wal`),
  ) {}

  async queryRaw(query: prisma.SqlQuery): Promise<prisma.SqlResultSet> {
    const { statement, columnNames, declaredTypes } = this.#statements.memo(query.sql);
    const values = toValues(query);
    if (!statement.reader) statement.run(...values);
    const rows = statement.reader ? (statement.all(...values) as unknown[][]) : [];
    const findValue = (index: number) => rows.find((row) => row[index] !== null)?.[index];
    const columnTypes = declaredTypes.map((type, index) => type ?? inferType(findValue(index)));
    return { columnNames, columnTypes, rows };
  }

  async executeRaw(query: prisma.SqlQuery): Promise<number> {
    return this.#statements.memo(query.sql).statement.run(...toValues(query)).changes;
  }

  async executeScript(script: string): Promise<void> {
    this.client.exec(script);
  }

  async startTransaction(level?: prisma.IsolationLevel): Promise<prisma.Transaction> {
    // A snapshot has its own connection, because all reads of a connection see the same state.
    if (this.use === "read" && level !== undefined)
      return (await connect(this.client.name, "snapshot")).startTransaction();
    // Prisma also starts transactions for reads. These share a connection, so they run no BEGIN.
    const releaseLock = this.use === "read" ? null : await this.#acquireLock();
    let isOpen = releaseLock !== null;
    const end = (statement: "COMMIT" | "ROLLBACK") => {
      if (!isOpen) return;
      isOpen = false;
      try {
        // After errors such as a full disk, SQLite has already rolled back the transaction.
        if (statement === "COMMIT" || this.client.inTransaction) this.client.exec(statement);
      } finally {
        if (this.client.inTransaction) this.client.exec("ROLLBACK");
        releaseLock?.();
        if (this.use === "snapshot") this.client.close();
      }
    };
    return {
      ...INFO,
      // With this option, Prisma leaves COMMIT and ROLLBACK to the methods below.
      options: { usePhantomQuery: true },
      queryRaw: (query) => this.queryRaw(query),
      executeRaw: (query) => this.executeRaw(query),
      commit: async () => {
        end("COMMIT");
        if (this.use === "write") await this.flush();
      },
      rollback: async () => end("ROLLBACK"),
    };
  }

  async dispose(): Promise<void> {
    this.client.close();
  }

  /**
   * Waits for this connection's previous transaction and, except for snapshots, for SQLite's write
   * lock. Returns a function that lets the next transaction start.
   */
  async #acquireLock(): Promise<() => void> {
    const startedAt = performance.now();
    const previous = this.#lastTransaction;
    let releaseLock!: () => void;
    this.#lastTransaction = new Promise<void>((resolve) => (releaseLock = resolve));
    await previous;
    // Statements are synchronous, so requests must be able to run between transactions.
    await yieldToEventLoop();
    const statement = this.use === "snapshot" ? "BEGIN" : "BEGIN IMMEDIATE";
    await retryWhileBusy(startedAt, () => this.client.exec(statement)).catch((error) => {
      releaseLock();
      throw error;
    });
    lockWait.inc((performance.now() - startedAt) / 1_000);
    return releaseLock;
  }
}

function prepare(client: Database, text: string) {
  const statement = client.prepare<unknown[]>(text);
  const columns = statement.reader ? statement.raw(true).columns() : [];
  const columnNames = columns.map(({ name }) => name);
  const declaredTypes = columns.map(({ type }) => COLUMN_TYPES[type?.toUpperCase() ?? ""]);
  return { statement, columnNames, declaredTypes };
}

const TYPES = prisma.ColumnTypeEnum;
const COLUMN_TYPES: Record<string, prisma.ColumnType> = {
  TEXT: TYPES.Text,
  INTEGER: TYPES.Int32,
  BIGINT: TYPES.Int64,
  BOOLEAN: TYPES.Boolean,
  DATETIME: TYPES.DateTime,
  BLOB: TYPES.Bytes,
};

function inferType(value: unknown): prisma.ColumnType {
  if (typeof value === "string") return TYPES.Text;
  if (typeof value === "number") return Number.isInteger(value) ? TYPES.Int64 : TYPES.Double;
  return value === undefined ? TYPES.Int32 : TYPES.Bytes;
}

const toValues = ({ args, argTypes }: prisma.SqlQuery) =>
  args.map((value, index) => toSqlite(value, argTypes[index]));

function toSqlite(value: unknown, type: prisma.ArgType | undefined): unknown {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.toISOString().replace("Z", "+00:00");
  if (typeof value !== "string") return value;
  if (type?.scalarType === "datetime") return toSqlite(new Date(value), type);
  if (type?.scalarType === "int") return Number(value);
  if (type?.scalarType === "bigint") return BigInt(value);
  return type?.scalarType === "bytes" ? Buffer.from(value, "base64") : value;
}

async function retryWhileBusy(startedAt: number, attempt: () => unknown): Promise<void> {
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_BUSY_PAUSE_MS)) {
    try {
      attempt();
      return;
    } catch (error) {
      const isBusy = String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() - startedAt >= BUSY_TIMEOUT_MS) throw error;
    }
    await sleep(pauseMs);
  }
}

/**
 * Returns a function that flushes the write-ahead log, and resolves when all earlier commits are on
 * disk. Calls that wait share one flush.
 */
function createFlush(logPath: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const flush = async () => {
    next = undefined;
    try {
      const file = openSync(logPath, "r");
      await promisify(fs.fdatasync)(file).finally(() => closeSync(file));
    } catch (error) {
      throw new Sqlite.SqliteError((error as Error).message, "SQLITE_IOERR_FSYNC");
    }
  };
  return () => (next ??= running = running.then(flush, flush));
}
