import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createEmptyDatabase } from "@/e2e/support/test-database";
import { removeDirectory, createTemporaryDirectory } from "@/e2e/support/test-server";
import {
  closeDatabase,
  isPostgresql,
  openDatabase,
  reader,
  transaction,
  type Tx,
} from "@/lib/db/database";
import { encrypt } from "@/lib/encryption";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { type DatabaseEngine, getEngine, listMigrationNames } from "@/lib/migrations";
import { getSqlReader } from "@/lib/statements";
import { applyMigrations } from "@/prisma/engine";
import type { TemporaryDatabase } from "@/prisma/temporary-database";
import { openDestination, storeBackup } from "./backup-destination";
import { restoreBackup, type RestoreOptions } from "./restore-backup";
import { listTables } from "./tables";
import { writeBackup } from "./write-backup";

const { DATA_DIR, DATABASE_URL, BACKUP_TO, BACKUP_KEEP } = env;
const source = { DATA_DIR, DATABASE_URL, BACKUP_TO, BACKUP_KEEP };
const PASSPHRASE = "correct horse battery staple";
let organizationId: string;
let directory: string;
let file: string;
let targets: TemporaryDatabase[] = [];

beforeEach(() => {
  directory = createTemporaryDirectory();
  file = join(directory, "candor.backup");
});

afterEach(async () => {
  await closeDatabase();
  await Promise.all(targets.map((target) => target.drop()));
  targets = [];
  Object.assign(env, source);
  await openDatabase();
  removeDirectory(directory);
});

async function readAll(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of await listTables(getSqlReader()))
    rows[name] = await getSqlReader().all(`SELECT * FROM ${name} ORDER BY ${key.join(", ")}`, []);
  return rows;
}

async function moveToEmpty(engine: DatabaseEngine = getEngine(source.DATABASE_URL)) {
  await closeDatabase();
  const dataDir = createTemporaryDirectory();
  const target = await createEmptyDatabase(engine, dataDir);
  targets.push(target, { url: "", drop: async () => removeDirectory(dataDir) });
  Object.assign(env, { DATA_DIR: dataDir, DATABASE_URL: target.url });
  return dataDir;
}

const restore = (options: Partial<RestoreOptions> = {}, path = file) =>
  restoreBackup(path, { force: false, applyMigrations, ...options });

const readLines = () => gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");

const insertSubscribers = (tx: Tx, organizationId: string, count: number) =>
  tx.subscriber.createMany({
    data: Array.from({ length: count }, () => {
      const id = newId();
      const tokens = encrypt({ manage: id, unsubscribe: id });
      return {
        ...{ id, organizationId, channel: "email", address: `${id}@example.com\u2028` },
        ...{ addressHash: id, target: "mail", state: "active", everything: true, tokens },
        ...{ manageTokenHash: id, unsubscribeTokenHash: id, createdAt: NOW, updatedAt: NOW },
      };
    }),
  });

beforeAll(async () => {
  const { scope } = await createMembership();
  await transaction(async (tx) => {
    const image = { kind: "logo", mediaType: "image/png", hash: newId() };
    const bytes = new Uint8Array(200_000).map((_, index) => index % 256);
    await tx.organizationImage.create({ data: { organizationId: scope.id, ...image, bytes } });
    await tx.organization.update({
      where: { id: scope.id },
      data: { publicVersion: 1_795_000_000_001n, about: "Ünïcode 🎉\nline\u2028", indexed: false },
    });
    await insertSubscribers(tx, scope.id, 1_200);
  });
  // A backup estimates its row count from these statistics, which autovacuum updates only later.
  if (isPostgresql()) await transaction((tx) => tx.$executeRaw`ANALYZE`);
  organizationId = scope.id;
});

const other: DatabaseEngine | null =
  getEngine(source.DATABASE_URL) === "postgresql"
    ? "sqlite"
    : process.env.E2E_POSTGRES_SERVER
      ? "postgresql"
      : null;

