import { defineConfig } from "@playwright/test";

const executablePath = process.env.E2E_BROWSER;
const postgres = process.env.E2E_POSTGRES_SERVER;
const engines = ["sqlite" as const, ...(postgres ? ["postgresql" as const] : [])];
/**
 * `npm test` runs API tests with this tag on both engines, and the other API tests on SQLite only.
 * The tag marks tests of locks, lost connections, several processes, migrations, and PgBouncer.
 */
const ON_POSTGRESQL = /@postgresql/;
/** Tests that `npm run test:faults` runs: long fault and load tests, and checks of every screen. */
const LONG = /@faults|@matrix/;
const SQLITE_ONLY = /@one-engine|@matrix/;

const SPEED = /-speed\.spec\.ts$/;

// The tests of a file share a worker: starting its servers takes longer than most of the tests.
// Tests tagged `@one-engine` (settings, headers, mail servers, receivers) run on SQLite only.
const createApiProject = (engine: (typeof engines)[number], name = `api-${engine}`) => ({
  name,
  testDir: "e2e/api",
  testIgnore: [SPEED],
  fullyParallel: false,
  use: { engine },
  grepInvert: engine === "postgresql" ? [SQLITE_ONLY] : [],
});

const apiProjects = engines.map((engine) => {
  const project = createApiProject(engine);
  return {
    ...project,
    ...(engine === "postgresql" && { grep: ON_POSTGRESQL }),
    grepInvert: [...project.grepInvert, LONG],
  };
});

const launch = (...args: string[]) => ({
  ...(executablePath && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    ...args,
  ],
});

const pages = {
  name: "pages",
  testDir: "e2e/pages",
  testIgnore: SPEED,
  grepInvert: LONG,
  use: {
    reuseContext: true,
    // Turns off V8's JIT compilers, which saves a fifth of the browser's CPU time, because each
    // page is used only briefly.
    launchOptions: launch("--js-flags=--no-opt --no-maglev --no-sparkplug"),
    contextOptions: { reducedMotion: "reduce" as const },
  },
};

// `npm run test:faults` runs long fault and load tests, tagged `@faults`, and checks of every screen
// and route, tagged `@matrix`. On PostgreSQL, it also runs the API tests that `npm test` runs on
// SQLite only, except those tagged `@one-engine`.
const faultProjects = [
  ...engines.map((engine) => ({ ...createApiProject(engine, `faults-${engine}`), grep: LONG })),
  ...(postgres
    ? [
        {
          ...createApiProject("postgresql"),
          grepInvert: [SQLITE_ONLY, LONG, ON_POSTGRESQL],
        },
      ]
    : []),
  { ...pages, grepInvert: [], grep: LONG },
];

const isFaultRun = process.env.TEST_FAULTS === "on";
const parallelProjects = isFaultRun ? faultProjects : [...apiProjects, pages];

// scripts/test.ts finds the browser and PostgreSQL, and sets E2E_BROWSER and E2E_POSTGRES_SERVER.
export default defineConfig<object, { engine: "sqlite" | "postgresql" }>({
  fullyParallel: true,
  workers: 4,
  forbidOnly: process.env.CI !== undefined,
  // A failed test is retried once. If it then passes, the report lists it as flaky. Flaky tests are
  // bugs.
  retries: 1,
  timeout: 120_000,
  // Screens load data with several consecutive requests, and other tests run at the same time.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results/e2e",
  use: {
    launchOptions: launch(),
    // Only a retry records a trace, because recording takes a fifth of a test's time. To record
    // every test, pass `--trace=on`. Snapshots are off, because they run scripts in sandboxed
    // frames, which logs errors.
    trace: { mode: "on-first-retry", snapshots: false },
  },
  // Response times are measured last, when no other test runs. To run only these tests:
  // `--project=speed --no-deps`.
  projects: [
    ...parallelProjects,
    {
      name: "speed",
      testDir: "e2e",
      testMatch: SPEED,
      ...(isFaultRun ? { grep: LONG } : { grepInvert: LONG }),
      workers: 1,
      dependencies: parallelProjects.map(({ name }) => name),
    },
  ],
});
