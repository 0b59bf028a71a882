import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  DatabaseCheck,
  findMigrationProblem,
  prepareDatabase,
  readMigrationState,
} from "./database-check";
import { checkBeforeWrites, closeDatabase, openDatabase, transaction } from "./db/database";
import { env } from "./env";

const [COMPATIBLE, BREAKING] = ["29990101000000_later_compatible", "29990101000001_later_breaking"];
const NEWEST = "20261122130600_degraded_days";
const noMigrations = () => Promise.reject(new Error("No migration was expected."));

const insertMigration = (name: string) =>
  transaction(
    (tx) =>
      tx.$executeRaw`INSERT INTO _prisma_migrations
        (id, checksum, migration_name, finished_at, applied_steps_count)
        VALUES (${name}, '', ${name}, CURRENT_TIMESTAMP, 1)`,
  );
const removeMigration = (name: string) =>
  transaction(
    (tx) => tx.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${name}`,
  );

afterEach(async () => {
  env.MIGRATE = "on";
  checkBeforeWrites(undefined);
  for (const name of [COMPATIBLE, BREAKING]) await removeMigration(name);
});

describe("migrations:", () => {
  test("a database with exactly the migrations of this version is accepted", async () => {
    await prepareDatabase(noMigrations);
    expect(findMigrationProblem(await readMigrationState())).toBeNull();
  });

  test("a newer database whose migrations are compatible is accepted", async () => {
    await insertMigration(COMPATIBLE);
    await prepareDatabase(noMigrations);
    expect(findMigrationProblem(await readMigrationState())).toBeNull();
  });

  test("a newer database with a breaking migration is rejected with a one-line error that names it", async () => {
    await insertMigration(COMPATIBLE);
    await insertMigration(BREAKING);
    await expect(prepareDatabase(noMigrations)).rejects.toThrow(
      /^A newer version has migrated [^\n]*29990101000001_later_breaking\)[^\n]*$/,
    );
  });

  describe("missing migrations", () => {
    beforeEach(() => removeMigration(NEWEST));
    afterEach(() => insertMigration(NEWEST));

    test("are applied by default", async () => {
      const applyMigrations = vi.fn<(url: string) => Promise<string[]>>(async () => [NEWEST]);
      await prepareDatabase(applyMigrations);
      expect(applyMigrations).toHaveBeenCalledExactlyOnceWith(env.DATABASE_URL);
    });

    test("are listed in a one-line error with MIGRATE=off", async () => {
      env.MIGRATE = "off";
      await expect(prepareDatabase(noMigrations)).rejects.toThrow(
        /^The database is missing migrations \([^\n]*degraded_days\)[^\n]*candor migrate[^\n]*$/,
      );
    });
  });
});

describe("DatabaseCheck.start", () => {
  const unreachable = new Error("Can't reach database server at `127.0.0.1:1`");
  const write = () => transaction((tx) => tx.$queryRaw`SELECT 1`);

  test("throws if the check fails with an error other than an unreachable database", async () => {
    await expect(
      new DatabaseCheck(() => Promise.reject(new Error("too new"))).start(),
    ).rejects.toThrow("too new");
  });

  test("succeeds without a database, and writes fail with 503 until a later check succeeds", async () => {
    const prepare = vi.fn<() => Promise<void>>(() => Promise.reject(unreachable));
    const check = new DatabaseCheck(prepare);
    await check.start();
    await expect(write()).rejects.toMatchObject({
      status: 503,
      extra: { headers: { "Retry-After": "5" } },
    });
    prepare.mockRejectedValue(new Error("too new"));
    await expect(write()).rejects.toMatchObject({ status: 503 });
    prepare.mockResolvedValue(undefined);
    await write();
    await check.done;
    const { length } = prepare.mock.calls;
    await write();
    expect(prepare.mock.calls).toHaveLength(length);
  });
});

describe.runIf(process.env.TEST_ENGINE === "sqlite")("a damaged SQLite file at startup", () => {
  const path = join(env.DATA_DIR, "damaged.db");
  const start = async () => {
    await openDatabase(`file:${path}`);
    await new DatabaseCheck(() => prepareDatabase(noMigrations)).start();
  };

  beforeEach(async () => {
    await closeDatabase();
    env.DATABASE_URL = `file:${path}`;
  });
  afterEach(async () => {
    await closeDatabase();
    env.DATABASE_URL = process.env.DATABASE_URL!;
    await openDatabase();
  });

  test("that is not a database is reported in one line with a remedy", async () => {
    writeFileSync(path, "This is not a database. ".repeat(1_000));
    await expect(start()).rejects.toThrow(
      /^The database file [^\n]*damaged\.db is damaged \([^\n]+\)\. Restore it from a backup\.$/,
    );
  });

  test("with overwritten pages is reported in one line with a remedy", async () => {
    const original = new Database(join(env.DATA_DIR, "candor.db"));
    writeFileSync(path, original.serialize());
    original.close();
    const file = openSync(path, "r+");
    for (let page = 1; page < 50; page++)
      writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096);
    closeSync(file);
    await expect(start()).rejects.toThrow(
      /^The database file [^\n]*damaged\.db is damaged \([^\n]+\)\. Restore it from a backup\.$/,
    );
  });
});

test("a migrated database has no missing or unknown migrations", async () => {
  expect(await readMigrationState()).toEqual({ missing: [], unknown: [] });
});

test.runIf(process.env.TEST_ENGINE === "postgresql")(
  "an empty PostgreSQL database whose messages are not in English lacks all migrations",
  async () => {
    const run = (statement: string) => transaction((tx) => tx.$executeRawUnsafe(statement));
    await run("ALTER TABLE _prisma_migrations RENAME TO migrations_away");
    await run(`CREATE FUNCTION missing_table() RETURNS SETOF migrations_away LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'la relation « _prisma_migrations » n''existe pas' USING ERRCODE = '42P01'; END $$`);
    await run("CREATE VIEW _prisma_migrations AS SELECT * FROM missing_table()");
    try {
      const { missing, unknown } = await readMigrationState();
      expect([missing.length > 0, unknown]).toEqual([true, []]);
    } finally {
      await run("DROP VIEW _prisma_migrations");
      await run("DROP FUNCTION missing_table");
      await run("ALTER TABLE migrations_away RENAME TO _prisma_migrations");
    }
  },
);
