import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildIfStale } from "../scripts/build";

/** The build directory of the build with bare handlers. */
export const BENCH_BUILD_DIR = ".next-bench";
const NEXT_ENV = "next-env.d.ts";

/** Builds the app with the bare handlers, unless the sources are unchanged. */
export async function buildForBench(): Promise<void> {
  // The build writes its own directory to this file; restore it for the type check.
  const nextEnv = existsSync(NEXT_ENV) ? readFileSync(NEXT_ENV) : null;
  try {
    await buildIfStale(BENCH_BUILD_DIR, { BENCH: "on" });
  } finally {
    if (nextEnv !== null) writeFileSync(NEXT_ENV, nextEnv);
  }
}
