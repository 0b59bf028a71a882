import { afterAll, beforeAll } from "vitest";
import { createMigratedDatabase } from "./test-database";
import { removeDirectory, createTemporaryDirectory } from "./test-server";

// An earlier test file may have imported the configuration, so the environment and the parsed
// configuration are both set.
const dataDir = createTemporaryDirectory();
const database = await createMigratedDatabase(
  process.env.TEST_ENGINE as "sqlite" | "postgresql",
  dataDir,
);
const configuration = { DATA_DIR: dataDir, DATABASE_URL: database.url };
Object.assign(process.env, configuration);

beforeAll(async () => {
  const [{ openDatabase }, { env }] = await Promise.all([
    import("@/lib/db/database"),
    import("@/lib/env"),
  ]);
  Object.assign(env, configuration);
  await openDatabase();
});

afterAll(async () => {
  const { closeDatabase } = await import("@/lib/db/database");
  await closeDatabase();
  await database.drop();
  removeDirectory(dataDir);
});
