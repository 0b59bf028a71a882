import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FairQueue, MAX_WAIT_MS, MAX_WAITING_JOBS, type QueueClient } from "./fair-queue";

const flood: QueueClient = { key: "203.0.113.1", isLimited: true };
const other: QueueClient = { key: "203.0.113.2", isLimited: true };
const tooMany = {
  kind: "too_many_requests",
  status: 429,
  extra: { headers: { "Retry-After": expect.stringMatching(/^\d+$/) } },
};

function createControlledQueue(concurrency: number) {
  const queue = new FairQueue(concurrency);
  const started: string[] = [];
  const endJobs: (() => void)[] = [];
  const add = (client: QueueClient, name = client.key) =>
    queue.run(client, () => {
      started.push(name);
      return new Promise<string>((resolve) => endJobs.push(() => resolve(name)));
    });
  const finish = async (count: number) => {
    for (let index = 0; index < count; index++) {
      endJobs.shift()!();
      // A job's promise resolves before its worker is free.
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    }
  };
  return { add, started, finish };
}

// Jobs that a test leaves waiting must not time out during another test.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("FairQueue:", () => {
  test("a client with 100 jobs delays another client only by the jobs that are running", async () => {
    for (const concurrency of [1, 3]) {
      const { add, started, finish } = createControlledQueue(concurrency);
      for (let index = 0; index < 100; index++) void add(flood, "flood");
      void add(other, "other");
      expect(started).toEqual(Array(concurrency).fill("flood"));
      await finish(1);
      expect(started.at(-1)).toBe("other");
    }
  });

  test("two clients with many jobs are served alternately", async () => {
    const { add, started, finish } = createControlledQueue(1);
    for (let index = 0; index < 10; index++) void add(flood, "a");
    for (let index = 0; index < 10; index++) void add(other, "b");
    await finish(12);
    expect(started.join("")).toMatch(/^(ab){6}a$|^a(ba){6}$/);
  });

  test("many clients with one job each do not starve a busy client", async () => {
    const { add, started, finish } = createControlledQueue(1);
    for (let index = 0; index < 20; index++) void add(flood, "flood");
    for (let index = 0; index < 20; index++) {
      void add({ key: `198.51.100.${index}`, isLimited: true }, "single");
      await finish(1);
    }
    expect(started.filter((name) => name === "flood").length).toBeGreaterThanOrEqual(5);
  });

  test("one client can use all workers while no other client has jobs", () => {
    const { add, started } = createControlledQueue(4);
    for (let index = 0; index < 10; index++) void add(flood);
    expect(started).toHaveLength(4);
  });

  test(`beyond ${MAX_WAITING_JOBS} waiting jobs, only the client with the most of them gets 429`, async () => {
    const { add, started, finish } = createControlledQueue(1);
    const jobs = Array.from({ length: MAX_WAITING_JOBS + 1 }, () => add(flood));
    const fromOther = add(other, "other");
    await expect(jobs.at(-1)).rejects.toMatchObject(tooMany);
    await expect(add(flood)).rejects.toMatchObject(tooMany);
    await finish(2);
    await expect(fromOther).resolves.toBe("other");
    expect(started).toContain("other");
  });

  test("among clients with equally many waiting jobs, the newest job gets 429", async () => {
    const { add, started, finish } = createControlledQueue(1);
    void add(flood, "running");
    const jobs = Array.from({ length: MAX_WAITING_JOBS + 1 }, (_, index) =>
      add({ key: `client ${index}`, isLimited: true }),
    );
    await expect(Promise.race([jobs[0], jobs.at(-1)])).rejects.toMatchObject(tooMany);
    await expect(jobs.at(-1)).rejects.toMatchObject(tooMany);
    await finish(1);
    expect(started).toEqual(["running", "client 0"]);
  });

  test("a job that has waited for 10 s gets 429, and a running job continues", async () => {
    const { add, started, finish } = createControlledQueue(1);
    const running = add(flood, "running");
    const [result] = await Promise.all([
      add(flood, "waiting").catch((error: unknown) => error),
      vi.advanceTimersByTimeAsync(MAX_WAIT_MS),
    ]);
    expect(result).toMatchObject(tooMany);
    await finish(1);
    await expect(running).resolves.toBe("running");
    expect(started).toEqual(["running"]);
  });

  test("a client without limits can have any number of waiting jobs, which never time out", async () => {
    const { add, finish } = createControlledQueue(1);
    const jobs = Array.from({ length: 2 * MAX_WAITING_JOBS }, () =>
      add({ key: "local", isLimited: false }),
    );
    await vi.advanceTimersByTimeAsync(2 * MAX_WAIT_MS);
    await finish(jobs.length);
    await expect(Promise.all(jobs)).resolves.toHaveLength(2 * MAX_WAITING_JOBS);
  });

  test("a job that fails frees its worker", async () => {
    const queue = new FairQueue(1);
    await expect(queue.run(flood, () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    await expect(queue.run(flood, async () => "next")).resolves.toBe("next");
  });
});
