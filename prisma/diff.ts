import { mkdirSync, writeFileSync } from "node:fs";
import { MIGRATION_NAME } from "../lib/migrations";
import { applyMigrations, engines, findMissingSql } from "./engine";
import { createTemporaryDatabase, findPostgres } from "./temporary-database";

// Runs as `npm run db:migration -- <name>`. Writes a migration for each engine. Requires
// PostgreSQL.
const name = process.argv[2];
if (name === undefined || !MIGRATION_NAME.test(name)) {
  console.error(
    "usage: npm run db:migration -- <name>_compatible|<name>_breaking, with <name> in snake_case",
  );
  console.error(
    "compatible: the previous release can run on the database after this migration; breaking: it cannot",
  );
  process.exit(2);
}
const prefix = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
for (const engine of engines) {
  const database = await createTemporaryDatabase(
    engine,
    engine === "sqlite" ? null : await findPostgres(),
  );
  try {
    await applyMigrations(database.url);
    const sql = await findMissingSql(database.url);
    if (sql === "") {
      console.log(`${engine}: no changes`);
      continue;
    }
    const directory = `prisma/migrations/${engine}/${prefix}_${name}`;
    mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/migration.sql`, sql);
    writeFileSync(`prisma/migrations/${engine}/migration_lock.toml`, `provider = "${engine}"\n`);
    console.log(`${engine}: ${directory}`);
  } finally {
    await database.drop();
  }
}
await import("./generate");
process.exit(0);
