import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildIfStale } from "../scripts/build";

/** Where the build lies that also has the bare handlers. */
export const BENCH_BUILD_DIR = ".next-bench";
const NEXT_ENV = "next-env.d.ts";

/**
 * Builds what is measured, unless the last build is of these very sources: as ever, and with the
 * bare handlers.
 */
export async function buildForBench(): Promise<void> {
  // A build points this file at its own directory; the type check should go on reading that of the
  // ordinary build.
  const nextEnv = existsSync(NEXT_ENV) ? readFileSync(NEXT_ENV) : null;
  try {
    await buildIfStale(BENCH_BUILD_DIR, { BENCH: "on" });
  } finally {
    if (nextEnv !== null) writeFileSync(NEXT_ENV, nextEnv);
  }
}
