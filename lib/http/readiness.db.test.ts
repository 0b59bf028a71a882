import fs from "node:fs/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, getDatabaseFile, openDatabase, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import {
  attachStore,
  claimJobs,
  completeJob,
  failJob,
  scheduleAll,
} from "@/lib/publishing/publishing-jobs";
import { createMembership } from "@/e2e/support/database-fixtures";
import { checkReadiness, type Readiness } from "@/lib/administration/readiness";
import { respondWithReadiness } from "./readiness-response";

const OK = { status: "ok" };
/** Each check uses a later time, because results are cached for a second. */
let now = 0;
const check = () => checkReadiness((now += 10_000));

const insertMigration = (name: string) =>
  transaction(
    (tx) => tx.$executeRaw`INSERT INTO _prisma_migrations
      (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('x', '', ${name}, CURRENT_TIMESTAMP, 1)`,
  );

afterAll(() => openDatabase());

test("readiness: the server is ready with a migrated, writable database", async () => {
  expect(await check()).toEqual({
    status: "ready",
    checks: { database: OK, migrations: OK, encryption_key: OK },
  });
});

const later = new Date("2026-11-20T13:04:00.000Z");

test("readiness: a public page that can't be published is a warning", async () => {
  const { scope } = await createMembership();
  const at = new Date("2026-11-20T12:04:00.000Z");
  await attachStore({ id: "store", label: "Local directory" }, at);
  await scheduleAll("store", at);
  const job = (await claimJobs("store", later)).find(
    ({ organizationId }) => organizationId === scope.id,
  )!;
  await failJob(job, "boom", at);
  const message =
    `These public pages can't be updated: ${scope.id} ` +
    "(Local directory, since 2026-11-20T12:04:00.000Z). See the server log for the cause.";
  expect(await check()).toMatchObject({
    status: "ready",
    checks: { public_pages: { status: "warning", message } },
  });
  const [again] = await claimJobs("store", new Date(later.getTime() + 60_000));
  await completeJob(again!, { version: 1, nextChangeAt: later }, at);
  expect((await check()).checks.public_pages).toBeUndefined();
});

test("readiness: the server is not ready with a newer, incompatible database", async () => {
  await insertMigration("29990101000000_later_breaking");
  expect(await check()).toEqual({
    status: "unavailable",
    checks: {
      database: OK,
      migrations: { status: "failed", message: expect.stringContaining("newer version") },
    },
  });
  await transaction((tx) => tx.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'x'`);
  expect(await check()).toMatchObject({ status: "ready" });
});

test("readiness: the server is ready with a newer, compatible database, and warns", async () => {
  await insertMigration("29990101000000_later_compatible");
  expect(await check()).toMatchObject({
    status: "ready",
    checks: {
      migrations: { status: "warning", message: expect.stringContaining("later_compatible") },
    },
  });
  await transaction((tx) => tx.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'x'`);
});

test.runIf(process.env.TEST_ENGINE === "sqlite")(
  "readiness: the server is not ready after its SQLite file was replaced",
  async () => {
    const { path } = getDatabaseFile()!;
    await fs.rename(path, `${path}-away`);
    await fs.writeFile(path, "");
    expect(await check()).toMatchObject({
      status: "unavailable",
      checks: {
        database: OK,
        database_file: { status: "failed", message: expect.stringContaining("was replaced") },
      },
    });
    await fs.rename(`${path}-away`, path);
    expect(await check()).toMatchObject({ status: "ready" });
  },
);

test("readiness: the server is not ready with an almost full disk", async () => {
  const statfs = vi.spyOn(fs, "statfs").mockImplementation(async () => {
    return { bavail: 12_000, bsize: 4_096 } as never;
  });
  expect(await check()).toMatchObject({
    status: "unavailable",
    checks: {
      database: OK,
      disk: { status: "failed", message: expect.stringMatching(/^Only 46 MB are free/) },
    },
  });
  statfs.mockRestore();
  expect(await check()).toMatchObject({ status: "ready" });
});

describe("the readiness response", () => {
  const token = "an operations token of 32 characters or more";
  const unavailable: Readiness = {
    status: "unavailable",
    checks: {
      database: { status: "failed", message: "It is full." },
      migrations: { status: "ok" },
    },
  };
  const respond = async (headers: Record<string, string>) => {
    const response = respondWithReadiness(unavailable, new Headers(headers));
    return [response.status, await response.text()];
  };
  const details = [503, "unavailable\ndatabase: It is full.\n"];
  const statusOnly = [503, "unavailable\n"];

  beforeEach(() => {
    env.OPERATIONS_TOKEN = token;
  });
  afterEach(() => {
    env.OPERATIONS_TOKEN = undefined;
  });

  test("shows only the status to remote clients without OPERATIONS_TOKEN", async () => {
    expect(await respond({})).toEqual(statusOnly);
    expect(await respond({ Authorization: "Bearer another token" })).toEqual(statusOnly);
    expect(await respond({ Accept: "application/json" })).toEqual([
      503,
      '{"status":"unavailable"}',
    ]);
    env.OPERATIONS_TOKEN = undefined;
    expect(await respond({ Authorization: "Bearer undefined" })).toEqual(statusOnly);
  });

  test("shows details to local requests and with OPERATIONS_TOKEN", async () => {
    expect(await respond({ "x-candor-local": "1" })).toEqual(details);
    expect(await respond({ Authorization: `Bearer ${token}` })).toEqual(details);
    expect(await respond({ Authorization: `Bearer ${token}`, Accept: "application/json" })).toEqual(
      [503, JSON.stringify(unavailable)],
    );
  });
});

test("readiness: the server is not ready with a read-only database", async () => {
  if (process.env.TEST_ENGINE === "sqlite") {
    await transaction((tx) => tx.$executeRaw`PRAGMA query_only = ON`);
  } else {
    const database = new URL(process.env.DATABASE_URL!).pathname.slice(1);
    const statement = `ALTER DATABASE "${database}" SET default_transaction_read_only = on`;
    await transaction((tx) => tx.$executeRawUnsafe(statement));
    await closeDatabase();
    await openDatabase();
  }
  expect(await check()).toEqual({
    status: "unavailable",
    checks: {
      database: { status: "failed", message: expect.stringContaining("read-only") },
      migrations: OK,
      encryption_key: OK,
    },
  });
});
