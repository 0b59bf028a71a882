import { watch } from "node:fs";
import { bundle, isBundleOf } from "./bundle";
import { main, run } from "./run";
import { hashSources } from "./sources";

const GATHER_MS = 300;

/** What Next does not compile is bundled anew as its sources change; the server's threads begin anew with it (lib/thread.ts), and the server itself when it is started again. */
function bundleOnChange(): void {
  let waiting: NodeJS.Timeout | undefined;
  let bundling = Promise.resolve();
  const again = async () => {
    if (!isBundleOf(hashSources())) await bundle({ isRunning: true }).catch((error: unknown) => process.stderr.write(`candor: ${(error as Error).message}\n`));
  };
  for (const folder of ["app", "components", "lib"]) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => (bundling = bundling.then(again)), GATHER_MS);
    });
  }
}

// npm run dev: the same server with Next's development mode; pages, handlers and what is published are made anew as their sources change.
await main(async () => {
  await run(["--import", "tsx", "prisma/generate.ts"]);
  await bundle();
  await run(["--import", "tsx", "prisma/migrate.ts"]);
  bundleOnChange();
  await run(["dist/server.js"], { NODE_ENV: "development" });
});
