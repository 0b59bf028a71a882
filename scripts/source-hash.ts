import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Contains the hash of the sources of the bundle. It is written last. */
export const BUNDLE_STAMP = "dist/bundle.json";

const inputs = [
  "app",
  "cli",
  "components",
  "lib",
  "prisma/schema.prisma",
  "prisma/engine.ts",
  "prisma/generate.ts",
  "scripts/bundle.ts",
  "scripts/page-assets.ts",
  "public",
  "server.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

/** Returns a hash of all source files. Their times are ignored, because a copy changes them. */
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

export const isBundleCurrent = (sources: string): boolean =>
  existsSync(BUNDLE_STAMP) && JSON.parse(readFileSync(BUNDLE_STAMP, "utf8")).sources === sources;
