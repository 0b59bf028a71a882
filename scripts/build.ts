import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { bundle, isBundleCurrent } from "./bundle";
import { main, run } from "./run";
import { hashSources } from "./source-hash";

const GENERATED = ["prisma/generated/sqlite/client.ts", "prisma/generated/postgresql/client.ts"];

const getStampPath = (buildDir: string) => join(buildDir, "candor-build.json");

function isBuildCurrent(buildDir: string, sources: string): boolean {
  if (
    ![getStampPath(buildDir), join(buildDir, "required-server-files.json"), ...GENERATED].every(
      (path) => existsSync(path),
    )
  )
    return false;
  return JSON.parse(readFileSync(getStampPath(buildDir), "utf8")).sources === sources;
}

/** Brotli is 15% smaller than the gzip of Next (lib/http/compressed-asset.ts). */
function compressAssets(buildDir: string): void {
  const directory = join(buildDir, "static");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }))
    if (/\.(js|css)$/.test(name)) {
      const path = join(directory, name);
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
}

/** Builds if sources changed. The stamp is written last, so that no interrupted build is used. */
export async function buildIfStale(
  buildDir = process.env.BUILD_DIR || ".next",
  env: Record<string, string> = {},
): Promise<void> {
  const sources = hashSources();
  if (isBuildCurrent(buildDir, sources) && isBundleCurrent(sources)) return;
  rmSync(getStampPath(buildDir), { force: true });
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  await run(["node_modules/next/dist/bin/next", "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    BUILD_DIR: buildDir,
    ...env,
  });
  compressAssets(buildDir);
  writeFileSync(getStampPath(buildDir), `${JSON.stringify({ sources })}\n`);
}

if (process.argv[1]?.endsWith("scripts/build.ts")) await main(() => buildIfStale());
