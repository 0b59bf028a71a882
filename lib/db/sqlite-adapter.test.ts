import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqliteAdapterFactory } from "./sqlite-adapter";

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), "sqlite-"))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const getMode = (path: string) => statSync(path).mode & 0o777;

test(
  "only the current user can read a new database and its -wal and -shm files, and an existing " +
    "database keeps its mode",
  async () => {
    const path = join(directory, "data/candor.db");
    const connection = await createSqliteAdapterFactory(`file:${path}`, "migrate").connect();
    await connection.executeScript("CREATE TABLE things (id TEXT)");
    expect([path, `${path}-wal`, `${path}-shm`].map(getMode)).toEqual([0o600, 0o600, 0o600]);
    expect(getMode(join(directory, "data"))).toBe(0o700);
    await connection.dispose();

    const other = join(directory, "other.db");
    writeFileSync(other, "", { mode: 0o640 });
    await (await createSqliteAdapterFactory(`file:${other}`, "migrate").connect()).dispose();
    expect(getMode(other)).toBe(0o640);
  },
);
