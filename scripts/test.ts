import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { findPostgres } from "../prisma/scratch";
import { buildIfStale } from "./build";
import { main, run } from "./run";

// npm test: types, format, language, lint, unit, and database tests on every engine that is found, and
// end-to-end tests against the built server in a real browser. Each part runs even if one before it
// failed; the totals come last.
// npm run test:unit, npm run test:e2e: one part, with the runner's arguments (`-- <path> …`).
// npm run test:faults: only the long fault and load scenarios (`*.faults.test.ts`, and end-to-end
// tests tagged `@faults`).

const VITEST_REPORT = "test-results/vitest.json";
const E2E_REPORT = "test-results/e2e.json";

type Count = { passed: number; failed: number; skipped: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
type E2eReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const failedParts: string[] = [];
const [selection = "all", ...runnerArguments] = process.argv.slice(2);
/** Whether a part belongs to the selected ones; `npm test` selects all. */
const isSelected = (...selections: string[]) => ["all", ...selections].includes(selection);

async function part(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  console.log(`\n── ${name}`);
  try {
    await work();
  } catch (error) {
    failedParts.push(name);
    console.error(`${name} failed: ${(error as Error).message}`);
  }
  console.log(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Adds the counts of a runner's report. Without a report, the part has failed already. */
function add(report: string, read: (report: never) => Count): void {
  if (!existsSync(report)) return;
  const count = read(JSON.parse(readFileSync(report, "utf8")) as never);
  for (const key of Object.keys(total) as (keyof Count)[]) total[key] += count[key];
}

/** Finds a browser on the machine; otherwise installs Debian's package or Playwright's own. */
async function findBrowser(): Promise<string> {
  const found = () =>
    [
      process.env.E2E_BROWSER,
      ...[
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
      ].map((name) =>
        spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim(),
      ),
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ].find((path) => path && existsSync(path));
  const installed = found();
  if (installed) return installed;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No browser found: installing Debian's chromium-headless-shell.");
    const quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"];
    spawnSync("apt-get", ["update", ...quiet], { stdio: "inherit" });
    spawnSync(
      "apt-get",
      ["install", "-y", "--no-install-recommends", ...quiet, "chromium-headless-shell"],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      },
    );
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
  console.log(
    postgres === null
      ? "PostgreSQL: not found, its tests are skipped (TEST_POSTGRES_URL)"
      : "PostgreSQL: found",
  );
  const env: Record<string, string> = {
    NEXT_TELEMETRY_DISABLED: "1",
    ...(postgres && { E2E_POSTGRES_SERVER: postgres }),
    ...(selection === "faults" && { TEST_FAULTS: "on" }),
  };

  await part("build", () => buildIfStale());
  if (isSelected()) {
    await part("types", () => run(["node_modules/typescript/bin/tsc"]));
    const prettier = [
      "node_modules/prettier/bin/prettier.cjs",
      "--check",
      ".",
      "--log-level",
      "warn",
    ];
    await part("format", () => run(prettier));
    await part("language", () => run(["--import", "tsx", "scripts/language.ts"]));
    await part("lint", () => run(["node_modules/oxlint/bin/oxlint"]));
    await part("layers", () => run(["--import", "tsx", "scripts/layers.ts"]));
  }
  if (isSelected("unit", "faults")) {
    const reporters = [
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${VITEST_REPORT}`,
    ];
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...runnerArguments];
    await part("unit and database tests", () => run(vitest, env));
  }
  if (isSelected("e2e", "faults")) {
    await part("end-to-end tests", async () => {
      env.E2E_BROWSER = await findBrowser();
      await run(["node_modules/@playwright/test/cli.js", "test", ...runnerArguments], env);
    });
  }

  add(VITEST_REPORT, (report: VitestReport) => {
    // Repeated here, because the runner's own lines are a thousand lines above.
    for (const { name, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter((each) => each.status === "failed");
      const path = relative(".", name);
      if (status === "failed" && failed.length === 0) console.log(`\nFailed: ${path}\n${message}`);
      for (const { fullName, failureMessages } of failed) {
        console.log(
          `\nFailed: ${path} › ${fullName}\n${failureMessages.join("\n").slice(0, 2000)}`,
        );
      }
    }
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    };
  });
  add(E2E_REPORT, ({ stats }: E2eReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
  const failed = Math.max(total.failed, failedParts.length);
  console.log(
    `\n${failedParts.length === 0 ? "All parts passed." : `Failed: ${failedParts.join(", ")}.`}`,
  );
  console.log(`${total.passed} passed, ${failed} failed, ${total.skipped} skipped`);
  if (failed > 0 || total.passed === 0) process.exit(1);
});
