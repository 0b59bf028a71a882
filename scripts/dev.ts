import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle";
import { main, run } from "./run";

const DEBOUNCE_MS = 100;
/** The server is killed after this time, because Next.js keeps connections for hot reload open. */
const STOP_TIMEOUT_MS = 500;
/** Sources of the styles and the script of the status and landing pages. */
const PAGE_ASSETS = /^(app\/(landing|status)|components\/status-page)\//;

const startServer = (): ChildProcess =>
  spawn(process.execPath, ["dist/server.js"], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "development" },
  });

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  const timer = setTimeout(() => server.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Runs as `npm run dev`. Bundles and restarts the server after changes. Next.js reloads pages. */
await main(async () => {
  await run(["--import", "tsx", "prisma/generate.ts"]);
  let files = await bundle();
  let server = startServer();
  let pending: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const restart = async () => {
    try {
      files = await bundle({ isRunning: true });
    } catch (error) {
      process.stderr.write(`candor: ${(error as Error).message}\n`);
      return;
    }
    await stopServer(server);
    server = startServer();
  };
  for (const folder of ["app", "components", "lib", "prisma"]) {
    watch(folder, { recursive: true }, (_, name) => {
      const path = join(folder, name ?? "");
      if (!files.has(path) && !PAGE_ASSETS.test(path)) return;
      clearTimeout(pending);
      pending = setTimeout(() => (restarting = restarting.then(restart)), DEBOUNCE_MS);
    });
  }
  await new Promise(() => {});
});
