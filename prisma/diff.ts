import { mkdirSync, writeFileSync } from "node:fs";
import { MIGRATION_NAME } from "../lib/migrations";
import { applyMigrations, engines, findMissingSql } from "./engine";
import { createScratch, findPostgres } from "./scratch";

// Runs as `npm run db:migration -- NAME`. Writes a migration for each engine. Requires PostgreSQL.
const name = process.argv[2];
if (name === undefined || !MIGRATION_NAME.test(name)) {
  console.error(
    "usage: npm run db:migration -- lower_case_name_compatible|lower_case_name_breaking",
  );
  console.error(
    "compatible: the previous release can run on the database after this migration; breaking: it cannot",
  );
  process.exit(2);
}
const prefix = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
for (const engine of engines) {
  const scratch = await createScratch(engine, engine === "sqlite" ? null : await findPostgres());
  try {
    await applyMigrations(scratch.url);
    const sql = await findMissingSql(scratch.url);
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
    await scratch.drop();
  }
}
await import("./generate");
process.exit(0);
