import { main } from "../scripts/run";

// Runs as `npm run db:migrate`, for servers with MIGRATE=off.
await main(async () => {
  const { env } = await import("../lib/env");
  const { applyMigrations } = await import("./engine");
  for (const name of await applyMigrations(env.DATABASE_URL)) console.log(`migrated: ${name}`);
});
