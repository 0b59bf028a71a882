import { buildIfStale } from "./build";
import { main } from "./run";

// Before `npm start`: settings are validated first, so that a wrong one does not cost a build.
await main(async () => {
  const { env } = await import("../lib/env");
  await buildIfStale(env.BUILD_DIR);
});
