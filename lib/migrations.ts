import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

export type DatabaseEngine = "sqlite" | "postgresql";

export const getEngine = (url: string): DatabaseEngine =>
  /^postgres(ql)?:/.test(url) ? "postgresql" : "sqlite";

/** The suffix states whether the previous release can run on the migrated database. */
export const MIGRATION_NAME = /^[a-z0-9_]+_(compatible|breaking)$/;

/** Whether this version can run on a database with an unknown migration. */
export const isCompatible = (name: string): boolean => name.endsWith("_compatible");

/** The directory of an engine's migrations. Commands are started in the project root. */
export const getMigrationsDirectory = (engine: DatabaseEngine): string =>
  resolve("prisma/migrations", engine);

export function listMigrationNames(engine: DatabaseEngine): string[] {
  const directory = getMigrationsDirectory(engine);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
