import { watch } from "node:fs";
import { bundle, isBundleCurrent } from "./bundle";
import { main, run } from "./run";
import { hashSources } from "./sources";

const DEBOUNCE_MS = 300;

/**
 * Bundles again, when its sources change, the code that Next does not compile. The worker threads
 * restart with it; the server itself needs a restart.
 */
function bundleOnChange(): void {
  let waiting: NodeJS.Timeout | undefined;
  let bundling = Promise.resolve();
  const bundleAgain = async () => {
    if (!isBundleCurrent(hashSources()))
      await bundle({ isRunning: true }).catch((error: unknown) =>
        process.stderr.write(`candor: ${(error as Error).message}\n`),
      );
  };
  for (const folder of ["app", "components", "lib"]) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => (bundling = bundling.then(bundleAgain)), DEBOUNCE_MS);
    });
  }
}

// npm run dev: the same server in Next's development mode.
await main(async () => {
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  bundleOnChange();
  await run(["dist/server.js"], { NODE_ENV: "development" });
});
