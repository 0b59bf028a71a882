import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";

/** A separate process, so that its CPU time does not count as that of the measured server. */
export type Child<Task, Result> = { run(task: Task): Promise<Result>; stop(): void };

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a script of bench/ in a child process. The script must call {@link serve}. */
export function startChild<Task, Result>(script: string, priority = 0): Child<Task, Result> {
  const child = spawn(process.execPath, ["--import", "tsx", `bench/${script}`], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  setPriority(child.pid!, priority);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`bench/${script} exited before it responded.`));
        child.once("exit", fail).once("message", (message) => {
          child.off("exit", fail);
          resolve(message as Result);
        });
        child.send(task as object);
      }),
    stop: () => void child.kill("SIGKILL"),
  };
}

export function serve<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.on(
    "message",
    (task) => void work(task as Task).then((found) => process.send!(found as object)),
  );
  process.once("disconnect", () => process.exit(0));
}
