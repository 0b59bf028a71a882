import { fork } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setPriority } from "node:os";

/** Sends a task to a child process, and returns the result. */
export type Child<Task, Result> = (task: Task) => Promise<Result>;

/**
 * Starts a script of bench/, which must call {@link serve}, in a separate process, so that the load
 * generator does not slow it down. It ends when this process ends.
 */
export function startChild<Task, Result>(script: string, priority = 0): Child<Task, Result> {
  const execArgv = ["--import", "tsx"];
  const child = fork(`bench/${script}`, { execArgv, serialization: "advanced" });
  setPriority(child.pid!, priority);
  const exited = once(child, "exit").then(() => {
    throw new Error(`bench/${script} exited before it responded.`);
  });
  exited.catch(() => {});
  return async (task) => {
    child.send(task as object);
    const [result] = await Promise.race([once(child, "message"), exited]);
    return result as Result;
  };
}

export function serve<Task, Result>(work: (task: Task) => Result): void {
  process.on("message", (task) => process.send!(work(task as Task) as object));
  process.once("disconnect", () => process.exit(0));
}

/** Listens on a free loopback port. Returns the URL. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
