import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { findPostgres } from "../prisma/scratch";
import { buildIfStale } from "./build";
import { main, run } from "./run";

// npm test: types, lint, tests of rules and commands on every engine that is there, and the end-to-end tests against
// the built server in a real browser. Each part runs even when one before it failed; the sum comes last.

const VITEST_REPORT = "test-results/vitest.json";
const E2E_REPORT = "test-results/e2e.json";

type Count = { passed: number; failed: number; skipped: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};
const sum: Count = { passed: 0, failed: 0, skipped: 0 };
const failedParts: string[] = [];

async function part(name: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  console.log(`\n── ${name}`);
  try {
    await work();
  } catch (error) {
    failedParts.push(name);
    console.error(`${name} failed: ${(error as Error).message}`);
  }
  console.log(`── ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Adds what a runner reported; a runner that reported nothing has failed. */
function add(report: string, read: (report: never) => Count): void {
  if (!existsSync(report)) return;
  const count = read(JSON.parse(readFileSync(report, "utf8")) as never);
  for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += count[key];
}

/** A browser: one that is on the machine, else Debian's package, else Playwright's own download. */
async function findBrowser(): Promise<string> {
  const found = () =>
    [
      process.env.E2E_BROWSER,
      ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(
        (name) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim(),
      ),
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ].find((path) => path && existsSync(path));
  const installed = found();
  if (installed) return installed;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No browser found: installing Debian's chromium.");
    const quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"];
    spawnSync("apt-get", ["update", ...quiet], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...quiet, "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const packaged = found();
    if (packaged) return packaged;
  }
  console.log("No browser found: downloading Playwright's chromium.");
  await run(["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

await main(async () => {
  rmSync("test-results", { recursive: true, force: true });
  const postgres = await findPostgres();
  console.log(postgres === null ? "PostgreSQL: none answers, its tests are left out (TEST_POSTGRES_URL)" : "PostgreSQL: found");
  const env: Record<string, string> = { NEXT_TELEMETRY_DISABLED: "1", ...(postgres && { E2E_POSTGRES_SERVER: postgres }) };

  await part("build", () => buildIfStale());
  await part("types", () => run(["node_modules/typescript/bin/tsc"]));
  await part("lint", () => run(["node_modules/oxlint/bin/oxlint"]));
  await part("rules and commands", () =>
    run(["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_REPORT}`], env),
  );
  await part("end to end", async () => {
    env.E2E_BROWSER = await findBrowser();
    await run(["node_modules/@playwright/test/cli.js", "test"], env);
  });

  add(VITEST_REPORT, (report: VitestReport) => {
    // Their own lines stand a thousand lines above: who reads only the end is to know which, and why.
    for (const { name, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter((each) => each.status === "failed");
      if (status === "failed" && failed.length === 0) console.log(`\nFailed: ${relative(".", name)}\n${message}`);
      for (const test of failed) console.log(`\nFailed: ${relative(".", name)} › ${test.fullName}\n${test.failureMessages.join("\n").slice(0, 2000)}`);
    }
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  });
  add(E2E_REPORT, ({ stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
  const failed = Math.max(sum.failed, failedParts.length);
  console.log(`\n${failedParts.length === 0 ? "All parts passed." : `Failed: ${failedParts.join(", ")}.`}`);
  console.log(`${sum.passed} passed, ${failed} failed, ${sum.skipped} skipped`);
  if (failed > 0 || sum.passed === 0) process.exit(1);
});
