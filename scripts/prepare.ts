import { buildIfStale } from "./build";
import { main } from "./run";

// Runs before `npm start`. Validates settings before the slow build.
await main(async () => {
  const { env } = await import("../lib/env");
  await buildIfStale(env.BUILD_DIR);
});
