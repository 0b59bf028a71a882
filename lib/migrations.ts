import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

export type DatabaseEngine = "sqlite" | "postgresql";

export const getEngine = (url: string): DatabaseEngine =>
  /^postgres(ql)?:/.test(url) ? "postgresql" : "sqlite";

export const MIGRATION_NAME = /^[a-z0-9_]+_(compatible|breaking)$/;

/** Whether this version can run on a database with this unknown migration. */
export const isCompatible = (name: string): boolean => name.endsWith("_compatible");

/** Relative to the project root, where commands are started. */
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
