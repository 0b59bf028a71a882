import { join } from "node:path";
import { applyMigrations } from "../../prisma/engine";
import { createTemporaryDatabase } from "../../prisma/temporary-database";
import { removeDirectory, createTemporaryDirectory } from "./test-server";

/** Creates a migrated database per engine, which tests copy. Returns the teardown. */
export default async function setUpEndToEnd(): Promise<() => Promise<void>> {
  const directory = createTemporaryDirectory();
  const path = join(directory, "template.db");
  await applyMigrations(`file:${path}`);
  process.env.E2E_SQLITE_TEMPLATE = path;
  const server = process.env.E2E_POSTGRES_SERVER;
  const template = server ? await createTemporaryDatabase("postgresql", server) : null;
  if (template !== null) {
    await applyMigrations(template.url);
    process.env.E2E_POSTGRES_TEMPLATE = new URL(template.url).pathname.slice(1);
  }
  return async () => {
    removeDirectory(directory);
    await template?.drop();
  };
}
