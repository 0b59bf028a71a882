import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SqliteAdapter } from "./db-sqlite";

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), "sqlite-"))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test(
  "a database that it creates, its log and its index are for its user alone; " +
    "one that is there stays as it is",
  async () => {
    const path = join(directory, "data/candor.db");
    const connection = await new SqliteAdapter(`file:${path}`, "migrate").connect();
    await connection.executeScript("CREATE TABLE things (id TEXT)");
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect(modeOf(join(directory, "data"))).toBe(0o700);
    await connection.dispose();

    const other = join(directory, "other.db");
    writeFileSync(other, "", { mode: 0o640 });
    await (await new SqliteAdapter(`file:${other}`, "migrate").connect()).dispose();
    expect(modeOf(other)).toBe(0o640);
  },
);