test(
  "a backup restores the same rows on the other database engine, and then on the first one",
  { timeout: 120_000 },
  async () => {
    const expected = await readAll();
    const { rows, tables, encrypted, bytes } = await writeBackup(file, { now: NOW });
    expect([rows, tables, encrypted, bytes]).toEqual([
      Object.values(expected).flat().length,
      Object.keys(expected).length,
      false,
      statSync(file).size,
    ]);
    const [{ epoch }] = expected.version_epochs as [{ epoch: string }];
    for (const engine of [other ?? undefined, undefined]) {
      await moveToEmpty(engine);
      expect(await restore()).toMatchObject({ rows, migrated: [] });
      await openDatabase();
      const restored = await readAll();
      expect(restored.version_epochs).toEqual([{ id: 1, epoch: expect.not.stringMatching(epoch) }]);
      expect({ ...restored, version_epochs: expected.version_epochs }).toEqual(expected);
      await writeBackup(file, { now: NOW });
    }
  },
);

test("only the file's owner can read a backup; each table is backed up before tables that reference it", async () => {
  await writeBackup(file, { now: NOW });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [header, secrets] = readLines().map((line) => JSON.parse(line));
  expect(header).toEqual({
    format: "candor-backup",
    version: 1,
    app_version: "0.1.0",
    engine: getEngine(source.DATABASE_URL),
    migrations: listMigrationNames(getEngine(source.DATABASE_URL)),
    created_at: NOW.toISOString(),
  });
  expect(secrets).toEqual({ secrets: { session: env.SESSION_SECRET, data: env.SESSION_SECRET } });
  const names = (await listTables(getSqlReader())).map(({ name }) => name);
  expect(names.indexOf("organizations")).toBeLessThan(names.indexOf("subscribers"));
  expect(names.indexOf("incidents")).toBeLessThan(names.indexOf("incident_updates"));
  const models = readFileSync("prisma/schema.prisma", "utf8").matchAll(/@@map\("(\w+)"\)/g);
  expect(names.toSorted()).toEqual([...models].map(([, name]) => name!).toSorted());
});

const breakFile = (change: (bytes: Buffer) => Uint8Array) =>
  writeFileSync(file, change(readFileSync(file)));
const flipByte = (bytes: Buffer) => {
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  return bytes;
};

