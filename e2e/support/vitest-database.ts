import { afterAll, beforeAll } from "vitest";
import { migratedDatabase } from "./database";
import { removeDirectory, temporaryDirectory } from "./server";

// A database for each test file. The configuration is read when it is first imported, by a file
// before this one perhaps.
const dataDir = temporaryDirectory();
const database = await migratedDatabase(
  process.env.TEST_ENGINE as "sqlite" | "postgresql",
  dataDir,
);
const place = { DATA_DIR: dataDir, DATABASE_URL: database.url };
Object.assign(process.env, place);

beforeAll(async () => {
  const [{ openDatabase }, { env }] = await Promise.all([import("@/lib/db"), import("@/lib/env")]);
  Object.assign(env, place);
  await openDatabase();
});

afterAll(async () => {
  const { closeDatabase } = await import("@/lib/db");
  await closeDatabase();
  await database.drop();
  removeDirectory(dataDir);
});
