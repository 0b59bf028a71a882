import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { buildPageAssets } from "./page-assets";
import { BUNDLE_STAMP, hashSources } from "./build-state";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
};

/**
 * Bundles the server, the command line, and the assets of the status and landing pages. `isRunning`
 * keeps earlier chunks, which a running server may import. Returns the paths of the source files of
 * the server and the command line.
 */
export async function bundle({ isRunning = false } = {}): Promise<Set<string>> {
  const sources = hashSources();
  rmSync(BUNDLE_STAMP, { force: true });
  if (!isRunning) rmSync("dist/chunks", { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: {
      server: "server.ts",
      "password-worker": "lib/auth/password-worker.ts",
      "svg-worker": "lib/organizations/svg-worker.ts",
      "worker-thread": "app/worker-thread.ts",
      candor: "cli/candor.ts",
      "build-state": "scripts/build-state.ts",
      // Pages that Next.js compiles import this module (app/server-bundle.ts).
      "page-queries": "app/page-queries.ts",
    },
    outdir: "dist",
    bundle: true,
    // Keeps dynamic imports in separate chunks so that threads load only what they need.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    // Packages with many small modules are development dependencies, so that they are bundled and
    // load faster.
    external: Object.keys(dependencies),
    platform: "node",
    target: "node20.19",
    format: "esm",
    // React and Next.js read this variable when they load. `lib/env.ts` has the same default.
    banner: { js: 'process.env.NODE_ENV ||= "production";' },
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
    // These versions support constructable stylesheets.
    target: ["chrome80", "firefox101", "safari16.4"],
    format: "iife",
    logLevel: "warning",
  });
  writeFileSync(BUNDLE_STAMP, `${JSON.stringify({ sources })}\n`);
  return new Set(Object.keys(metafile.inputs));
}