test("a backup with a changed byte or without its end is rejected", async () => {
  for (const change of [
    flipByte,
    (bytes: Buffer) => bytes.subarray(0, -1),
    (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
  ]) {
    await writeBackup(file, { now: NOW });
    breakFile(change);
    await moveToEmpty();
    await expect(restore()).rejects.toThrow("damaged or incomplete");
    Object.assign(env, source);
    await openDatabase();
  }
});

// Deriving the key takes seconds and does not depend on the engine, so this test runs on one.
test.skipIf(getEngine(source.DATABASE_URL) === "postgresql")(
  "an encrypted backup requires its passphrase, and is rejected if a byte has changed",
  async () => {
    await writeBackup(file, { now: NOW, passphrase: PASSPHRASE });
    await moveToEmpty();
    await expect(restore()).rejects.toThrow("Set BACKUP_PASSPHRASE");
    await expect(restore({ passphrase: "another passphrase" })).rejects.toThrow(
      "The passphrase does not decrypt the backup",
    );
    await restore({ passphrase: PASSPHRASE });
    await openDatabase();
    expect(await reader().organization.count({ where: { id: organizationId } })).toBe(1);
    breakFile(flipByte);
    await expect(restore({ passphrase: PASSPHRASE })).rejects.toThrow("damaged or incomplete");
  },
);

test("a restore rejects missing rows, invalid table names, and files that are not backups", async () => {
  await writeBackup(file, { now: NOW });
  const lines = readLines();
  writeFileSync(file, gzipSync(lines.toSpliced(-2, 1).join("\n")));
  await expect(restore()).rejects.toThrow("damaged or incomplete");
  const renamed = lines.map((line) => line.replace('"table":"users"', '"table":"users; --"'));
  const hash = createHash("sha256").update(`${renamed.slice(0, -1).join("\n")}\n`);
  const end = { ...JSON.parse(lines.at(-1)!), sha256: hash.digest("hex") };
  writeFileSync(file, gzipSync([...renamed.slice(0, -1), JSON.stringify(end)].join("\n")));
  await expect(restore()).rejects.toThrow("damaged or incomplete");
  writeFileSync(file, "SQLite format 3");
  await expect(restore()).rejects.toThrow("is not a Candor backup");
});

test("a backup of a newer version is rejected", async () => {
  await transaction(
    (
      tx,
    ) => tx.$executeRaw`UPDATE _prisma_migrations SET migration_name = '29991231235959_new_compatible'
      WHERE migration_name = (SELECT MAX(migration_name) FROM _prisma_migrations)`,
  );
  try {
    await writeBackup(file, { now: NOW });
  } finally {
    const [latest] = listMigrationNames(getEngine(source.DATABASE_URL)).toReversed();
    await transaction(
      (tx) => tx.$executeRaw`UPDATE _prisma_migrations SET migration_name = ${latest}
        WHERE migration_name = '29991231235959_new_compatible'`,
    );
  }
  await moveToEmpty();
  await expect(restore()).rejects.toThrow(
    "The backup is from a newer version (0.1.0) with migrations that this version does not have: " +
      "29991231235959_new_compatible.",
  );
});

test("a backup of an older version is migrated", async () => {
  const engine = getEngine(source.DATABASE_URL);
  await moveToEmpty();
  const names = listMigrationNames(engine);
  const old = names.slice(0, names.indexOf("20261123120000_message_format_compatible"));
  await applyMigrations(env.DATABASE_URL, old);
  await openDatabase();
  await transaction(
    (tx) => tx.$executeRaw`
    INSERT INTO organizations (id, name, created_at, updated_at) VALUES ('old', 'Old', ${NOW}, ${NOW})`,
  );
  await writeBackup(file, { now: NOW });
  await moveToEmpty();
  expect(await restore()).toMatchObject({ migrated: names.slice(old.length) });
  await openDatabase();
  expect(await reader().organization.findMany()).toMatchObject([
    { id: "old", name: "Old", createdAt: NOW, font: "inter" },
  ]);
});

test("only a forced restore replaces a database that has users", async () => {
  await writeBackup(file, { now: NOW });
  await moveToEmpty();
  await restore();
  await expect(restore()).rejects.toThrow(
    /^The database already has \d+ users? and \d+ organizations?\./,
  );
  await openDatabase();
  await transaction((tx) => tx.organization.delete({ where: { id: organizationId } }));
  await closeDatabase();
  await restore({ force: true });
  await openDatabase();
  expect(await reader().organization.count({ where: { id: organizationId } })).toBe(1);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.includes("restoring"))).toEqual([]);
});

test("tables of other applications are not backed up, and an unforced restore does not replace them", async () => {
  await writeBackup(file, { now: NOW });
  const lineCount = readLines().length;
  await moveToEmpty();
  await openDatabase();
  await transaction((tx) => tx.$executeRaw`CREATE TABLE orders (id TEXT PRIMARY KEY)`);
  const message = "tables of another application or";
  await closeDatabase();
  await expect(restore()).rejects.toThrow(message);
  if (getEngine(env.DATABASE_URL) === "sqlite") return;
  await expect(restore({ force: true })).rejects.toThrow(message);
  await moveToEmpty();
  await restore();
  await openDatabase();
  await transaction((tx) => tx.$executeRaw`CREATE TABLE orders (id TEXT PRIMARY KEY)`);
  await transaction((tx) => tx.$executeRaw`INSERT INTO orders VALUES ('1')`);
  await writeBackup(file, { now: NOW });
  expect(readLines().length).toBe(lineCount);
  await closeDatabase();
  await restore({ force: true });
  await openDatabase();
  expect(await getSqlReader().all("SELECT id FROM orders", [])).toEqual([{ id: "1" }]);
  expect(await reader().organization.count({ where: { id: organizationId } })).toBe(1);
});

