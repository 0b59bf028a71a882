import { main } from "../scripts/run";
import { UNREACHED } from "./unreached";

// Brings the database of DATABASE_URL up to date; does nothing when it is.
await main(async () => {
  const { env } = await import("../lib/env");
  const { applyMigrations } = await import("./engine");
  try {
    for (const name of await applyMigrations(env.DATABASE_URL)) console.log(`migrated: ${name}`);
  } catch (error) {
    if (!/Can't reach database server/.test((error as Error).message)) throw error;
    process.stderr.write(`candor: ${(error as Error).message}\n`);
    process.exit(UNREACHED);
  }
});
