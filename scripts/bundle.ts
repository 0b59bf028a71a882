import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildPageAssets, PAGE_ASSETS } from "./page-assets";
import { hashSources } from "./sources";

const STAMP = "dist/bundle.json";
const PARTS = [
  "dist/server.js",
  "dist/password-worker.js",
  "dist/svg-worker.js",
  "dist/notification-worker.js",
  "dist/publishing-worker.js",
  "dist/publish-emergency.js",
  "dist/page-queries.js",
  "dist/widget.js",
  ...PAGE_ASSETS,
];

/** Whether `dist` was bundled from the sources with this hash. */
export function isBundleCurrent(sources: string): boolean {
  return (
    [STAMP, ...PARTS].every((path) => existsSync(path)) &&
    JSON.parse(readFileSync(STAMP, "utf8")).sources === sources
  );
}

/**
 * Bundles the code that runs outside of Next: the server with the API and its worker threads, with
 * external packages, and the scripts of public pages and the widget. `isRunning` keeps the previous
 * chunks for a running server. Returns the files of the server's bundle.
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
      "notification-worker": "lib/notifications/worker-thread.ts",
      "publishing-worker": "app/status/publishing-worker.ts",
      "publish-emergency": "app/status/publish-emergency.tsx",
      // Imported by the pages that Next compiles (app/server-bundle.ts).
      "page-queries": "app/page-queries.ts",
    },
    outdir: "dist",
    bundle: true,
    // Dynamic imports stay chunks: a thread that sends no email loads no email templates.
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
    // The first versions with constructable style sheets.
    target: ["chrome80", "firefox101", "safari16.4"],
    format: "iife",
    logLevel: "warning",
  });
  writeFileSync(STAMP, `${JSON.stringify({ sources })}\n`);
  return new Set(Object.keys(metafile.inputs));
}
