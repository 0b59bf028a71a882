import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";

/** Runs in a separate process, so that its work is not measured. */
export type Child<Question, Answer> = { ask(question: Question): Promise<Answer>; stop(): void };

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The script must call {@link answer}. */
export function startChild<Question, Answer>(
  script: string,
  priority = 0,
): Child<Question, Answer> {
  const child = spawn(process.execPath, ["--import", "tsx", `bench/${script}`], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  setPriority(child.pid!, priority);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`bench/${script} ended`));
        child.once("exit", fail).once("message", (message) => {
          child.off("exit", fail);
          resolve(message as Answer);
        });
        child.send(question as object);
      }),
    stop: () => void child.kill("SIGKILL"),
  };
}

/** Called in the child process. */
export function answer<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  process.on(
    "message",
    (question) => void work(question as Question).then((found) => process.send!(found as object)),
  );
  process.once("disconnect", () => process.exit(0));
}
