import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { SqlDriverAdapter, Transaction } from "@prisma/driver-adapter-utils";
import type { Database, Statement } from "better-sqlite3";
import fs, { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import * as turn from "./db-turn";

/** How long a transaction waits for a writer in another process before it gives up. */
const BUSY_TIMEOUT_MS = 10_000;
/**
 * Longest pause before it looks for the lock again: writers hold it for a few milliseconds, and
 * others want it too.
 */
const LONGEST_PAUSE_MS = 4;
/**
 * Pages of the write-ahead log from which a commit also moves them into the database, which stops
 * its thread for as long
 * as the disk takes: left to the thread that delivers, unless that is dead. 40 MB at most, then.
 */
const CHECKPOINT_PAGES = { deliver: 4_000, others: 10_000 };
/** Statements kept prepared per connection. */
const STATEMENT_CACHE_SIZE = 500;

/**
 * What a connection is for. One that reads cannot write. One that writes commits without waiting
 * for the disk, which would stop its
 * thread, and has {@link SqliteAdapter.flush} to wait for it. One that delivers does not wait at
 * all: what it wrote outlives the process,
 * but not a power cut, and messages are then sent again under the same ids.
 */
export type Use = "read" | "write" | "deliver" | "migrate";
type Internals = SqlDriverAdapter & { client: Database };

/**
 * The published SQLite adapter, with what durable use by several processes asks for: a write-ahead
 * log, foreign keys, write
 * transactions that take the lock when they begin (so none fails halfway), and statements prepared
 * once.
 */
export class SqliteAdapter extends PrismaBetterSqlite3 {
  readonly #use: Use;
  readonly #log: LogFile;
  #statements: Statements | undefined;

  constructor(url: string, use: Use) {
    // Waiting inside SQLite would stop the whole process; `beginImmediate` waits outside of it
    // instead. A migration has
    // its process for itself.
    super({ url, timeout: use === "migrate" ? BUSY_TIMEOUT_MS : 0 });
    const path = url.replace(/^file:/, "");
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(path);
    this.#use = use;
    this.#log = new LogFile(`${path}-wal`);
  }

  override async connect(): Promise<SqlDriverAdapter> {
    const adapter = (await super.connect()) as Internals;
    const { client } = adapter;
    await configure(client, this.#use);
    this.#statements = statementsOf(client, this.#use);
    const prepare = cachedPrepare(client, this.#use);
    adapter.client = new Proxy(client, {
      get(target, property) {
        if (property === "prepare") return prepare;
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

    if (this.#use === "read") return adapter;
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await this.#log.close();
      await dispose();
    };
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel): Promise<Transaction> => {
      await beginImmediate(client, this.#use);
      return startTransaction(isolationLevel);
    };
    return adapter;
  }

  /**
   * Resolves when all that was committed before is on the disk; rejects when the disk has failed.
   */
  flush(): Promise<void> {
    return this.#log.flush();
  }

  /** What runs statements on the connection itself. There is one from `$connect()` on. */
  get statements(): Statements {
    return this.#statements!;
  }
}

/**
 * SQLite would let everybody read a file that it creates; its log and index are as private as the
 * database.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // There is one. Whatever else it is, SQLite says it when it opens the file.
  }
}

const [openFile, closeFile] = [promisify(fs.open), promisify(fs.close)];

/**
 * The write-ahead log as a file, that another thread waits for the disk: SQLite itself would wait
 * in this one, with the lock in hand.
 */
class LogFile {
  readonly #path: string;
  #file: Promise<number> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** One at a time: whoever comes meanwhile shares the next. */
  flush(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#running = this.#flush();
        return this.#running;
      });
    return this.#next;
  }

  async #flush(): Promise<void> {
    this.#file ??= openFile(this.#path, "r").catch((error: unknown) => {
      this.#file = undefined;
      throw error;
    });
    const file = await this.#file;
    await new Promise<void>((done, fail) =>
      fs.fdatasync(file, (error) => (error ? fail(error) : done())),
    );
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await this.#running.catch(() => undefined);
    if (file !== undefined) await closeFile(await file);
  }
}

/**
 * Runs statements past Prisma, whose translation of many rows costs as much as the rows. Values go
 * in and come out as by its adapter.
 */
export type Statements = {
  all<Row>(text: string, values: readonly unknown[]): Row[];
  run(text: string, values: readonly unknown[]): void;
  /** A transaction of the connection's own. No other must be open on it. */
  write<T>(work: () => Promise<T>): Promise<T>;
};

function statementsOf(client: Database, use: Use): Statements {
  const cache = new Map<
    string,
    { statement: Statement; columns: { name: string; isTime: boolean }[] }
  >();
  const prepare = (text: string) => {
    let known = cache.get(text);
    if (known === undefined) {
      const statement = client.prepare(text).safeIntegers(false);
      const columns = statement.reader
        ? statement.columns().map(({ name, type }) => ({ name, isTime: type === "DATETIME" }))
        : [];
      // Rows come as arrays: the driver takes twice as long to make objects of them.
      if (statement.reader) statement.raw(true);
      if (cache.size >= STATEMENT_CACHE_SIZE) cache.delete(cache.keys().next().value!);
      cache.set(text, (known = { statement, columns }));
    }
    return known;
  };
  return {
    all<Row>(text: string, values: readonly unknown[]) {
      const { statement, columns } = prepare(text);
      const rows = statement.all(...values.map(toSqlite)) as unknown[][];
      return rows.map((row) => {
        const named: Record<string, unknown> = {};
        for (let index = 0; index < columns.length; index++) {
          const { name, isTime } = columns[index]!;
          const value = row[index];
          named[name] = isTime && value !== null ? new Date(value as string) : value;
        }
        return named as Row;
      });
    },
    run: (text, values) => void prepare(text).statement.run(...values.map(toSqlite)),
    async write(work) {
      await beginImmediate(client, use);
      try {
        const value = await work();
        client.exec("COMMIT");
        return value;
      } catch (error) {
        if (client.inTransaction) client.exec("ROLLBACK");
        throw error;
      } finally {
        turn.freed();
      }
    },
  };
}

const toSqlite = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString().replace("Z", "+00:00") : value;

/**
 * Sets up a connection. Journal mode and schema changes need locks of their own, so a fresh file
 * may be busy for a moment.
 */
async function configure(client: Database, use: Use): Promise<void> {
  await retryWhileBusy(() => {
    client.pragma("journal_mode = WAL");
    client.pragma(`synchronous = ${use === "migrate" ? "FULL" : "NORMAL"}`);
    client.pragma("foreign_keys = ON");
    client.pragma(
      `wal_autocheckpoint = ${use === "deliver" ? CHECKPOINT_PAGES.deliver : CHECKPOINT_PAGES.others}`,
    );
    client.pragma(`cache_size = -${use === "deliver" ? 4_000 : 16_000}`);
    if (use === "read") client.pragma("query_only = ON");
  });
}

async function beginImmediate(client: Database, use: Use): Promise<void> {
  // A COMMIT that failed (disk full) can leave the transaction open; nobody owns it any more.
  if (client.inTransaction) client.exec("ROLLBACK");
  const begin = () => client.exec("BEGIN IMMEDIATE");
  if (use === "deliver") {
    await turn.letOthersGoFirst();
    await retryWhileBusy(begin);
  } else {
    await retryWhileBusy(begin, turn.comeFirst);
  }
}

async function retryWhileBusy(
  attempt: () => unknown,
  waiting: <T>(wait: () => Promise<T>) => Promise<T> = (wait) => wait(),
): Promise<void> {
  const isDone = () => {
    try {
      attempt();
      return true;
    } catch (error) {
      if (isBusy(error) && performance.now() < giveUpAt) return false;
      throw error;
    }
  };
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  if (isDone()) return;
  await waiting(async () => {
    for (let wait = 1; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      await turn.pause(wait);
      if (isDone()) return;
    }
  });
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");

/**
 * The schema engine asks to have the file for itself, for good: no server could be running
 * meanwhile.
 */
const EXCLUSIVE_MODE = /^PRAGMA main\.locking_mode\s*=\s*EXCLUSIVE/i;
const END = /^(COMMIT|ROLLBACK)/;
const NOTHING = { reader: false, run: () => ({ changes: 0 }), bind: () => NOTHING };

/**
 * Prepares each text once per connection. The adapter binds for good, which a shared statement does
 * not allow, so the
 * arguments are handed over on execution instead. Its BEGIN is swallowed: the lock has been taken
 * by then. On a connection
 * that only reads, all of a transaction is: Prisma begins one for a read in several statements, and
 * many share the connection.
 */
function cachedPrepare(client: Database, use: Use) {
  const cache = new Map<string, unknown>();
  return (sql: string): unknown => {
    if (sql === "BEGIN" || EXCLUSIVE_MODE.test(sql) || (use === "read" && END.test(sql)))
      return NOTHING;
    const known = cache.get(sql);
    if (known !== undefined) return known;
    const statement: Statement = client.prepare(sql);
    const columns = statement.reader ? statement.columns() : [];
    const bound = (args: unknown[]) => ({
      reader: statement.reader,
      columns: () => columns,
      run: () => statement.run(...args),
      raw: () => ({ all: () => statement.raw().all(...args) }),
    });
    const prepared = { ...bound([]), bind: bound };
    if (cache.size >= STATEMENT_CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(sql, prepared);
    return prepared;
  };
}
