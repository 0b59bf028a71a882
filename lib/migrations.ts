import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

export type Engine = "sqlite" | "postgresql";

export const engineOf = (url: string): Engine => (/^postgres(ql)?:/.test(url) ? "postgresql" : "sqlite");

/** Where the migrations of an engine lie; the server and every command are started in the project's root. */
export const migrationsDirectory = (engine: Engine): string => resolve("prisma/migrations", engine);

/** Names of the project's migrations, oldest first. */
export function migrationNames(engine: Engine): string[] {
  const directory = migrationsDirectory(engine);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
