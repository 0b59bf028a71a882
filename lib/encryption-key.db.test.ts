import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NOW } from "@/e2e/support/database-fixtures";
import * as db from "./db/database";
import type { Reencryption } from "./encryption-key";

const [OLD, NEW] = [
  "an old secret that is long enough to encrypt",
  "a new secret that is long enough to encrypt",
];

async function importWithEnv(env: Record<string, string>) {
  vi.resetModules();
  vi.doMock("./db/database", () => db);
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return {
    ...(await import("./encryption-key")),
    ...(await import("./encryption")),
    ...(await import("./log")),
  };
}

const addEncryptedRow = (id: string, data: string) =>
  db.transaction((tx) =>
    tx.emailJob.create({
      data: {
        id,
        recipient: "a@example.com",
        template: "invitation",
        data,
        state: "pending",
        nextAttemptAt: NOW,
        createdAt: NOW,
      },
    }),
  );
const readCheckValue = async () =>
  (await db.reader().encryptionKeyCheck.findFirst())?.value ?? null;

beforeEach(() =>
  db.transaction(
    async (tx) => void (await tx.emailJob.deleteMany(), await tx.encryptionKeyCheck.deleteMany()),
  ),
);
afterEach(() => void vi.unstubAllEnvs());

test("without encrypted data, any secret is accepted, and a check value is stored", async () => {
  const old = await importWithEnv({ SESSION_SECRET: OLD });
  expect(await old.findKeyProblem()).toBeNull();
  await old.storeKeyCheck(NOW);
  expect(old.decrypt((await readCheckValue()) ?? "")).toBe("candor");
  const other = await importWithEnv({ SESSION_SECRET: NEW });
  expect(await other.findKeyProblem()).toBeNull();
  await other.storeKeyCheck(NOW);
  expect(other.decrypt((await readCheckValue()) ?? "")).toBe("candor");
});

test(
  "another secret is rejected with one line that names the setting, unless " +
    "the old one follows after a comma",
  async () => {
    const old = await importWithEnv({ SESSION_SECRET: OLD });
    await addEncryptedRow("1", old.encrypt({ token: "x" }));
    await old.storeKeyCheck(NOW);
    expect(await old.findKeyProblem()).toBeNull();
    expect(await (await importWithEnv({ SESSION_SECRET: NEW })).findKeyProblem()).toMatch(
      /^[^\n]*SESSION_SECRET[^\n]*$/,
    );
    expect(
      await (await importWithEnv({ SESSION_SECRET: `${NEW},${OLD}` })).findKeyProblem(),
    ).toBeNull();
  },
);

describe("a database without a check value", () => {
  test("is accepted if one row can be decrypted, even if others are damaged", async () => {
    const old = await importWithEnv({ SESSION_SECRET: OLD });
    await addEncryptedRow("1", old.encrypt({ token: "x" }));
    await addEncryptedRow("2", "damaged");
    expect(await old.findKeyProblem()).toBeNull();
  });

  test("is rejected if no row can be decrypted", async () => {
    await addEncryptedRow(
      "1",
      (await importWithEnv({ SESSION_SECRET: OLD })).encrypt({ token: "x" }),
    );
    expect(await (await importWithEnv({ SESSION_SECRET: NEW })).findKeyProblem()).toContain(
      "SESSION_SECRET",
    );
  });
});

test("the error for a missing session-secret file names it, and no new file is created", async () => {
  await addEncryptedRow(
    "1",
    (await importWithEnv({ SESSION_SECRET: OLD })).encrypt({ token: "x" }),
  );
  const file = join(process.env.DATA_DIR!, "session-secret");
  expect(await (await importWithEnv({ SESSION_SECRET: "" })).findKeyProblem()).toContain(
    `${file}, which is missing.`,
  );
  expect(existsSync(file)).toBe(false);
});

test("DATA_KEY_LOST=on accepts another secret, and the next start accepts it without the setting", async () => {
  const old = await importWithEnv({ SESSION_SECRET: OLD });
  await addEncryptedRow("1", old.encrypt({ token: "x" }));
  await old.storeKeyCheck(NOW);
  const lost = await importWithEnv({ SESSION_SECRET: NEW, DATA_KEY_LOST: "on" });
  expect(await lost.findKeyProblem()).toBeNull();
  await lost.storeKeyCheck(NOW);
  expect(await (await importWithEnv({ SESSION_SECRET: NEW })).findKeyProblem()).toBeNull();
});

