import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { main, run } from "./run";
import {
  describeBuild,
  getStampPath,
  hashSources,
  isBuildCurrent,
  isBundleCurrent,
} from "./build-state";

/** Next.js writes the path of the build directory into this file, which the type check reads. */
const NEXT_ENV = "next-env.d.ts";

/** Brotli output is 15% smaller than the gzip of Next.js (lib/http/compressed-asset.ts). */
function compressAssets(buildDir: string): void {
  const directory = join(buildDir, "static");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }))
    if (/\.(js|css)$/.test(name)) {
      const path = join(directory, name);
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
}

/** Builds if sources have changed. Writes the stamp last so that no interrupted build is used. */
export async function buildIfStale(
  buildDir = process.env.BUILD_DIR || ".next",
  env: Record<string, string> = {},
): Promise<void> {
  const sources = hashSources();
  if (isBuildCurrent(buildDir, sources)) return;
  // Validates the settings before the slow build.
  await import("../lib/env");
  if (!isBundleCurrent(sources)) {
    await run(["--import", "tsx", "prisma/generate.ts"]);
    const { bundle } = await import("./bundle");
    await bundle();
  }
  rmSync(getStampPath(buildDir), { force: true });
  const nextEnv = existsSync(NEXT_ENV) ? readFileSync(NEXT_ENV) : null;
  try {
    await run(["node_modules/next/dist/bin/next", "build"], {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      BUILD_DIR: buildDir,
      ...env,
    });
  } finally {
    if (nextEnv !== null) writeFileSync(NEXT_ENV, nextEnv);
  }
  compressAssets(buildDir);
  writeFileSync(getStampPath(buildDir), describeBuild(sources));
}

if (process.argv[1]?.endsWith("scripts/build.ts")) await main(() => buildIfStale());
