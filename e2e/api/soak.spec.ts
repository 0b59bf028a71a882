import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { registerOwner, subscribeMany } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { startReceiver } from "../support/receiver";
import type { TestServer } from "../support/test-server";

/** `npm run test:faults` runs this test for a minute. A long run is described in CONTRIBUTING.md. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 1);
const PROCESSES = 3;
/** Processes killed per run. Halfway through, all processes are restarted, one after the other. */
const KILLS = 12;
const SUBSCRIBERS = 20;
const READ_INTERVAL_MS = 1_000 / 60;
const INCIDENT_INTERVAL_MS = 2_000;
const SAMPLE_INTERVAL_MS = 2_000;
const RETRY_DELAY_MS = 500;
const REQUEST_TIMEOUT_MS = 30_000;
/** Claims of a killed process are due again after a minute. */
const DELIVERY_TIMEOUT_MS = 150_000;
/** Memory is stable only after some minutes. */
const MIN_MINUTES_FOR_MEMORY = 10;
const MAX_MEMORY_GROWTH = 1.05;

const isLinux = process.platform === "linux";
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const readMegabytes = ({ pid }: TestServer): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test(
  "under mixed load, no request fails twice and no message is lost while processes are killed and restarted",
  { tag: "@faults" },
  async ({ launch, createServerStorage }) => {
    test.setTimeout((MINUTES + 10) * 60_000);
    const storage = await createServerStorage();
    const start = () => launch({ WEBHOOK_ALLOW_PRIVATE: "on" }, storage);
    const servers = [await start()];
    while (servers.length < PROCESSES) servers.push(await start());
    const receiver = await startReceiver();
    const { ada, organization, componentId } = await registerOwner(servers[0]!.url);
    await subscribeMany(ada, organization, receiver, SUBSCRIBERS);
    const [api, page] = [`/v1/organizations/${organization}`, `/status/${organization}`];
    const reads = [
      ...[page, `${page}/api/v2/summary.json`, `${page}/history.atom`],
      ...["/v1/me", `${api}/components`, `${api}/incidents`],
    ];

    let nextServer = 0;
    /** Sends a request to the next process that accepts connections. */
    const sendOnce = (path: string, init: RequestInit, left = PROCESSES): Promise<Response> => {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const { url } = servers[nextServer++ % servers.length]!;
      return fetch(url + path, { ...init, signal }).catch((error: Error) => {
        const { code } = (error.cause ?? {}) as { code?: string };
        if (code !== "ECONNREFUSED" || left === 1) throw error;
        return sendOnce(path, init, left - 1);
      });
    };
    const failures: string[] = [];
    /** Sends a request, and retries once. Returns the body, or null after two failures. */
    const send = async (method: string, path: string, body?: object): Promise<string | null> => {
      const headers = {
        Cookie: ada.cookie!,
        ...(body && { "Content-Type": "application/json", "Idempotency-Key": randomUUID() }),
      };
      let failure = "";
      for (const attempt of [1, 2]) {
        if (attempt === 2) await sleep(RETRY_DELAY_MS);
        try {
          const response = await sendOnce(path, { method, headers, body: JSON.stringify(body) });
          const text = await response.text();
          // The first attempt may have resolved the incident before its connection broke.
          if (response.ok || (attempt === 2 && response.status === 409)) return text;
          failure = `${response.status} ${text}`;
        } catch (error) {
          failure = String(error);
        }
      }
      failures.push(`${method} ${path}: ${failure.slice(0, 120)}`);
      return null;
    };

    const startedAt = performance.now();
    const progress = () => (performance.now() - startedAt) / (MINUTES * 60_000);
    const repeat = async (intervalMs: number, work: () => unknown) => {
      for (; progress() < 1; await sleep(intervalMs)) await work();
    };
    const replaceOldest = async (signal: NodeJS.Signals) => {
      await servers[0]!.stop(signal);
      servers.shift();
      servers.push(await start());
    };
    const pending: Promise<unknown>[] = [];
    const memory: { progress: number; megabytes: number }[] = [];
    let [events, kills, isRestarted] = [0, 0, false];
    await Promise.all([
      repeat(READ_INTERVAL_MS, () =>
        pending.push(send("GET", reads[pending.length % reads.length]!)),
      ),
      repeat(INCIDENT_INTERVAL_MS, async () => {
        const incident = { title: "Slow", impact: "major", component_ids: [componentId] };
        const created = await send("POST", `${api}/incidents`, incident);
        if (created === null) return;
        const { id } = JSON.parse(created) as { id: string };
        const resolved = await send("POST", `${api}/incidents/${id}/resolve`, {});
        events += resolved === null ? 1 : 2;
      }),
      repeat(SAMPLE_INTERVAL_MS, () => {
        // The oldest process may just have been killed.
        const megabytes = isLinux ? mean(servers.slice(1).map(readMegabytes)) : 0;
        memory.push({ progress: progress(), megabytes });
      }),
      repeat(100, async () => {
        if (!isRestarted && progress() >= 0.5) {
          isRestarted = true;
          for (let count = 0; count < PROCESSES; count++) await replaceOldest("SIGTERM");
        } else if (progress() >= (kills + 0.75) / KILLS) {
          kills += 1;
          await replaceOldest("SIGKILL");
        }
      }),
    ]);
    await Promise.all(pending);

    expect(failures).toEqual([]);
    const countMessages = () =>
      new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size;
    await expect
      .poll(countMessages, { intervals: [1_000], timeout: DELIVERY_TIMEOUT_MS })
      .toBe(events * SUBSCRIBERS);
    const getMean = (quarter: number) =>
      mean(
        memory
          .filter((sample) => Math.floor(sample.progress * 4) === quarter)
          .map(({ megabytes }) => megabytes),
      );
    if (isLinux && MINUTES >= MIN_MINUTES_FOR_MEMORY)
      expect(getMean(3) / getMean(1)).toBeLessThanOrEqual(MAX_MEMORY_GROWTH);
    await receiver.stop();
  },
);
