import { bundle } from "./bundle";
import { main, run } from "./run";

// npm run dev: the same server with Next's development mode; pages and handlers are recompiled as they change.
await main(async () => {
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  await run(["--import", "tsx", "prisma/migrate.ts"]);
  await run(["dist/server.js"], { NODE_ENV: "development" });
});
