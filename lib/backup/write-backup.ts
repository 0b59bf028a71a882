import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline, Readable } from "node:stream";
import { pipeline as runPipeline } from "node:stream/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { isPostgresql, readSnapshot } from "@/lib/db/database";
import { getDataSecrets, getSessionSecrets } from "@/lib/secrets";
import { type SqlRunner, createSqlRunner } from "@/lib/statements";
import { APP_VERSION } from "@/lib/product-version";
import {
  type BackupHeader,
  type BackupSecrets,
  encodeRow,
  encryptStream,
  FORMAT,
  FORMAT_VERSION,
  TRANSACTION_TIMEOUT_MS,
  withChecksum,
} from "./format";
import { inspectDatabase, listTables, MIGRATIONS_TABLE, quoteName, type Table } from "./tables";

const [MIN_BATCH_ROWS, MAX_BATCH_ROWS] = [25, 1_000];
/**
 * Target length of a batch of rows, in characters or bytes. A batch of large rows, such as images,
 * has fewer rows.
 */
const BATCH_LENGTH = 1024 * 1024;

export type BackupOptions = {
  passphrase?: string | undefined;
  now: Date;
  onProgress?: ((share: number) => void) | undefined;
};
export type BackupResult = {
  path: string;
  bytes: number;
  tables: number;
  rows: number;
  encrypted: boolean;
};

/**
 * Writes the database and secrets to a file that only its owner can read. The file has a temporary
 * name until it is complete.
 */
export async function writeBackup(file: string, options: BackupOptions): Promise<BackupResult> {
  const path = resolve(file);
  const partialPath = `${path}.${process.pid}.partial`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const counts = await readSnapshot(
      (tx) => writeSnapshot(createSqlRunner(tx), partialPath, options),
      TRANSACTION_TIMEOUT_MS,
    );
    await rename(partialPath, path);
    const { size: bytes } = await stat(path);
    return { path, bytes, ...counts, encrypted: options.passphrase !== undefined };
  } catch (error) {
    await rm(partialPath, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeSnapshot(
  db: SqlRunner,
  path: string,
  { passphrase, now, onProgress }: BackupOptions,
) {
  const { otherTables, unknownMigrations } = await inspectDatabase(db);
  if (otherTables.length > 0 && unknownMigrations !== null && unknownMigrations.length > 0)
    throw new Error("A newer version has migrated the database. Back it up with that version.");
  const tables = await listTables(db);
  if (tables.length === 0)
    throw new Error("The database is empty. Check DATA_DIR and DATABASE_URL.");
  const total = await estimateRows(db, tables);
  let rows = 0;
  const countRow = () => {
    rows++;
    if (rows <= total) onProgress?.(rows / total);
  };
  const lines = writeLines(db, tables, await readHeader(db, now), countRow);
  const plain = Readable.from(withChecksum(lines, () => rows));
  // `compressed` emits the errors of both streams in the pipeline.
  const compressed = pipeline(plain, createGzip(), () => undefined);
  const output =
    passphrase === undefined ? compressed : await encryptStream(compressed, passphrase);
  await runPipeline(output, createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
  return { tables: tables.length, rows };
}

/**
 * Estimates the number of rows, for the progress bar. Counting the rows of a large table can exceed
 * the timeout of a statement. In PostgreSQL, `reltuples` is -1 until a table is analyzed.
 */
async function estimateRows(db: SqlRunner, tables: readonly Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const table = quoteName(name);
    const estimate = isPostgresql()
      ? `SELECT GREATEST(reltuples, 0) AS rows FROM pg_class WHERE oid = '${table}'::regclass`
      : `SELECT MAX(rowid) AS rows FROM ${table}`;
    const [row] = await db.all<{ rows: bigint | number | null }>(estimate, []);
    total += Number(row!.rows);
  }
  return total;
}

async function readHeader(db: SqlRunner, now: Date): Promise<BackupHeader> {
  const migrations = await db.all<{ name: string }>(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    [],
  );
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    app_version: APP_VERSION,
    engine: isPostgresql() ? "postgresql" : "sqlite",
    migrations: migrations.map(({ name }) => name),
    created_at: now.toISOString(),
  };
}

async function* writeLines(
  db: SqlRunner,
  tables: readonly Table[],
  header: BackupHeader,
  countRow: () => void,
): AsyncGenerator<string> {
  yield JSON.stringify(header);
  const secrets: BackupSecrets = { session: getSessionSecrets(), data: getDataSecrets() };
  yield JSON.stringify({ secrets });
  for (const table of tables) {
    let columns: string[] | undefined;
    for await (const row of readRows(db, table)) {
      if (columns === undefined) {
        columns = Object.keys(row);
        yield JSON.stringify({ table: table.name, columns });
      }
      const line = encodeRow(columns, row);
      yield line;
      countRow();
    }
  }
}

/** Reads a table in batches by primary key, so that memory use does not grow with the table. */
async function* readRows(
  db: SqlRunner,
  { name, key }: Table,
): AsyncGenerator<Record<string, unknown>> {
  const columns = key.map(quoteName).join(", ");
  const after = `WHERE (${columns}) > (${key.map(() => "?").join(", ")})`;
  let last: Record<string, unknown> | undefined;
  for (let count = MIN_BATCH_ROWS; ; await yieldToEventLoop()) {
    const rows = await db.all<Record<string, unknown>>(
      `SELECT * FROM ${quoteName(name)} ${last ? after : ""} ORDER BY ${columns} LIMIT ?`,
      [...(last ? key.map((column) => last![column]) : []), count],
    );
    yield* rows;
    if (rows.length < count) return;
    last = rows.at(-1);
    const length = rows.reduce((sum, row) => sum + measureRow(Object.values(row)), 0);
    count = Math.ceil((count * BATCH_LENGTH) / Math.max(length, 1));
    count = Math.min(MAX_BATCH_ROWS, Math.max(MIN_BATCH_ROWS, count));
  }
}

export const measureRow = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) =>
      sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 8),
    0,
  );
