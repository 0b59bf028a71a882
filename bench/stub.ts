import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import type { StubReport, StubTask } from "./stub-server";

/** Sends a task to the stub server. Returns its report. */
export type Stub = (task?: StubTask) => Promise<StubReport>;

/**
 * Starts a stub server in a separate process, so that the load generator does not slow it down. It
 * ends when this process ends.
 */
export function startStub(priority = 0): Stub {
  const execArgv = ["--import", "tsx"];
  const child = fork("bench/stub-server.ts", { execArgv, serialization: "advanced" });
  setPriority(child.pid!, priority);
  const exited = once(child, "exit").then(() => {
    throw new Error("The stub server exited before it responded.");
  });
  exited.catch(() => {});
  return async (task = {}) => {
    child.send(task);
    const [report] = await Promise.race([once(child, "message"), exited]);
    return report as StubReport;
  };
}
