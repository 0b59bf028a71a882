import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { closeDatabase, isPostgresql, openDatabase, transaction } from "@/lib/db/database";
import { isDamaged } from "@/lib/db/database-errors";
import { env } from "@/lib/env";
import {
  type DatabaseEngine,
  getDatabasePath,
  getEngine,
  listMigrationNames,
} from "@/lib/migrations";
import { readEpoch, startEpoch } from "@/lib/publishing/version";
import { addSecrets, restoreSecrets } from "@/lib/secrets";
import { type SqlRunner, createSqlRunner, getSqlReader } from "@/lib/statements";
import {
  BackupError,
  type BackupHeader,
  type BackupSecrets,
  type BackupTable,
  type BackupValue,
  FORMAT_VERSION,
  readBackup,
  TRANSACTION_TIMEOUT_MS,
} from "./format";
import { inspectDatabase, listTables, MIGRATIONS_TABLE, quoteName } from "./tables";
import { measureRow } from "./write-backup";

/**
 * Limits of one INSERT: its parameters, and the total length of its values in characters or bytes.
 * PostgreSQL accepts 65,535 parameters, SQLite 32,766.
 */
const [MAX_PARAMETERS, MAX_LENGTH] = [5_000, 1024 * 1024];

type ApplyMigrations = (url: string, names?: readonly string[]) => Promise<string[]>;

export type RestoreOptions = {
  passphrase?: string | undefined;
  force: boolean;
  applyMigrations: ApplyMigrations;
  /** Reports progress. `share` is the completed part of the work, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};
type RestoreResult = {
  rows: number;
  created_at: string;
  app_version: string;
  migrated: string[];
};

type Verified = { header: BackupHeader; secrets: BackupSecrets; rows: number };

/**
 * Verifies the whole file, then replaces the database, and the secrets that are not set in the
 * environment. Stop the server first. Throws a {@link BackupError} if the backup can't be restored.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<RestoreResult> {
  const { passphrase, force, applyMigrations, onProgress } = options;
  const { header, secrets, rows } = await verifyBackup(path, {
    passphrase,
    onProgress: (share) => onProgress?.(share / 2),
  });
  const url = env.DATABASE_URL;
  const engine = getEngine(url);
  requireKnownMigrations(header, engine);
  await requireReplaceable(url, force);
  const insert = () =>
    insertRows(path, { passphrase, onProgress: (share) => onProgress?.(0.5 + share / 2) });
  const load = (target: string) => loadDatabase(target, header, insert, applyMigrations);
  let migrated: string[];
  if (engine === "postgresql") {
    addSecrets(secrets);
    await dropTables(url);
    migrated = await load(url);
  } else migrated = await replaceFile(url, load, () => addSecrets(secrets));
  restoreSecrets(secrets);
  const { created_at, app_version } = header;
  return { rows, created_at, app_version, migrated };
}

/**
 * Reads the whole file. Throws a {@link BackupError} unless it is complete and this version knows
 * its format.
 */
async function verifyBackup(
  path: string,
  options: { passphrase?: string | undefined; onProgress?: (share: number) => void },
): Promise<Verified> {
  let [header, secrets, rows]: [BackupHeader?, BackupSecrets?, number?] = [];
  rows = 0;
  for await (const part of readBackup(path, options)) {
    if ("header" in part) header = part.header;
    else if ("secrets" in part) secrets = part.secrets;
    else if ("row" in part) rows++;
    if (header !== undefined && header.version > FORMAT_VERSION)
      throw new BackupError("The backup is from a newer version. Restore it with that version.");
  }
  if (header === undefined || secrets === undefined)
    throw new BackupError("The file is not a complete backup. Restore another one.");
  return { header, secrets, rows };
}

function requireKnownMigrations({ migrations, app_version }: BackupHeader, engine: DatabaseEngine) {
  const known = new Set(listMigrationNames(engine));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `The backup is from a newer version (${app_version}) with migrations that this version ` +
        `does not have: ${unknown.join(", ")}. Restore it with the newer version.`,
    );
}

async function requireReplaceable(url: string, force: boolean): Promise<void> {
  if (getEngine(url) === "sqlite" && !existsSync(getDatabasePath(url))) return;
  const content = await withDatabase(url, () => describeContent(getSqlReader())).catch(
    (error: unknown) => {
      if (isDamaged(error) || isDamaged((error as Error).cause)) return "damaged content";
      throw error;
    },
  );
  if (content !== null && !force)
    throw new BackupError(
      `The database already has ${content}. Restore into an empty one, or replace it with --force.`,
    );
}

/**
 * Returns a description such as “12 users and 3 organizations”, or null if the database has no data
 * to lose.
 */
