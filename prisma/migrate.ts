import { main } from "../scripts/run";

// Brings the database of DATABASE_URL up to date; does nothing when it is.
await main(async () => {
  const { env } = await import("../lib/env");
  const { applyMigrations } = await import("./engine");
  for (const name of await applyMigrations(env.DATABASE_URL)) console.log(`migrated: ${name}`);
});
