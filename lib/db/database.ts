import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";
import { getDatabasePath, getEngine } from "@/lib/migrations";
import type { DatabaseClients, PrismaClient, Tx } from "./prisma-client";
import { isDamaged, isUniqueViolation, isWriteConflict } from "./database-errors";

/**
 * A transaction that has not started after this time, because it waits for a connection or for
 * earlier transactions, fails with 503.
 */
const MAX_WAIT_MS = 20_000;
const TRANSACTION_TIMEOUT_MS = 15_000;
/**
 * The limit for backups and restores, which read or write the whole database in one transaction.
 */
const LONG_TRANSACTION_TIMEOUT_MS = 24 * 60 * 60_000;
const MAX_ATTEMPTS = { conflict: 3, race: 4 };

type Database = DatabaseClients & { checkBeforeWrite?: (() => Promise<void>) | undefined };

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
  if (getEngine(url) === "postgresql") {
    const { openPostgresql } = await import("./postgresql");
    opened = await openPostgresql(url);
    return;
  }
  const { openSqlite } = await import("./sqlite");
  opened = await openSqlite(url, use).catch((error: unknown) => {
    throw isDamaged(error) ? createDamageError(error, url) : error;
  });
}

export function createDamageError(error: unknown, url: string = env.DATABASE_URL): Error {
  const name = getEngine(url) === "sqlite" ? ` file ${getDatabasePath(url)}` : "";
  return new Error(
    `The database${name} is damaged (${(error as Error).message}). Restore it from a backup.`,
    { cause: error },
  );
}

function getDatabase(): Database {
  if (opened === undefined) throw new Error("The database is not open: call openDatabase() first.");
  return opened;
}

export const getDatabaseFile = () => getDatabase().file;

export const isPostgresql = (): boolean => getDatabase().engine === "postgresql";

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
  const limits = { maxWait: MAX_WAIT_MS, timeout: timeoutMs };
  return repeatAfter(isWriteConflict, MAX_ATTEMPTS.conflict, () =>
    writer.$transaction(run, limits),
  );
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

/** Runs `work` like `transaction`, but with a limit of 24 hours instead of 15 seconds. */
export const longTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(work, LONG_TRANSACTION_TIMEOUT_MS);

/** Runs reads that all see the same state of the database. */
export async function readSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const { reader, openSnapshot } = getDatabase();
  const client = (await openSnapshot?.()) ?? reader;
  const run = async (tx: Tx) => {
    if (isPostgresql()) await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
    return work(tx);
  };
  try {
    return await client.$transaction(run, {
      maxWait: MAX_WAIT_MS,
      timeout: LONG_TRANSACTION_TIMEOUT_MS,
      // SQLite's client accepts only "Serializable". Its snapshot does not depend on the level.
      isolationLevel: (isPostgresql() ? "RepeatableRead" : "Serializable") as "Serializable",
    });
  } finally {
    if (client !== reader) await client.$disconnect();
  }
}

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
