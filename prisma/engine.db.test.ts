import { expect, test } from "vitest";
import { transaction } from "@/lib/db/database";
import { applyMigrations } from "./engine";

const NEWEST = "20261123093500_uptime_from_timeline_breaking";

test("a migration that failed halfway is named in one line, with what to do", async () => {
  await transaction(
    (tx) =>
      tx.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${NEWEST}`,
  );
  await expect(applyMigrations(process.env.DATABASE_URL!)).rejects.toThrow(
    /^The migration 20261123093500_uptime_from_timeline_breaking failed halfway\. Restore [^\n]+$/,
  );
});

test("a migration that fails is named in one line, with the database's error", async () => {
  await transaction(
    (tx) => tx.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${NEWEST}`,
  );
  await expect(applyMigrations(process.env.DATABASE_URL!)).rejects.toThrow(
    /^The migration 20261123093500_uptime_from_timeline_breaking failed halfway: .*settled_outages.*\. Restore .+$/,
  );
});
