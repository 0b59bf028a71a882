import { buildIfStale } from "./build";
import { main, run } from "./run";

// Before `npm start`: settings are judged first, so that a bad one costs no build.
await main(async () => {
  const { env } = await import("../lib/env");
  await buildIfStale(env.BUILD_DIR);
  await run(["--import", "tsx", "prisma/migrate.ts"]);
});
