import { mkdirSync, writeFileSync } from "node:fs";
import { applyMigrations, engines, missingSql } from "./engine";
import { createScratch, findPostgres } from "./scratch";

// npm run migration -- NAME: writes what the models have and the migrations lack, for both engines. Needs a
// PostgreSQL server to replay the migrations on: TEST_POSTGRES_URL, or a local one.
const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error("usage: npm run migration -- lower_case_name");
  process.exit(2);
}
const prefix = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
for (const engine of engines) {
  const scratch = await createScratch(engine, engine === "sqlite" ? null : await findPostgres());
  try {
    await applyMigrations(scratch.url);
    const sql = await missingSql(scratch.url);
    if (sql === "") {
      console.log(`${engine}: nothing to write`);
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
process.exit(0);
