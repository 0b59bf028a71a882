import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, isBundleCurrent } from "./bundle";
import { main, run } from "./run";
import { hashSources } from "./sources";

const GENERATED = ["prisma/generated/sqlite/client.ts", "prisma/generated/postgresql/client.ts"];

const stampPath = (buildDir: string) => join(buildDir, "candor-build.json");

function isBuildCurrent(buildDir: string, sources: string): boolean {
  if (
    ![stampPath(buildDir), join(buildDir, "required-server-files.json"), ...GENERATED].every(
      (path) => existsSync(path),
    )
  )
    return false;
  return JSON.parse(readFileSync(stampPath(buildDir), "utf8")).sources === sources;
}

/**
 * Generates the database clients and builds server and app, unless they were built from the same
 * sources. The stamp is removed first and written last, so that an interrupted build is not used.
 */
export async function buildIfStale(
  buildDir = process.env.BUILD_DIR || ".next",
  env: Record<string, string> = {},
): Promise<void> {
  const sources = hashSources();
  if (isBuildCurrent(buildDir, sources) && isBundleCurrent(sources)) return;
  rmSync(stampPath(buildDir), { force: true });
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  await run(["node_modules/next/dist/bin/next", "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    BUILD_DIR: buildDir,
    ...env,
  });
  writeFileSync(stampPath(buildDir), `${JSON.stringify({ sources })}\n`);
}

if (process.argv[1]?.endsWith("scripts/build.ts")) await main(() => buildIfStale());
