import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { NOW } from "@/e2e/support/database-fixtures";
import { createSqliteAdapterFactory } from "./sqlite-adapter";
import { reader, transaction, type Tx } from "./database";
import { explainDatabaseError, findDatabaseFault, isUnavailable } from "./database-errors";
import { respondToError } from "@/lib/http/error-response";

const isSqlite = process.env.TEST_ENGINE === "sqlite";

/** Returns the response to a request whose work fails. */
async function getResponse(
  work: Promise<unknown>,
): Promise<{ status: number; retryAfter: string | null; detail: string }> {
  const error = await work.then(
    () => new Error("It did not fail."),
    (reason: unknown) => reason,
  );
  const response = respondToError(error, "id");
  const { detail } = (await response.json()) as { detail: string };
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), detail };
}

const expected = (retryAfter: string, detail: RegExp) => ({
  status: 503,
  retryAfter,
  detail: expect.stringMatching(detail) as string,
});
const insert = (tx: Tx) =>
  tx.organization.create({ data: { id: "acme", name: "Acme", createdAt: NOW, updatedAt: NOW } });

test("findDatabaseFault: a missing file is not a database error", async () => {
  const error: unknown = await readFile("/no/such/file").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "ENOENT" });
  expect(findDatabaseFault(error)).toBeNull();
});

test.each([
  ["DatabaseAccessDenied", { originalMessage: "no pg_hba.conf entry for host" }],
  ["TlsConnectionError", { reason: "self-signed certificate" }],
])("explainDatabaseError: the error for %s contains the reason", (kind, reason) => {
  const error = Object.assign(new Error(kind), { cause: { kind, ...reason } });
  expect(explainDatabaseError(error)).toMatchObject({
    message: `The connection to the database failed: ${Object.values(reason)[0]}. Check DATABASE_URL.`,
  });
});

test("explainDatabaseError: other errors stay unchanged", () => {
  const error = new Error("Too few rows");
  expect(explainDatabaseError(error)).toBe(error);
});

describe.runIf(!isSqlite)("PostgreSQL: a write returns 503 with the reason", () => {
  test("when the database is read-only", async () => {
    const readOnly = (work: (tx: Tx) => Promise<unknown>) =>
      transaction(async (tx) => (await tx.$executeRaw`SET TRANSACTION READ ONLY`, work(tx)));
    expect(await getResponse(readOnly(insert))).toEqual(expected("30", /read-only/));
    expect(
      await getResponse(readOnly((tx) => tx.$executeRaw`UPDATE organizations SET name = 'x'`)),
    ).toEqual(expected("30", /read-only/));
  });

  test.each([
    ["53100", "60", /disk is full/],
    ["58030", "60", /disk reports errors/],
    ["XX001", "300", /damaged/],
    ["55P03", "2", /busy/],
    ["57014", "2", /busy/],
    ["53300", "2", /busy/],
    ["57P01", "2", /cannot be reached/],
    ["08006", "2", /cannot be reached/],
  ] as const)("after the SQLSTATE %s", async (code, retryAfter, detail) => {
    const raised = (tx: Tx) =>
      tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`);
    expect(await getResponse(transaction(raised))).toEqual(expected(retryAfter, detail));
  });
});

describe.runIf(isSqlite)("SQLite: a request returns 503 with the reason", () => {
  const pragma = (text: string) => transaction((tx) => tx.$queryRawUnsafe(`PRAGMA ${text}`));

  test("when the disk is full", async () => {
    const [{ pages } = { pages: 0 }] = await reader().$queryRaw<
      { pages: number }[]
    >`SELECT page_count AS pages FROM pragma_page_count`;
    await pragma(`max_page_count = ${Number(pages)}`);
    const grow = (tx: Tx) =>
      tx.organization.create({
        data: {
          id: "big",
          name: "Big",
          about: "x".repeat(1_000_000),
          createdAt: NOW,
          updatedAt: NOW,
        },
      });
    expect(await getResponse(transaction(grow))).toEqual(expected("60", /disk is full/));
    await pragma("max_page_count = 1000000");
    await transaction(insert);
  });

  test("when another process locks the database for too long", async () => {
    const busy = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    expect(await getResponse(Promise.reject(busy))).toEqual(expected("2", /busy/));
  });

  test("when the file is damaged", async () => {
    const path = `${process.env.DATABASE_URL!.slice("file:".length)}-damaged`;
    const original = new Database(process.env.DATABASE_URL!.slice("file:".length));
    original.exec(`VACUUM INTO '${path}'`);
    original.close();
    const file = openSync(path, "r+");
    for (let page = 1; page < 50; page++)
      writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096);
    closeSync(file);
    const read = async () => {
      const connection = await createSqliteAdapterFactory(`file:${path}`, "write").connect();
      await connection
        .queryRaw({ sql: "SELECT * FROM organizations", args: [], argTypes: [] })
        .finally(() => connection.dispose());
    };
    expect(await getResponse(read())).toEqual(expected("300", /damaged/));
  });

  test("when the database is read-only", async () => {
    await pragma("query_only = ON");
    expect(await getResponse(transaction(insert))).toEqual(expected("30", /read-only/));
  });
});

test("findDatabaseFault: constraint violations and unrelated errors are not faults", () => {
  for (const error of [
    new Error("boo"),
    Object.assign(new Error("x"), { code: "P2002" }),
    "text",
    null,
  ]) {
    expect([findDatabaseFault(error), isUnavailable(error)]).toEqual([null, false]);
  }
});
