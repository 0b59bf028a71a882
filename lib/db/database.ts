import { AsyncLocalStorage } from "node:async_hooks";
import { statSync } from "node:fs";
import { env } from "@/lib/env";
import { getDatabasePath, getEngine } from "@/lib/migrations";
import type { Prisma, PrismaClient } from "@/prisma/generated/sqlite/client";
import { explainDatabaseError, isUniqueViolation, isWriteConflict } from "./database-errors";
import type { Use } from "./sqlite-adapter";

/**
 * A transaction that has not started after this time, because it waits for a connection or for
 * earlier transactions, fails with 503.
 */
const MAX_WAIT_MS = 20_000;
const TRANSACTION_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = { conflict: 3, race: 4 };

// The clients of both engines are generated from the same models, so one type fits both.
export type { Prisma };
export type Tx = Prisma.TransactionClient;

type Database = {
  reader: PrismaClient;
  writer: PrismaClient;
  /** SQLite's file. Undefined on PostgreSQL. */
  file?: { path: string; inode: number };
  onTransactionStart?: (tx: Tx) => Promise<unknown>;
  checkBeforeWrite?: (() => Promise<void>) | undefined;
};

let opened: Database | undefined;
/** Detects calls to `reader()` and `transaction()` inside a transaction. Unset in production. */
const insideTransaction = env.NODE_ENV === "production" ? undefined : new AsyncLocalStorage<true>();

/**
 * Opens the database for this thread. With `background`, SQLite's commits don't wait until they are
 * on disk.
 */
export async function openDatabase(
  url: string = env.DATABASE_URL,
  use: "write" | "background" = "write",
): Promise<void> {
  if (opened !== undefined) return;
  opened =
    getEngine(url) === "postgresql"
      ? (await import("./postgresql")).openPostgresql(url)
      : await openSqlite(url, use).catch((error: unknown) => {
          throw explainDatabaseError(error, url);
        });
}

async function openSqlite(url: string, use: Use): Promise<Database> {
  const { createSqliteAdapterFactory } = await import("./sqlite-adapter");
  const { PrismaClient } = await import("@/prisma/generated/sqlite/client");
  const connect = async (purpose: Use) => {
    const adapter = createSqliteAdapterFactory(url, purpose);
    const client = new PrismaClient({ adapter, errorFormat: "minimal" });
    await client.$connect();
    return client;
  };
  // Reads have their own connection. On the writer's, they would run inside its open transaction.
  const [writer, reader] = [await connect(use), await connect("read")];
  const path = getDatabasePath(url);
  return { writer, reader, file: { path, inode: statSync(path).ino } };
}

function getDatabase(): Database {
  if (opened === undefined) throw new Error("The database is not open: call openDatabase() first.");
  return opened;
}

export const getDatabaseFile = () => getDatabase().file;

export const isPostgresql = (): boolean => getDatabaseFile() === undefined;

/** Returns the client for reads outside of a transaction. */
export function reader(): PrismaClient {
  // On PostgreSQL, a transaction that waits for a second connection can deadlock.
  if (insideTransaction?.getStore())
    throw new Error("reader() was called inside a transaction: use the transaction's client.");
  return getDatabase().reader;
}

/**
 * Runs `work` in a write transaction, up to 3 times if it fails with a deadlock or write conflict.
 * Therefore, `work` must have no effects besides its writes to `tx`.
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  timeoutMs: number = TRANSACTION_TIMEOUT_MS,
): Promise<T> {
  if (insideTransaction?.getStore())
    throw new Error("transaction() was called inside a transaction: use the transaction's client.");
  const { writer, onTransactionStart, checkBeforeWrite } = getDatabase();
  await checkBeforeWrite?.();
  const run = async (tx: Tx) => {
    await onTransactionStart?.(tx);
    return insideTransaction ? insideTransaction.run(true, () => work(tx)) : work(tx);
  };
  const attempt = () => writer.$transaction(run, { maxWait: MAX_WAIT_MS, timeout: timeoutMs });
  return repeatAfter(isWriteConflict, MAX_ATTEMPTS.conflict, attempt);
}

async function repeatAfter<T>(
  isRepeatable: (error: unknown) => boolean,
  attempts: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRepeatable(error)) throw error;
    }
  }
}

/**
 * Runs `work` up to 4 times while it fails with a unique violation, which a concurrent request can
 * cause.
 */
export const retryOnUniqueViolation = <T>(work: () => Promise<T>): Promise<T> =>
  repeatAfter(isUniqueViolation, MAX_ATTEMPTS.race, work);

/** Runs reads that all see the same state of the database. */
export const readSnapshot = <T>(work: (tx: Tx) => Promise<T>, timeoutMs: number): Promise<T> =>
  getDatabase().reader.$transaction(
    async (tx) => {
      if (isPostgresql()) await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
      return work(tx);
    },
    {
      maxWait: MAX_WAIT_MS,
      timeout: timeoutMs,
      // SQLite's client accepts only "Serializable". Its snapshot does not depend on the level.
      isolationLevel: (isPostgresql() ? "RepeatableRead" : "Serializable") as "Serializable",
    },
  );

export function checkBeforeWrites(check: (() => Promise<void>) | undefined): void {
  getDatabase().checkBeforeWrite = check;
}

export async function closeDatabase(): Promise<void> {
  const open = opened;
  opened = undefined;
  if (open === undefined) return;
  await open.writer.$disconnect();
  if (open.reader !== open.writer) await open.reader.$disconnect();
}
