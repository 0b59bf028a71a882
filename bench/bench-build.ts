import { buildIfStale } from "../scripts/build";

export const BENCH_BUILD_DIR = ".next-bench";

export const buildForBench = (): Promise<void> => buildIfStale(BENCH_BUILD_DIR, { BENCH: "on" });
