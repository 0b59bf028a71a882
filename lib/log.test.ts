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

test("log: the process exits when the reader of its output is gone", async () => {
  const logger = startLogger();
  logger.stdout.destroy();
  await once(logger.stdout, "close");
  logger.stdin.write("stop");
  const [code, signal] = await once(logger, "exit");
  expect({ code, signal }).toEqual({ code: 0, signal: null });
});
