import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

export type DatabaseEngine = "sqlite" | "postgresql";

export const getEngine = (url: string): DatabaseEngine =>
  /^postgres(ql)?:/.test(url) ? "postgresql" : "sqlite";

/** Returns the path of SQLite's file. `url` starts with `file:`. */
export const getDatabasePath = (url: string): string => url.slice("file:".length);

export const MIGRATION_NAME = /^[a-z0-9_]+_(compatible|breaking)$/;

export const isCompatible = (name: string): boolean => name.endsWith("_compatible");

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
