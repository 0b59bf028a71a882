import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const FOLDERS = ["app", "lib", "components", "prisma", "scripts"];
/** A file that does so changes what the others find: a module, a setting, a global. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(mock|stub\w+|resetModules)\(|\benv\.[A-Z_]+ = |Object\.assign\(env\b/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
).filter(
  (path) =>
    /\.test\.tsx?$/.test(path) && path.includes(".faults.") === (process.env.TEST_FAULTS === "on"),
);
const alone = files.filter((path) => CHANGES_ITS_PROCESS.test(readFileSync(path, "utf8")));

/**
 * Files share a process, and what it has imported, unless they change it: those have one of their
 * own each.
 */
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
      // Vite has a BASE_URL of its own, which is not ours.
      env: {
        NODE_ENV: "test",
        PASSWORD_COST: "4",
        LOG_LEVEL: "silent",
        SESSION_SECRET: "a secret of the tests that is long enough",
        BASE_URL: "",
        ...test.env,
      },
      name: isolate ? `${name}, alone` : name,
      include: include.filter((path) => alone.includes(path) === isolate),
      isolate,
    },
  }));

const onDatabase = files.filter((path) => path.includes(".db.test."));
// Tests named *.db.test.ts run on every engine that is there, each file with a database of its own.
const onEngine = (engine: "sqlite" | "postgresql") =>
  projects(engine, onDatabase, {
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
        files.filter((path) => !onDatabase.includes(path)),
      ),
      ...onEngine("sqlite"),
      ...(process.env.E2E_POSTGRES_SERVER ? onEngine("postgresql") : []),
    ],
  },
});
