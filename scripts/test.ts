import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findPostgres } from "../prisma/temporary-database";
import { buildIfStale } from "./build";
import { main, run } from "./run";
import { VITEST_SUMMARY, type VitestSummary } from "./vitest-summary";

// `npm test` runs all steps and prints the totals. `test:unit` and `test:e2e` build and run one
// step. `test:faults` runs `*.faults.*`, the database tests of `app` on PostgreSQL, and the end-to-end
// tests that `npm test` leaves out.

const E2E_REPORT = "test-results/e2e.json";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const BROWSERS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

type E2eReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

const [selection = "all", ...runnerArguments] = process.argv.slice(2);
const failedSteps: string[] = [];

async function step(name: string, selections: string[], work: () => Promise<void>): Promise<void> {
  if (!["all", ...selections].includes(selection)) return;
  const startedAt = performance.now();
  console.log(`\n── ${name}`);
  try {
    await work();
  } catch (error) {
    failedSteps.push(name);
    console.error(`${name} failed: ${(error as Error).message}`);
  }
  console.log(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [
    process.env.E2E_BROWSER,
    ...BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].find((path) => path && existsSync(path));
}

/** Installs Debian's package if possible, otherwise Playwright's browser. */
async function installBrowser(): Promise<string> {
  console.log("No browser found: installing Chromium.");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))
    for (const command of ["update", "install -y --no-install-recommends chromium-headless-shell"])
      spawnSync("apt-get", ["-qq", ...command.split(" ")], {
        stdio: ["ignore", "ignore", "inherit"],
      });
  const packaged = findBrowser();
  if (packaged) return packaged;
  await run([PLAYWRIGHT, "install", "chromium"]);
  return (await import("@playwright/test")).chromium.executablePath();
}

const MEMORY_DISK = "/dev/shm";
const MEMORY_DISK_BYTES = 4 * 1024 ** 3;

/** Returns a directory in memory if it has enough space. Writes to a disk take milliseconds. */
function findTemporaryDirectory(): string | undefined {
  if (!existsSync(MEMORY_DISK)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= MEMORY_DISK_BYTES ? MEMORY_DISK : undefined;
}

/** Returns null if the step did not run or wrote no report. */
const readReport = <Report>(path: string): Report | null =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : null;

await main(async () => {
  rmSync("test-results", { recursive: true, force: true });
  const postgres = await findPostgres();
  console.log(
    `PostgreSQL: ${postgres === null ? "not found; set TEST_POSTGRES_URL to run its tests" : "found"}`,
  );
  const temporaryDirectory = findTemporaryDirectory();
  const env: Record<string, string> = {
    NEXT_TELEMETRY_DISABLED: "1",
    ...(postgres && { E2E_POSTGRES_SERVER: postgres }),
    ...(temporaryDirectory && { TMPDIR: temporaryDirectory }),
    ...(selection === "faults" && { TEST_FAULTS: "on" }),
  };
  const reporters = ["--reporter=default", "--reporter=./scripts/vitest-summary.ts"];

  await step("build", [selection], () => buildIfStale());
  await step("types", [], () => run(["node_modules/typescript/bin/tsc"]));
  await step("format", [], () =>
    run(["node_modules/prettier/bin/prettier.cjs", "--check", ".", "--log-level", "warn"]),
  );
  await step("language", [], () => run(["--import", "tsx", "scripts/language.ts"]));
  await step("lint", [], () => run(["node_modules/oxlint/bin/oxlint"]));
  await step("layers", [], () => run(["--import", "tsx", "scripts/layers.ts"]));
  await step("unit and database tests", ["unit", "faults"], () =>
    run(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...runnerArguments], env),
  );
  await step("end-to-end tests", ["e2e", "faults"], async () => {
    env.E2E_BROWSER = findBrowser() ?? (await installBrowser());
    await run([PLAYWRIGHT, "test", ...runnerArguments], env);
  });

  const unit = readReport<VitestSummary>(VITEST_SUMMARY);
  const stats = readReport<E2eReport>(E2E_REPORT)?.stats;
  // Prints Vitest's failures again at the end, so that they are easy to find.
  for (const failure of unit?.failures ?? []) console.log(`\nFailed: ${failure}`);
  const passed = (unit?.passed ?? 0) + (stats ? stats.expected + stats.flaky : 0);
  const failed = (unit?.failed ?? 0) + (stats?.unexpected ?? 0);
  const skipped = (unit?.skipped ?? 0) + (stats?.skipped ?? 0);
  console.log(
    `\n${failedSteps.length === 0 ? "All steps passed." : `Failed: ${failedSteps.join(", ")}.`}`,
  );
  console.log(
    `${passed} passed, ${Math.max(failed, failedSteps.length)} failed, ${skipped} skipped`,
  );
  if (failed + failedSteps.length > 0 || passed === 0) process.exit(1);
});
