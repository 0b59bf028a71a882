import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { join, raw, type Sql, sqltag } from "@prisma/client/runtime/client";
import type { Prisma, PrismaClient } from "@/prisma/generated/sqlite/client";
import { setImmediate as yieldTurn } from "node:timers/promises";
import { findDatabaseFault } from "./db-faults";
import { join as joinTurn, memory as sharedTurn } from "./db-turn";
import { env } from "./env";
import type { Statements } from "./db-sqlite";
import { type DatabaseEngine, getEngine, listMigrationNames } from "./migrations";

export type { Prisma, PrismaClient };
export { findDatabaseFault, sharedTurn };
/**
 * A client inside a transaction. Whatever runs in one takes this and nothing else; a query takes it
 * or `reader()`.
 */
export type Tx = Prisma.TransactionClient;

/**
 * Statements for many rows at once, past Prisma where that saves something. `?` marks a value, and
 * stands for nothing else
 * in a text; texts should be few, for they are kept prepared.
 */
export type Bulk = {
  all: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  run: (text: string, values: readonly unknown[]) => Promise<void>;
};

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
type BulkWrite = <T>(work: (bulk: Bulk) => Promise<T>) => Promise<T>;

type Database = {
  engine: DatabaseEngine;
  reader: PrismaClient;
  writer: PrismaClient;
  /**
   * Runs the work in a transaction of the writer. SQLite has one writer; PostgreSQL has as many as
   * its pool.
   */
  write: Write;
  bulkReader: Bulk;
  writeBulk: BulkWrite;
  /** Runs before every write of this thread while it is set. */
  checkBeforeWrite?: (() => Promise<void>) | undefined;
};

/** A command that has not got a connection or a turn by then is refused with 503. */
const MAX_WAIT_MS = 20_000;
/** A transaction that takes longer is rolled back. */
const TRANSACTION_TIMEOUT_MS = 15_000;
const transactionOptions = { maxWait: MAX_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS };
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * PostgreSQL ends a statement that takes longer: behind a lock that nobody gives up, requests would
 * wait without end.
 */
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Most commands that share one transaction: bounds how long the first of them waits for its answer.
 */
const GROUP_SIZE = 25;
let opened: Database | undefined;
const insideTransaction = env.NODE_ENV === "production" ? undefined : new AsyncLocalStorage<true>();

/**
 * Opens the database of `DATABASE_URL` for this process or thread. Later calls do nothing. A thread
 * is given what it
 * shares with the one that began it, its {@link sharedTurn}.
 */
export async function openDatabase(
  url: string = env.DATABASE_URL,
  use: "write" | "deliver" | "read" = "write",
  turn?: SharedArrayBuffer,
): Promise<void> {
  if (turn !== undefined) joinTurn(turn);
  opened ??=
    getEngine(url) === "postgresql" ? await openPostgresql(url) : await openSqlite(url, use);
}

async function openSqlite(url: string, use: "write" | "deliver" | "read"): Promise<Database> {
  const [{ PrismaClient }, { SqliteAdapter }] = await Promise.all([
    import("@/prisma/generated/sqlite/client"),
    import("./db-sqlite"),
  ]);
  if (use === "read") {
    const adapter = new SqliteAdapter(url, "read");
    const reader = new PrismaClient({ adapter, errorFormat: "minimal" });
    await reader.$connect();
    const refuse = () => Promise.reject(new Error("The database was opened read-only."));
    return {
      engine: "sqlite",
      reader,
      writer: reader,
      write: refuse,
      bulkReader: bulkOf(adapter.statements),
      writeBulk: refuse,
    };
  }
  // On one connection a read would fall into whatever transaction is open: it has a connection of
  // its own.
  const adapters = { writer: new SqliteAdapter(url, use), reader: new SqliteAdapter(url, "read") };
  const writer = new PrismaClient({ adapter: adapters.writer, errorFormat: "minimal" });
  const reader = new PrismaClient({ adapter: adapters.reader, errorFormat: "minimal" });
  await writer.$connect();
  await reader.$connect();
  const { statements } = adapters.writer;
  const bulk = bulkOf(statements);
  const flush = use === "deliver" ? undefined : () => adapters.writer.flush();
  const { write, alone } = inGroups(writer, flush);
  return {
    engine: "sqlite",
    reader,
    writer,
    write,
    bulkReader: bulkOf(adapters.reader.statements),
    writeBulk: (work) => alone(() => statements.write(() => work(bulk))),
  };
}

