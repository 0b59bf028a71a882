import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";
import { getEngine } from "@/lib/migrations";
import type { DatabaseClients, PrismaClient, Tx } from "./client";
import { isDamaged, isUniqueViolation, isWriteConflict } from "./errors";

/** A command that gets no connection or lock by then fails with 503. */
const MAX_WAIT_MS = 20_000;
/** A transaction that takes longer is rolled back. */
const TRANSACTION_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;

type Database = DatabaseClients & { checkBeforeWrite?: (() => Promise<void>) | undefined };

let opened: Database | undefined;
/** Detects wrong use in development and tests. */
const insideTransaction = env.NODE_ENV === "production" ? undefined : new AsyncLocalStorage<true>();

/**
 * Opens the database of `DATABASE_URL` for this thread. `background` threads don't wait for
 * SQLite's disk. Does nothing if it is open. Throws an error for the operator if SQLite's file is
 * damaged.
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

/** The error for the operator when the database at `url` is damaged. */
export function createDamageError(error: unknown, url: string = env.DATABASE_URL): Error {
  const name = getEngine(url) === "sqlite" ? ` file ${url.slice("file:".length)}` : "";
  return new Error(
    `The database${name} is damaged (${(error as Error).message}). Restore it from a backup.`,
    { cause: error },
  );
}

function database(): Database {
  if (opened === undefined) throw new Error("The database is not open: call openDatabase() first.");
  return opened;
}

/** SQLite's file when it was opened; undefined on PostgreSQL. */
export const getDatabaseFile = () => database().file;

/** Whether the open database is PostgreSQL, for the few statements that differ. */
export const isPostgresql = (): boolean => database().engine === "postgresql";

/** The client for reads outside of a transaction. */
export function reader(): PrismaClient {
  // On PostgreSQL this would wait for a second connection, forever if all do so.
  if (insideTransaction?.getStore())
    throw new Error("reader() was called inside a transaction: use the transaction's client.");
  return database().reader;
}

/**
 * Runs `work` in one write transaction. Runs it again after a deadlock or serialization failure, so
 * it must have no effect outside the database.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  if (insideTransaction?.getStore())
    throw new Error("A transaction was started inside a transaction.");
  const { writer, begin, checkBeforeWrite } = database();
  await checkBeforeWrite?.();
  const run = async (tx: Tx) => {
    await begin?.(tx);
    return insideTransaction ? insideTransaction.run(true, () => work(tx)) : work(tx);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await writer.$transaction(run, {
        maxWait: MAX_WAIT_MS,
        timeout: TRANSACTION_TIMEOUT_MS,
      });
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isWriteConflict(error)) throw error;
    }
  }
}

/** Sets what must succeed before each write of this thread, or nothing. */
export function checkBeforeWrites(check: (() => Promise<void>) | undefined): void {
  database().checkBeforeWrite = check;
}

const MAX_RERUNS = 3;

/**
 * Runs work that reads before it writes, and runs it again when a unique index shows that another
 * request wrote in between: then it finds the other's row.
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

/** Closes the connections of this thread. */
export async function closeDatabase(): Promise<void> {
  const open = opened;
  opened = undefined;
  if (open === undefined) return;
  await open.writer.$disconnect();
  if (open.reader !== open.writer) await open.reader.$disconnect();
}
