import { afterAll, beforeAll } from "vitest";
import { migratedDatabase } from "./database";
import { removeDirectory, temporaryDirectory } from "./server";

// A database for each test file. The configuration is read when it is first imported, so it is set before that.
const dataDir = temporaryDirectory();
const database = await migratedDatabase(process.env.TEST_ENGINE as "sqlite" | "postgresql", dataDir);
process.env.DATA_DIR = dataDir;
process.env.DATABASE_URL = database.url;

beforeAll(async () => {
  const { openDatabase } = await import("@/lib/db");
  await openDatabase();
});

afterAll(async () => {
  const { closeDatabase } = await import("@/lib/db");
  await closeDatabase();
  await database.drop();
  removeDirectory(dataDir);
});
