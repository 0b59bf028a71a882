import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { transaction } from "@/lib/db/database";
import { applyMigrations } from "./engine";

const NEWEST = readdirSync("prisma/migrations/sqlite")
  .filter((name) => /^\d/.test(name))
  .sort()
  .at(-1)!;

test("a migration that failed halfway is reported in one line with a remedy", async () => {
  await transaction(
    (tx) =>
      tx.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${NEWEST}`,
  );
  await expect(applyMigrations(process.env.DATABASE_URL!)).rejects.toThrow(
    new RegExp(`^The migration ${NEWEST} failed halfway\\. Restore [^\\n]+$`),
  );
});

test("a migration that fails is reported in one line with the database's error", async () => {
  await transaction(
    (tx) => tx.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${NEWEST}`,
  );
  await expect(applyMigrations(process.env.DATABASE_URL!)).rejects.toThrow(
    new RegExp(
      `^The migration ${NEWEST} failed halfway: .*(no such|exist|duplicate).*\\. Restore .+$`,
    ),
  );
});
