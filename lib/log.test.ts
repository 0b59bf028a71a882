import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const SCRIPT = `
  import { flushLog, log } from "./lib/log";
  process.stdin.once("data", async () => {
    log.info("stopped");
    await flushLog();
    process.exit(0);
  });`;

const startLogger = () =>
  spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", SCRIPT], {
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["pipe", "pipe", "inherit"],
    timeout: 20_000,
  });

test("log: buffered lines are written before the process exits", async () => {
  const logger = startLogger();
  let output = "";
  logger.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  logger.stdin.write("stop");
  const [code] = await once(logger, "close");
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ level: 30, msg: "stopped" });
});

test("log: the process can exit after its output has been closed", async () => {
  const logger = startLogger();
  logger.stdout.destroy();
  await once(logger.stdout, "close");
  logger.stdin.write("stop");
  const [code, signal] = await once(logger, "exit");
  expect({ code, signal }).toEqual({ code: 0, signal: null });
});

const ERRORS_SCRIPT = `
  import { Worker } from "node:worker_threads";
  import { collectErrorsOfThreads, listRecentErrors, log } from "./lib/log";
  collectErrorsOfThreads();
  log.warn("a warning");
  for (let number = 1; number <= 60; number++)
    log.error({ request_id: "r" + number, error: new Error("cause").message }, "failed " + number);
  const worker = new Worker(
    'import("tsx/esm/api").then(async ({ register }) => {' +
      'register(); const { log } = await import("' + process.cwd() + '/lib/log.ts");' +
      'log.error({ error: { message: "x".repeat(5000), stack: "" } }, "a thread failed"); })',
    { eval: true },
  );
  while (!listRecentErrors()[0].message.startsWith("a thread"))
    await new Promise((resolve) => setTimeout(resolve, 10));
  process.stderr.write(JSON.stringify(listRecentErrors()));
  process.exit(0);`;

test("log: the last 50 errors of all threads are kept, newest first", async () => {
  const logger = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", ERRORS_SCRIPT],
    { env: { ...process.env, LOG_LEVEL: "info" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  logger.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(logger, "close");
  const errors = JSON.parse(output) as object[];
  expect(errors).toHaveLength(50);
  expect(errors.slice(0, 2)).toEqual([
    {
      at: expect.stringMatching(/Z$/) as unknown,
      message: "a thread failed",
      error: "x".repeat(2_000),
      requestId: null,
    },
    {
      at: expect.stringMatching(/Z$/) as unknown,
      message: "failed 60",
      error: "cause",
      requestId: "r60",
    },
  ]);
});
