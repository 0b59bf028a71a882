import { existsSync } from "node:fs";
import { join } from "node:path";
import { UNREACHED } from "../prisma/unreached";
import { buildIfStale } from "./build";
import { main, runToEnd } from "./run";

// Before `npm start`: settings are judged first, so that a bad one costs no build.
await main(async () => {
  const { env } = await import("../lib/env");
  await buildIfStale(env.BUILD_DIR);
  const code = await runToEnd(["--import", "tsx", "prisma/migrate.ts"]);
  if (code === 0) return;
  // Where something was published, strangers are told what was known: that is when they ask.
  if (code !== UNREACHED || !existsSync(join(env.DATA_DIR, "public"))) throw new Error(`prisma/migrate.ts ended with ${code}`);
  process.stderr.write("candor: starting without the database: what was published is sent, all else is answered with 503 until it is there\n");
});
