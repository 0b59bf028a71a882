import { join } from "node:path";
import { applyMigrations } from "../../prisma/engine";
import { createScratch } from "../../prisma/scratch";
import { removeDirectory, temporaryDirectory } from "./test-server";

/** Creates a migrated database per engine, which tests copy. Returns the teardown. */
export default async function setUpEndToEnd(): Promise<() => Promise<void>> {
  const directory = temporaryDirectory();
  const path = join(directory, "template.db");
  await applyMigrations(`file:${path}`);
  process.env.E2E_SQLITE_TEMPLATE = path;
  const server = process.env.E2E_POSTGRES_SERVER;
  const template = server ? await createScratch("postgresql", server) : null;
  if (template !== null) {
    await applyMigrations(template.url);
    process.env.E2E_POSTGRES_TEMPLATE = new URL(template.url).pathname.slice(1);
  }
  return async () => {
    removeDirectory(directory);
    await template?.drop();
  };
}
