import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BackgroundWorker } from "./background-worker";

const directory = mkdtempSync(join(tmpdir(), "candor-worker-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const FUNCTIONS = `
import { threadId } from "node:worker_threads";
const tasks = [];
let end;
export const runTask = (task) => {
  tasks.push(task);
  return new Promise((resolve) => (end = resolve));
};
export const stop = async () => end();
export const readStoredHosts = async () => ({ threadId, tasks });
export const preview = async () => {
  throw new Error("The page can't be rendered.");
};
export const render = () => {
  setTimeout(() => {
    throw new Error("The thread failed.");
  });
  return new Promise(() => undefined);
};
`;

test("if the worker thread fails, its calls fail, and its tasks run in another thread", async () => {
  const filename = join(directory, "functions.mjs");
  writeFileSync(filename, FUNCTIONS);
  const worker = new BackgroundWorker(filename);
  const readState = async () =>
    (await worker.call("readStoredHosts")) as unknown as { threadId: number; tasks: string[] };
  const running = worker.run("publishing");
  const readTasks = async () => (await readState()).tasks;
  await expect.poll(readTasks).toEqual(["publishing"]);
  const before = await readState();
  await expect(worker.call("preview", { organizationId: "acme", change: {} })).rejects.toThrow(
    "The page can't be rendered.",
  );
  expect(await readState(), "an error of a function does not end the thread").toEqual(before);

  const request = { address: {}, cached: null, isConfirmed: true } as never;
  const calls = [worker.call("render", request), worker.call("render", request)];
  expect(await Promise.allSettled(calls)).toMatchObject(
    calls.map(() => ({ status: "rejected", reason: { message: "The thread failed." } })),
  );
  const after = await readState();
  expect(after.threadId).not.toBe(before.threadId);
  await expect.poll(readTasks, { timeout: 5_000 }).toEqual(["publishing"]);
  await worker.stop();
  await running;
});
