import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildPageAssets, PAGE_ASSETS } from "./page-assets";
import { hashSources } from "./source-hash";

const STAMP = "dist/bundle.json";
const PARTS = [
  "dist/server.js",
  "dist/password-worker.js",
  "dist/svg-worker.js",
  "dist/notification-worker.js",
  "dist/publishing-worker.js",
  "dist/candor.js",
  "dist/page-queries.js",
  "dist/widget.js",
  ...PAGE_ASSETS,
];

export function isBundleCurrent(sources: string): boolean {
  return (
    [STAMP, ...PARTS].every((path) => existsSync(path)) &&
    JSON.parse(readFileSync(STAMP, "utf8")).sources === sources
  );
}

/**
 * Bundles the server. `isRunning` keeps earlier chunks, which a running server may import. Returns
 * the paths of the server's source files.
 */
export async function bundle({ isRunning = false } = {}): Promise<Set<string>> {
  const sources = hashSources();
  rmSync(STAMP, { force: true });
  if (!isRunning) rmSync("dist/chunks", { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: {
      server: "server.ts",
      "password-worker": "lib/auth/password-worker.ts",
      "svg-worker": "lib/organizations/svg-worker.ts",
      "notification-worker": "lib/notifications/notification-thread.ts",
      "publishing-worker": "app/status/publishing-thread.ts",
      candor: "cli/candor.ts",
      // Pages that Next compiles import this module (app/server-bundle.ts).
      "page-queries": "app/page-queries.ts",
    },
    outdir: "dist",
    bundle: true,
    // Keeps dynamic imports in separate chunks, so that threads load only what they need.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: "linked",
    metafile: true,
    logLevel: "warning",
  });
  await buildPageAssets();
  await build({
    entryPoints: { widget: "app/status/widget-script.ts" },
    outdir: "dist",
    bundle: true,
    minify: true,
    platform: "browser",
    // These versions support constructable style sheets.
    target: ["chrome80", "firefox101", "safari16.4"],
    format: "iife",
    logLevel: "warning",
  });
  writeFileSync(STAMP, `${JSON.stringify({ sources })}\n`);
  return new Set(Object.keys(metafile.inputs));
}
