import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildIfStale } from "../scripts/build";

export const BENCH_BUILD_DIR = ".next-bench";
const NEXT_ENV = "next-env.d.ts";

export async function buildForBench(): Promise<void> {
  // The build changes this file, so restore it for the type check.
  const nextEnv = existsSync(NEXT_ENV) ? readFileSync(NEXT_ENV) : null;
  try {
    await buildIfStale(BENCH_BUILD_DIR, { BENCH: "on" });
  } finally {
    if (nextEnv !== null) writeFileSync(NEXT_ENV, nextEnv);
  }
}
