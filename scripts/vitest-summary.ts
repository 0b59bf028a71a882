import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

export const VITEST_SUMMARY = "test-results/vitest.json";
export type VitestSummary = {
  passed: number;
  failed: number;
  skipped: number;
  /** Names and errors of failed tests, and errors outside of tests. */
  failures: string[];
};

/** Writes the outcome of a run to a file. `npm test` prints it after all steps. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const listTests = (state: string) => tests.filter((test) => test.result().state === state);
    const describe = (name: string, errors: readonly SerializedError[] = []) =>
      `${name}\n${errors.map(({ stack, message }) => stack ?? message).join("\n")}`.slice(0, 2000);
    const summary: VitestSummary = {
      passed: listTests("passed").length,
      failed: listTests("failed").length,
      skipped: listTests("skipped").length,
      failures: [
        ...modules.flatMap((module) =>
          module.errors().length > 0 ? [describe(module.relativeModuleId, module.errors())] : [],
        ),
        ...listTests("failed").map((test) =>
          describe(`${test.module.relativeModuleId} › ${test.fullName}`, test.result().errors),
        ),
        ...unhandledErrors.map((error) =>
          describe(`Error outside of a test (${error.VITEST_TEST_PATH ?? "unknown file"})`, [
            error,
          ]),
        ),
      ],
    };
    mkdirSync(dirname(VITEST_SUMMARY), { recursive: true });
    writeFileSync(VITEST_SUMMARY, JSON.stringify(summary));
  }
}