const bulkOf = (statements: Statements): Bulk => ({
  all: async <Row>(text: string, values: readonly unknown[]) => statements.all<Row>(text, values),
  run: async (text, values) => statements.run(text, values),
});

async function openPostgresql(url: string): Promise<Database> {
  const [{ PrismaClient }, { PrismaPg }] = await Promise.all([
    import("@/prisma/generated/postgresql/client"),
    import("@prisma/adapter-pg"),
  ]);
  const adapter = new PrismaPg({
    connectionString: url,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  const client = new PrismaClient({ adapter, errorFormat: "minimal" }) as unknown as PrismaClient;
  const write: Write = (work) => client.$transaction(work, transactionOptions);
  return {
    engine: "postgresql",
    reader: client,
    writer: client,
    write,
    bulkReader: bulkBy(client),
    writeBulk: (work) => write((tx) => work(bulkBy(tx))),
  };
}

/** Statements of {@link Bulk} in a transaction of Prisma's. */
export const bulkIn = (tx: Tx): Bulk => {
  const statement = (text: string, values: readonly unknown[]) =>
    sqltag(text.split("?"), ...(values as string[]));
  return {
    all: (text, values) => tx.$queryRaw(statement(text, values)),
    run: async (text, values) => void (await tx.$executeRaw(statement(text, values))),
  };
};

function bulkBy(client: Tx): Bulk {
  const numbered = (text: string) => {
    let place = 0;
    return text.replaceAll("?", () => `$${++place}`);
  };
  return {
    all: (text, values) => client.$queryRawUnsafe(numbered(text), ...values),
    run: async (text, values) => void (await client.$executeRawUnsafe(numbered(text), ...values)),
  };
}

type Job = {
  work: (tx: Tx) => Promise<unknown>;
  isAlone: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * First come, first served, and those who wait share a transaction, and the wait for the disk. Each
 * has a savepoint, so a failed one
 * takes back only its own; none is answered before `flush` says that the disk has it, while the
 * next ones run. Without `flush`, each has
 * a transaction of its own. Work that is `alone` has its turn in the same line, and brings its own
 * transaction.
 */
function inGroups(
  writer: PrismaClient,
  flush: (() => Promise<void>) | undefined,
): { write: Write; alone: <T>(work: () => Promise<T>) => Promise<T> } {
  const groupSize = flush === undefined ? 1 : GROUP_SIZE;
  const waiting: Job[] = [];
  let busy = false;

  function answerWhenOnDisk(jobs: readonly Job[], answers: readonly (() => void)[]): void {
    const answer = () => {
      for (const tell of answers) tell();
    };
    if (flush === undefined) answer();
    else flush().then(answer, (error: unknown) => jobs.forEach(({ reject }) => reject(error)));
  }

  async function runGroup(): Promise<void> {
    const group: Job[] = [];
    const answers: (() => void)[] = [];
    try {
      await writer.$transaction(async (tx) => {
        while (waiting.length > 0 && !waiting[0]!.isAlone && group.length < groupSize) {
          const job = waiting.shift()!;
          group.push(job);
          if (groupSize === 1) {
            const value = await job.work(tx);
            answers.push(() => job.resolve(value));
            break;
          }
          await tx.$executeRaw`SAVEPOINT job`;
          try {
            const value = await job.work(tx);
            answers.push(() => job.resolve(value));
          } catch (error) {
            await tx.$executeRaw`ROLLBACK TO job`;
            answers.push(() => job.reject(error));
          }
          await tx.$executeRaw`RELEASE job`;
          // Reads get their turn, and who has arrived by now joins.
          await yieldTurn();
        }
      }, transactionOptions);
      answerWhenOnDisk(group, answers);
    } catch (error) {
      // Without a beginning (the lock was not to be had in time) nobody has been taken in, and all
      // have waited in vain.
      for (const { reject } of group.length > 0 ? group : waiting.splice(0)) reject(error);
    }
  }

  async function runAlone(job: Job): Promise<void> {
    try {
      const value = await (job.work as () => Promise<unknown>)();
      answerWhenOnDisk([job], [() => job.resolve(value)]);
    } catch (error) {
      job.reject(error);
    }
  }

  async function runAll(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      if (waiting[0]!.isAlone) await runAlone(waiting.shift()!);
      else await runGroup();
    }
    busy = false;
  }

  const enqueue = <T>(work: (tx: Tx) => Promise<T>, isAlone: boolean) =>
    new Promise<T>((resolve, reject) => {
      // A group runs in the context of whoever began it; each work is to run in its own.
      waiting.push({
        work: AsyncResource.bind(work),
        isAlone,
        resolve: resolve as Job["resolve"],
        reject,
      });
      if (!busy) void runAll();
    });
  return { write: (work) => enqueue(work, false), alone: (work) => enqueue(work, true) };
}

function database(): Database {
  if (opened === undefined) throw new Error("The database is not open: call openDatabase() first.");
  return opened;
}

/** Whether the open database is PostgreSQL, for the few statements that differ. */
export const isPostgresql = (): boolean => database().engine === "postgresql";

/** Reads outside of a transaction. */
export function reader(): PrismaClient {
  // On PostgreSQL this would hold one connection while it waits for a second: with a full pool, for
  // good.
  if (insideTransaction?.getStore())
    throw new Error("reader() was called inside a transaction: use the transaction's client.");
  return database().reader;
}

/**
 * Runs `work` in one write transaction: all of it or nothing. Tried again when the database ends it
 * for the sake of
 * another (deadlock, serialization); so `work` must have no effect outside the database.
 */
export const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(database().write, work);

/** Reads of many rows, outside of a transaction. */
export const bulkReader = (): Bulk => database().bulkReader;

/**
 * {@link transaction} of statements for many rows alone. On SQLite it is over before anything else
 * gets its turn.
 */
export const bulkTransaction = <T>(work: (bulk: Bulk) => Promise<T>): Promise<T> =>
  inTransaction(database().writeBulk, work);

/** Sets what must succeed before each write of this thread, or nothing. */
export function checkBeforeWrites(check: (() => Promise<void>) | undefined): void {
  database().checkBeforeWrite = check;
}

async function inTransaction<Client, T>(
  write: (work: (client: Client) => Promise<T>) => Promise<T>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (insideTransaction?.getStore())
    throw new Error("A transaction was started inside a transaction.");
  await database().checkBeforeWrite?.();
  for (let attempt = 1; ; attempt++) {
    try {
      return await write((client) =>
        insideTransaction ? insideTransaction.run(true, () => work(client)) : work(client),
      );
    } catch (error) {
      if (attempt >= 3 || !isWriteConflict(error)) throw error;
    }
  }
}

/** How often two can be in each other's way before something else must be wrong. */
const MAX_RERUNS = 3;

/**
 * Runs work that looks before it writes, and runs it again when a unique index says that another
 * wrote meanwhile: then
 * it finds what the other made. The index decides, the look only chooses the words.
 */
export async function rerunAfterRace<T>(work: () => Promise<T>): Promise<T> {
  for (let rerun = 0; ; rerun++) {
    try {
      return await work();
    } catch (error) {
      if (rerun >= MAX_RERUNS || !isUniqueViolation(error)) throw error;
    }
  }
}

type Rows = {
  incidents: Prisma.IncidentCreateManyInput;
  incident_components: Prisma.IncidentComponentCreateManyInput;
  incident_updates: Prisma.IncidentUpdateCreateManyInput;
  maintenance_components: Prisma.MaintenanceComponentCreateManyInput;
  maintenance_updates: Prisma.MaintenanceUpdateCreateManyInput;
  component_status_changes: Prisma.ComponentStatusChangeCreateManyInput;
  component_status_settings: Prisma.ComponentStatusSettingCreateManyInput;
  settled_outages: Prisma.SettledOutageCreateManyInput;
  notification_events: Prisma.NotificationEventCreateManyInput;
  audit_entries: Prisma.AuditEntryCreateManyInput;
};

/**
 * Inserts rows with the same fields, some thousand values at most, in one statement. Typed as
 * `createMany` is, which
 * Prisma compiles anew at every call, at a cost per row.
 */
export async function insertRows<Table extends keyof Rows>(
  tx: Tx,
  table: Table,
  rows: Rows[Table][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const values = rows.map((row) => sqltag`(${join(Object.values(row))})`);
  await tx.$executeRaw`INSERT INTO ${raw(table)} (${raw(columns.join(", "))}) VALUES ${join(values)}`;
}

/** Values between the parentheses of `IN (…)`. At least one. */
export const listed = (values: readonly string[]) => join(values);

/** A part of a statement that is written by hand. */
export const sql = sqltag;

/**
 * Conditions that must all hold; those that are false, null or undefined are left out. At least
 * one.
 */
export const allOf = (...conditions: (Sql | false | null | undefined)[]): Sql =>
  join(conditions.filter((condition) => Boolean(condition)) as Sql[], " AND ");

/** More words than that tell no more. */
const MOST_WORDS = 8;

/**
 * Whether a column has each of the words, whatever the case of their Latin letters. `replace` finds
 * a word as it is written, on
 * both engines alike; LIKE has wildcards, and cases of its own.
 */
export const hasWords = (column: string, words: string): Sql =>
  allOf(
    ...words
      .trim()
      .split(/\s+/, MOST_WORDS)
      .map(
        (word) =>
          sqltag`replace(lower(${raw(column)}), lower(${word}), '') <> lower(${raw(column)})`,
      ),
  );

type Below = "notification_events" | "subscribers" | "incidents" | "maintenances" | "components";

/**
 * Deletes the first rows, `count` at most, below an organization that nobody belongs to, and says
 * how many there were. Whoever takes an
 * id again belongs to it from the first moment, so nothing of theirs is ever among them.
 */
export function deleteOrphans(
  tx: Tx,
  table: Below,
  organizationId: string,
  count: number,
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM ${raw(table)} WHERE id IN (
      SELECT id FROM ${raw(table)} WHERE organization_id = ${organizationId}
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE organization_id = ${organizationId})
        ORDER BY id LIMIT ${count})`;
}

/** Rows that one statement gives their positions. */
const POSITIONS_AT_ONCE = 1_000;

/** Gives rows other positions, of which none may be another row's at that moment. */
export async function updatePositions(
  tx: Tx,
  table: "components" | "component_groups",
  places: { id: string; position: number }[],
  updatedAt: Date,
): Promise<void> {
  for (let start = 0; start < places.length; start += POSITIONS_AT_ONCE) {
    const rows = places
      .slice(start, start + POSITIONS_AT_ONCE)
      .map(({ id, position }) => sqltag`(${id}, CAST(${position} AS INTEGER))`);
    // Both engines give the columns of VALUES these names.
    await tx.$executeRaw`UPDATE ${raw(table)} SET position = place.column2, updated_at = ${updatedAt}
      FROM (VALUES ${join(rows)}) AS place WHERE id = place.column1`;
  }
}

/** The difference between this build's migrations and the database's. */
export type MigrationState = { missing: string[]; unknown: string[] };

/**
 * Compares the migrations of this build with those of the database. Throws when the database does
 * not answer.
 */
export async function readMigrationState(): Promise<MigrationState> {
  const { engine, reader } = database();
  const rows = await reader.$queryRaw<{ name: string; finishedAt: unknown }[]>`
    SELECT migration_name AS name, finished_at AS "finishedAt" FROM _prisma_migrations
    WHERE rolled_back_at IS NULL ORDER BY migration_name`.catch((error: unknown) => {
    // An empty database has no such table.
    if (rawCause(error) === "TableDoesNotExist" || /no such table/.test(wordsOf(error))) return [];
    throw error;
  });
  const applied = new Set(
    rows.filter(({ finishedAt }) => finishedAt !== null).map(({ name }) => name),
  );
  const known = listMigrationNames(engine);
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: rows.map(({ name }) => name).filter((name) => !known.includes(name)),
  };
}

/** Closes all connections of this process. */
export async function closeDatabase(): Promise<void> {
  const open = opened;
  opened = undefined;
  if (open === undefined) return;
  await open.writer.$disconnect();
  if (open.reader !== open.writer) await open.reader.$disconnect();
}

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** What the adapter says of a statement that was written by hand. */
const rawCause = (error: unknown) =>
  (error as { meta?: { driverAdapterError?: { cause?: { kind?: string } } } }).meta
    ?.driverAdapterError?.cause?.kind;

/** A unique index refused the write: somebody else was first. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, "P2002") ||
  (hasCode(error, "P2010") && rawCause(error) === "UniqueConstraintViolation");
/** The record to be changed is not there (any more). */
export const isMissingRecord = (error: unknown): boolean => hasCode(error, "P2025");
/**
 * The database ended the transaction for the sake of another. P2010 is how it is told of statements
 * written by hand.
 */
const isWriteConflict = (error: unknown) =>
  hasCode(error, "P2034") ||
  (hasCode(error, "P2010") && rawCause(error) === "TransactionWriteConflict");
/** An error and what lies behind it, in one text. */
const wordsOf = (error: unknown): string =>
  `${String(error)} ${JSON.stringify((error as { meta?: unknown }).meta ?? "")}`;

/** The database fails for the time being, so trying again later can help. */
export const isUnavailable = (error: unknown): boolean => findDatabaseFault(error) !== null;
