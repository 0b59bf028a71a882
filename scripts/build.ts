import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, isBundleOf } from "./bundle";
import { main, run } from "./run";
import { hashSources } from "./sources";

const GENERATED = ["prisma/generated/sqlite/client.ts", "prisma/generated/postgresql/client.ts"];

const stampOf = (buildDir: string) => join(buildDir, "candor-build.json");

function isBuildOf(buildDir: string, sources: string): boolean {
  if (![stampOf(buildDir), join(buildDir, "required-server-files.json"), ...GENERATED].every((path) => existsSync(path))) return false;
  return JSON.parse(readFileSync(stampOf(buildDir), "utf8")).sources === sources;
}

/**
 * Generates the database clients and builds server and app, unless what lies there was built of these very sources. The
 * stamp goes first and comes last, so that a build that was cut short is none.
 */
export async function buildIfStale(buildDir = process.env.BUILD_DIR || ".next", env: Record<string, string> = {}): Promise<void> {
  const sources = hashSources();
  if (isBuildOf(buildDir, sources) && isBundleOf(sources)) return;
  rmSync(stampOf(buildDir), { force: true });
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  await run(["node_modules/next/dist/bin/next", "build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", BUILD_DIR: buildDir, ...env });
  writeFileSync(stampOf(buildDir), `${JSON.stringify({ sources })}\n`);
}

if (process.argv[1]?.endsWith("scripts/build.ts")) await main(() => buildIfStale());
