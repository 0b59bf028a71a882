import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildPageAssets, PAGE_ASSETS } from "./page-assets";
import { hashSources } from "./sources";

const STAMP = "dist/bundle.json";
const PARTS = ["dist/server.js", "dist/password-worker.js", "dist/delivery-worker.js", "dist/publisher.js", "dist/subscribe-answer.js", "dist/widget.js", ...PAGE_ASSETS];

/** Whether what lies in `dist` was bundled of the sources with this hash. */
export function isBundleOf(sources: string): boolean {
  return [STAMP, ...PARTS].every((path) => existsSync(path)) && JSON.parse(readFileSync(STAMP, "utf8")).sources === sources;
}

/**
 * Bundles what runs outside of Next: the server and its threads, with packages left where they are, and the scripts of public pages
 * and of the widget. `isRunning`: what runs finds the parts of the last time where they were.
 */
export async function bundle({ isRunning = false } = {}): Promise<void> {
  const sources = hashSources();
  rmSync(STAMP, { force: true });
  if (!isRunning) rmSync("dist/chunks", { recursive: true, force: true });
  await build({
    entryPoints: {
      server: "server.ts",
      "password-worker": "lib/auth/password-worker.ts",
      "delivery-worker": "lib/notifications/worker.ts",
      publisher: "app/status/publisher.ts",
      // Next has a React of its own for its handlers, which cannot draw a document (app/status/[orgID]/subscribe).
      "subscribe-answer": "app/status/subscribe-answer.tsx",
    },
    outdir: "dist",
    bundle: true,
    // What is imported late is loaded late: a thread that sends no mail holds nothing of what makes one.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: "linked",
    logLevel: "warning",
  });
  await buildPageAssets();
  await build({
    entryPoints: { widget: "app/status/widget-script.ts" },
    outdir: "dist",
    bundle: true,
    minify: true,
    platform: "browser",
    // Where style sheets can be made in scripts.
    target: ["chrome80", "firefox101", "safari16.4"],
    format: "iife",
    logLevel: "warning",
  });
  writeFileSync(STAMP, `${JSON.stringify({ sources })}\n`);
}
