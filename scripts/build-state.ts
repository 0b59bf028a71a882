// scripts/bundle.ts also compiles this module, so that scripts/prestart.mjs can import it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Contains the hash of the bundle's sources. Written last, so only a complete bundle has it. */
export const BUNDLE_STAMP = "dist/bundle.json";
const GENERATED = ["prisma/generated/sqlite/client.ts", "prisma/generated/postgresql/client.ts"];

const inputs = [
  "app",
  "cli",
  "components",
  "lib",
  "prisma/schema.prisma",
  "prisma/engine.ts",
  "prisma/generate.ts",
  "scripts/build-state.ts",
  "scripts/bundle.ts",
  "scripts/page-assets.ts",
  "scripts/page-font.ts",
  "public",
  "server.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * Returns a hash of the Node.js version and of all sources of a build. Ignores file times, because
 * copying changes them.
 */
export function hashSources(): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
    }
  };
  for (const input of inputs) add(input);
  return hash.update(process.version).digest("hex");
}

/** Returns whether the server's bundle is up to date and the database clients exist. */
export const isBundleCurrent = (sources: string): boolean =>
  [BUNDLE_STAMP, ...GENERATED].every((path) => existsSync(path)) &&
  JSON.parse(readFileSync(BUNDLE_STAMP, "utf8")).sources === sources;

export const getStampPath = (buildDir: string) => join(buildDir, "candor-build.json");

/** Returns everything that the pages of a build depend on. */
export const describeBuild = (sources: string) =>
  JSON.stringify({ sources, basePath: process.env.BASE_PATH ?? "" });

/** Returns whether the bundle and the pages in `buildDir` are up to date. */
export function isBuildCurrent(
  buildDir = process.env.BUILD_DIR || ".next",
  sources = hashSources(),
): boolean {
  const stamp = getStampPath(buildDir);
  return (
    isBundleCurrent(sources) &&
    existsSync(stamp) &&
    existsSync(join(buildDir, "required-server-files.json")) &&
    readFileSync(stamp, "utf8") === describeBuild(sources)
  );
}