describe("re-encryption of stored data", () => {
  const readRows = async () =>
    (await db.reader().emailJob.findMany({ orderBy: { id: "asc" } })).map(({ data }) => data);

  test("uses DATA_SECRET instead of the session secret once DATA_SECRET is set", async () => {
    const old = await importWithEnv({ SESSION_SECRET: OLD, DATA_SECRET: "" });
    for (let row = 0; row < 250; row++)
      await addEncryptedRow(String(row).padStart(3, "0"), old.encrypt({ row }));
    await old.storeKeyCheck(NOW);
    expect(await old.reencryptData(NOW)).toBeNull();

    const both = await importWithEnv({ SESSION_SECRET: OLD, DATA_SECRET: NEW });
    expect(await both.findKeyProblem()).toBeNull();
    expect(both.decrypt((await readRows())[7]!)).toEqual({ row: 7 });
    expect(await both.reencryptData(NOW)).toEqual({ reencrypted: 250, unreadable: 0 });
    expect(await both.reencryptData(NOW)).toEqual({ reencrypted: 0, unreadable: 0 });

    const rotatedSession = await importWithEnv({
      SESSION_SECRET: "a third secret that only session cookies use",
      DATA_SECRET: NEW,
    });
    expect(await rotatedSession.findKeyProblem()).toBeNull();
    expect((await readRows()).map((data) => rotatedSession.decrypt(data))).toEqual(
      Array.from({ length: 250 }, (_, row) => ({ row })),
    );
  });

  test("requires the old value of DATA_SECRET until all data is encrypted with the new one", async () => {
    const old = await importWithEnv({
      SESSION_SECRET: "a session secret that has no other use",
      DATA_SECRET: OLD,
    });
    await addEncryptedRow("1", old.encrypt({ token: "x" }));
    await old.storeKeyCheck(NOW);
    expect(await (await importWithEnv({ DATA_SECRET: NEW })).findKeyProblem()).toMatch(
      /^[^\n]*DATA_SECRET[^\n]*$/,
    );
    expect(
      await (await importWithEnv({ DATA_SECRET: `${NEW},${OLD}` })).reencryptData(NOW),
    ).toEqual({
      reencrypted: 1,
      unreadable: 0,
    });
    expect(await (await importWithEnv({ DATA_SECRET: NEW })).findKeyProblem()).toBeNull();
  });

  test("by `candor keys rotate` removes all former secrets, even after an interruption", async () => {
    const { rotateDataSecret, ...rest } = await importWithEnv({ SESSION_SECRET: OLD });
    await addEncryptedRow("1", rest.encrypt({ token: "x" }));
    const secretFile = join(process.env.DATA_DIR!, "data-secret");
    // An interrupted rotation leaves both secrets in the file.
    writeFileSync(secretFile, `${NEW}\n${OLD}\n`, { mode: 0o600 });
    expect(await rotateDataSecret(NOW, { pauseMs: 0 })).toEqual({ reencrypted: 1, unreadable: 0 });
    const secrets = readFileSync(secretFile, "utf8").trim().split("\n");
    expect([secrets.length, secrets.includes(NEW), secrets.includes(OLD)]).toEqual([
      1,
      false,
      false,
    ]);
    expect((await readRows()).map((data) => rest.decrypt(data))).toEqual([{ token: "x" }]);
    const other = await importWithEnv({ SESSION_SECRET: NEW });
    expect((await readRows()).map((data) => other.decrypt(data))).toEqual([{ token: "x" }]);
    rmSync(secretFile);
  });

  test("fails if another rotation runs at the same time, and keeps the secrets of both", async () => {
    const { rotateDataSecret, encrypt } = await importWithEnv({ SESSION_SECRET: OLD });
    await addEncryptedRow("1", encrypt({ token: "x" }));
    const secretFile = join(process.env.DATA_DIR!, "data-secret");
    const rotation = rotateDataSecret(NOW, {
      pauseMs: 1,
      onProgress: () => writeFileSync(secretFile, `${NEW}\n${readFileSync(secretFile, "utf8")}`),
    });
    await expect(rotation).rejects.toThrow("Another process changed the data secret");
    expect(readFileSync(secretFile, "utf8").trim().split("\n")).toHaveLength(2);
    rmSync(secretFile);
  });

  test("by `candor keys rotate` removes the former secret even if a value is unreadable", async () => {
    const { rotateDataSecret } = await importWithEnv({ SESSION_SECRET: OLD });
    await addEncryptedRow("1", "damaged");
    const secretFile = join(process.env.DATA_DIR!, "data-secret");
    writeFileSync(secretFile, `${NEW}\n`, { mode: 0o600 });
    expect(await rotateDataSecret(NOW, { pauseMs: 0 })).toEqual({ reencrypted: 0, unreadable: 1 });
    expect(readFileSync(secretFile, "utf8")).not.toContain(NEW);
    rmSync(secretFile);
  });

  test("is not undone by a process that still runs with the old secret", async () => {
    const old = await importWithEnv({ SESSION_SECRET: OLD, DATA_SECRET: "" });
    await addEncryptedRow("1", old.encrypt({ token: "x" }));
    await old.runReencryptionPass(NOW);
    await (await importWithEnv({ SESSION_SECRET: `${NEW},${OLD}` })).runReencryptionPass(NOW);
    await (await importWithEnv({ SESSION_SECRET: OLD })).runReencryptionPass(NOW);
    expect(await (await importWithEnv({ SESSION_SECRET: NEW })).findKeyProblem()).toBeNull();
  });

  test(
    "runs in passes until a later pass changes nothing, and the log then reports that old " +
      "secrets can be removed",
    async () => {
      const old = await importWithEnv({ SESSION_SECRET: OLD, DATA_SECRET: "" });
      await addEncryptedRow("1", old.encrypt({ token: "x" }));
      const lateValue = old.encrypt({ token: "y" });

      const both = await importWithEnv({ SESSION_SECRET: `${NEW},${OLD}` });
      const info = vi.spyOn(both.log, "info");
      const takeReports = () =>
        info.mock.calls
          .splice(0)
          .map(([counts, text]) => [
            (counts as Reencryption).reencrypted,
            String(text).includes("you can remove the others"),
          ]);
      await both.runReencryptionPass(NOW);
      expect(takeReports()).toEqual([[1, false]]);
      await addEncryptedRow("2", lateValue);
      await both.runReencryptionPass(NOW);
      expect(takeReports()).toEqual([[1, false]]);
      await both.runReencryptionPass(NOW);
      await both.runReencryptionPass(NOW);
      expect(takeReports()).toEqual([[0, true]]);
      const withNewSecret = await importWithEnv({ SESSION_SECRET: NEW });
      expect((await readRows()).map((data) => withNewSecret.decrypt(data))).toEqual([
        { token: "x" },
        { token: "y" },
      ]);
    },
  );

  test("counts and skips values that no secret decrypts", async () => {
    const old = await importWithEnv({ SESSION_SECRET: OLD, DATA_SECRET: "" });
    await addEncryptedRow("1", "damaged");
    await addEncryptedRow("2", old.encrypt({ token: "x" }));
    const both = await importWithEnv({ SESSION_SECRET: `${NEW},${OLD}` });
    expect(await both.reencryptData(NOW)).toEqual({ reencrypted: 1, unreadable: 1 });
    expect((await readRows())[0]).toBe("damaged");
  });
});

test("the key check and re-encryption include every column that the schema describes as encrypted", async () => {
  const { encryptedColumns } = await importWithEnv({ SESSION_SECRET: OLD });
  const described: string[] = [];
  for (const [, model] of readFileSync("prisma/schema.prisma", "utf8").matchAll(
    /^model \w+ \{\n([^]*?)^\}/gm,
  )) {
    const table = /@@map\("(\w+)"\)/.exec(model!)?.[1];
    for (const [, name, mapped] of model!.matchAll(
      /\/\/\/ Encrypted.*\n\s+(\w+)(?:.*@map\("(\w+)"\))?/g,
    ))
      described.push(`${table}.${mapped ?? name}`);
  }
  expect(described.toSorted()).toEqual(
    encryptedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});
