import { defineConfig } from "@playwright/test";

const executablePath = process.env.E2E_BROWSER;
const postgres = process.env.E2E_POSTGRES_SERVER;
/**
 * What no engine can change (paths, headers, origins, settings, what is refused unread, what others
 * answer) is tagged `@front` and tried
 * with one engine. A file's tests stay on one worker: they share the servers whose start costs more
 * than most of the tests.
 */
const apiProject = (engine: "sqlite" | "postgresql") => ({
  name: `api-${engine}`,
  testDir: "e2e/api",
  fullyParallel: false,
  use: { engine },
  grepInvert: engine === "postgresql" ? /@front|@faults/ : /@faults/,
});

// `npm run test:faults`: long fault and load scenarios (tagged `@faults`), of which `npm test` has
// one case per kind.
const engines = ["sqlite" as const, ...(postgres ? ["postgresql" as const] : [])];
const faultProjects = engines.map((engine) => ({
  name: `faults-${engine}`,
  testDir: "e2e/api",
  fullyParallel: false,
  grep: /@faults/,
  use: { engine },
}));

const SPEED = /-speed\.spec\.ts$/;
const others = [
  ...engines.map(apiProject),
  { name: "pages", testDir: "e2e/pages", testIgnore: SPEED, use: { reuseContext: true } },
];

// scripts/test.ts finds the browser and PostgreSQL, and sets E2E_BROWSER and E2E_POSTGRES_SERVER.
export default defineConfig<object, { engine: "sqlite" | "postgresql" }>({
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // On a shared machine a test may be tried once more; the report names it as flaky, and it is a
  // bug until proven otherwise.
  retries: 1,
  timeout: 120_000,
  // A screen waits for calls that follow one another, on a machine that has other tests to run.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results/e2e",
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    // A record takes a fifth of a test's work, so only a second try has one (`--trace=on` for all).
    trace: "on-first-retry",
  },
  // How long a press takes is measured when nothing else runs, at last (alone: `--project=speed
  // --no-deps`).
  projects:
    process.env.TEST_FAULTS === "on"
      ? faultProjects
      : [
          ...others,
          {
            name: "speed",
            testDir: "e2e/pages",
            testMatch: SPEED,
            dependencies: others.map(({ name }) => name),
          },
        ],
});