async function describeContent(db: SqlRunner): Promise<string | null> {
  const { isEmpty, otherTables, unknownMigrations } = await inspectDatabase(db);
  if (isEmpty) return null;
  const isOther = unknownMigrations === null || unknownMigrations.length > 0;
  // A restore does not drop these tables, and they can make migrations fail, now or later.
  if (isPostgresql() && isOther && otherTables.length > 0)
    throw new BackupError(
      "The database has tables of another application or a newer version " +
        `(${otherTables.join(", ")}). Restore into an empty database.`,
    );
  const names = (await listTables(db)).map(({ name }) => name);
  const counts = [];
  for (const name of ["users", "organizations"].filter((each) => names.includes(each))) {
    const [row] = await db.all<{ count: number }>(`SELECT COUNT(*) AS count FROM ${name}`, []);
    const count = Number(row!.count);
    if (count > 0) counts.push(`${count} ${count === 1 ? name.slice(0, -1) : name}`);
  }
  if (counts.length > 0) return counts.join(" and ");
  return isOther ? "tables of another application or version" : null;
}

async function withDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  await openDatabase(url);
  return work().finally(closeDatabase);
}

const dropTables = (url: string): Promise<void> =>
  withDatabase(url, () =>
    transaction(async (tx) => {
      const db = createSqlRunner(tx);
      const { unknownMigrations } = await inspectDatabase(db);
      const names = (await listTables(db)).map(({ name }) => quoteName(name));
      if (names.length > 0) await db.run(`DROP TABLE ${names.join(", ")} CASCADE`, []);
      // The empty migrations table stays, because without it, migrations reject a database that has
      // tables of other applications.
      if (unknownMigrations !== null) await db.run(`DELETE FROM ${MIGRATIONS_TABLE}`, []);
    }, TRANSACTION_TIMEOUT_MS),
  );

/** Loads the backup into a new SQLite file. The old file remains until the new one is complete. */
async function replaceFile(
  url: string,
  load: (url: string) => Promise<string[]>,
  beforeReplacing: () => void,
): Promise<string[]> {
  const path = getDatabasePath(url);
  const [newPath, formerPath] = [`${path}.restoring`, `${path}.replaced`];
  const files = (name: string) => [name, `${name}-wal`, `${name}-shm`, `${name}-migrating`];
  const remove = (paths: string[]) => Promise.all(paths.map((each) => rm(each, { force: true })));
  await remove(files(newPath));
  try {
    const migrated = await load(`file:${newPath}`);
    const log = await stat(`${newPath}-wal`).catch(() => null);
    if (log !== null && log.size > 0)
      throw new BackupError("Another process opened the new database. Stop it, and restore again.");
    beforeReplacing();
    // SQLite must not apply the write-ahead log of the old file to the new file.
    await renameIfExists(path, formerPath);
    await renameIfExists(`${path}-wal`, `${formerPath}-wal`);
    await remove([`${path}-shm`]);
    await rename(newPath, path);
    await remove(files(formerPath));
    return migrated;
  } finally {
    await remove(files(newPath));
  }
}

const renameIfExists = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });

/**
 * Creates the schema that the backup was made with, inserts the rows, and migrates to this version.
 * Returns the names of the migrations that were applied after the rows were inserted.
 */
async function loadDatabase(
  url: string,
  { migrations }: BackupHeader,
  insert: () => Promise<void>,
  applyMigrations: ApplyMigrations,
): Promise<string[]> {
  await applyMigrations(url, migrations);
  await withDatabase(url, insert);
  const migrated = await applyMigrations(url);
  // Makes all pages published from the previous database stale, even those with later versions.
  await withDatabase(url, async () => startEpoch(await readEpoch()));
  return migrated;
}

async function insertRows(
  path: string,
  options: { passphrase?: string | undefined; onProgress: (share: number) => void },
): Promise<void> {
  await transaction(async (tx) => {
    const db = createSqlRunner(tx);
    // Deletes the rows that migrations inserted.
    for (const { name } of (await listTables(db)).toReversed())
      await db.run(`DELETE FROM ${quoteName(name)}`, []);
    let table: BackupTable | undefined;
    let [rows, length]: [BackupValue[][], number] = [[], 0];
    const flush = async () => {
      if (table !== undefined && rows.length > 0) await insertInto(db, table, rows);
      [rows, length] = [[], 0];
    };
    for await (const part of readBackup(path, options)) {
      if ("table" in part) {
        await flush();
        table = part.table;
      } else if ("row" in part) {
        rows.push(part.row);
        length += measureRow(part.row);
        const isFull = (rows.length + 1) * part.row.length > MAX_PARAMETERS || length > MAX_LENGTH;
        if (isFull) await flush();
      }
    }
    await flush();
  }, TRANSACTION_TIMEOUT_MS);
}

async function insertInto(
  db: SqlRunner,
  { table, columns }: BackupTable,
  rows: readonly BackupValue[][],
): Promise<void> {
  const row = `(${columns.map(() => "?").join(", ")})`;
  await db.run(
    `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(", ")})
      VALUES ${rows.map(() => row).join(", ")}`,
    rows.flat(),
  );
}
