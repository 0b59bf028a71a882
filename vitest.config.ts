import { resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Vite has a BASE_URL of its own, which is not ours.
  env: { NODE_ENV: "test" as const, PASSWORD_COST: "4", LOG_LEVEL: "silent", BASE_URL: "" },
};
const alias = { "@": resolve(import.meta.dirname) };

// Tests named *.db.test.ts run on every engine that is there, each file with a database of its own.
const onEngine = (engine: "sqlite" | "postgresql"): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    ...shared,
    name: engine,
    include: ["{app,lib,prisma}/**/*.db.test.ts"],
    env: { ...shared.env, TEST_ENGINE: engine },
    setupFiles: ["e2e/support/vitest-database.ts"],
  },
});

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["e2e/support/vitest-setup.ts"],
    projects: [
      { resolve: { alias }, test: { ...shared, name: "rules", include: ["{app,lib,components,prisma,scripts}/**/*.test.{ts,tsx}"], exclude: ["**/*.db.test.ts"] } },
      onEngine("sqlite"),
      ...(process.env.E2E_POSTGRES_SERVER ? [onEngine("postgresql")] : []),
    ],
  },
});
