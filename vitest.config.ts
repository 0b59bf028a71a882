import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const FOLDERS = ["app", "cli", "lib", "components", "prisma", "scripts"];
const isFaultRun = process.env.TEST_FAULTS === "on";
/** Matches a test file that changes modules, settings, or globals of its process. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(mock|stub\w+|resetModules)\(|\benv\.[A-Z_]+ = |Object\.assign\(env\b/;

const testFiles = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
).filter((path) => /\.test\.tsx?$/.test(path));
const isFault = (path: string) => path.includes(".faults.");
const files = testFiles.filter((path) => isFault(path) === isFaultRun);
const alone = testFiles.filter((path) => CHANGES_ITS_PROCESS.test(readFileSync(path, "utf8")));

const TEST_ENV = {
  NODE_ENV: "test" as const,
  PASSWORD_COST: "4",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "a secret of the tests that is long enough",
  // Empties the variable, which Vite sets for its own purpose.
  BASE_URL: "",
};

/** Returns two projects: test files that share a process, and files that change global state. */
const projects = (
  name: string,
  include: string[],
  test: TestProjectInlineConfiguration["test"] = {},
): TestProjectInlineConfiguration[] =>
  [true, false].map((isolate) => ({
    resolve: { alias: { "@": resolve(import.meta.dirname) } },
    test: {
      testTimeout: 30_000,
      hookTimeout: 60_000,
      ...test,
      env: { ...TEST_ENV, ...test.env },
      name: isolate ? `${name}, alone` : name,
      include: include.filter((path) => alone.includes(path) === isolate),
      isolate,
    },
  }));

const isOnDatabase = (path: string) => path.includes(".db.test.");
// `*.db.test.ts` files run on each available engine, each file with its own database. Those in `app`
// mainly test rendering, so only `npm run test:faults` runs them on PostgreSQL.
const onEngine = (engine: "sqlite" | "postgresql", include: string[]) =>
  projects(engine, include, {
    env: { TEST_ENGINE: engine },
    setupFiles: ["e2e/support/vitest-database.ts"],
  });

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["e2e/support/vitest-setup.ts"],
    projects: [
      ...projects(
        "rules",
        files.filter((path) => !isOnDatabase(path)),
      ),
      ...onEngine("sqlite", files.filter(isOnDatabase)),
      ...(process.env.E2E_POSTGRES_SERVER
        ? onEngine(
            "postgresql",
            testFiles
              .filter(isOnDatabase)
              .filter((path) => (isFault(path) || path.startsWith("app")) === isFaultRun),
          )
        : []),
    ],
  },
});
