import { buildIfStale } from "./build";
import { main } from "./run";

// Runs before `npm start`. Importing the settings validates them before the slow build.
await main(async () => {
  const { env } = await import("../lib/env");
  await buildIfStale(env.BUILD_DIR);
});