test.skipIf(getEngine(source.DATABASE_URL) === "postgresql")(
  "only a forced restore replaces a damaged database",
  async () => {
    await writeBackup(file, { now: NOW });
    await moveToEmpty();
    await restore();
    const path = env.DATABASE_URL.replace("file:", "");
    writeFileSync(path, "x".repeat(10_000));
    await expect(restore()).rejects.toThrow("The database already has damaged content.");
    await restore({ force: true });
    const bytes = readFileSync(path);
    // Keeps the header and the schema of the file readable, but not its rows.
    writeFileSync(path, bytes.fill(1, 4096 * 2));
    await expect(restore()).rejects.toThrow("The database already has damaged content.");
    await restore({ force: true });
    await openDatabase();
    expect(await reader().organization.count({ where: { id: organizationId } })).toBe(1);
  },
);

test.skipIf(getEngine(source.DATABASE_URL) === "postgresql")(
  "a restore keeps the previous database if another process has opened the new one",
  async () => {
    await writeBackup(file, { now: NOW });
    await moveToEmpty();
    await restore();
    let other: Database.Database | undefined;
    const openToo = async (url: string, names?: readonly string[]) => {
      const applied = await applyMigrations(url, names);
      other = new Database(url.replace("file:", ""));
      other.prepare("SELECT COUNT(*) FROM users").get();
      return applied;
    };
    await expect(restore({ force: true, applyMigrations: openToo })).rejects.toThrow(
      "Another process opened the new database",
    );
    other!.close();
    await openDatabase();
    expect(await reader().organization.count({ where: { id: organizationId } })).toBe(1);
    expect(readdirSync(env.DATA_DIR).filter((name) => name.includes("candor.db."))).toEqual([]);
  },
);

test("a backup is consistent during concurrent writes", async () => {
  const { scope } = await createMembership();
  const stop = new AbortController();
  const writing = (async () => {
    for (let round = 0; !stop.signal.aborted; round++)
      await transaction(async (tx) => {
        const expiresAt = NOW;
        await tx.throttle.create({ data: { key: `${scope.id} ${round}`, count: 1, expiresAt } });
        await insertSubscribers(tx, scope.id, 2);
      });
  })();
  const differences: number[] = [];
  for (let round = 0; round < 5; round++) {
    await writeBackup(file, { now: NOW });
    const lines = readLines();
    const throttles = lines.filter((line) => line.startsWith(`["${scope.id} `)).length;
    const addresses = lines.filter(
      (line) => line.includes(scope.id) && line.includes("@example.com\u2028"),
    );
    differences.push(addresses.length - 2 * throttles);
  }
  expect(await reader().throttle.count()).toBeGreaterThan(5);
  stop.abort();
  await writing;
  expect(differences).toEqual([0, 0, 0, 0, 0]);
});

test("a new backup deletes old ones of its installation, but not those of others in the directory", async () => {
  Object.assign(env, { BACKUP_TO: directory, BACKUP_KEEP: 1 });
  const unnamed = "candor-20260101T000000Z.backup";
  const other = "candor-20260101T000000Z-0000beef.backup";
  for (const name of [unnamed, other]) writeFileSync(join(directory, name), "");
  const store = (month: number) =>
    storeBackup(openDestination()!, { now: new Date(Date.UTC(2026, month)) });
  const first = await store(1);
  expect(first.deleted).toEqual([unnamed]);
  const second = await store(2);
  expect(second.deleted).toEqual([basename(first.path)]);
  expect(readdirSync(directory)).toEqual([other, basename(second.path)]);
});

test("a backup reports its progress", async () => {
  const shares: number[] = [];
  await writeBackup(file, { now: NOW, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.5);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test("a backup that can't be written leaves no file", async () => {
  const passphrase = PASSPHRASE;
  for (const options of [{}, { passphrase }]) {
    const onProgress = (share: number) => {
      if (share > 0.5) throw new Error("no space left on device");
    };
    await expect(writeBackup(file, { now: NOW, ...options, onProgress })).rejects.toThrow(
      "no space left on device",
    );
  }
  expect(readdirSync(directory)).toEqual([]);
});
