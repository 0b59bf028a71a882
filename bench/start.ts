import { setTimeout as sleep } from "node:timers/promises";
import { registerUser } from "./bench-client";
import { createDataDirectory, withServer } from "./bench-server";
import { type Benchmark, medianFigure } from "./figures";

const SETTLE_MS = 3_000;

export default {
  title: "Start and idle memory",
  measure: async ({ starts }) => {
    const directory = await createDataDirectory();
    const measured = { start: [] as number[], rest: [] as number[], used: [] as number[] };
    for (let start = 0; start < starts; start++)
      await withServer(async ({ url, startedAt, residentMegabytes }) => {
        const response = await fetch(`${url}/v1/me`);
        await response.text();
        if (response.status !== 401) throw new Error(`/v1/me returned ${response.status}`);
        measured.start.push(performance.now() - startedAt);
        await sleep(SETTLE_MS);
        measured.rest.push(residentMegabytes() ?? 0);
        const client = await registerUser(url, `memory-${start}@example.com`);
        await client.send("GET", "/v1/me");
        await sleep(SETTLE_MS);
        measured.used.push(residentMegabytes() ?? 0);
      }, directory);
    const figure = (name: string, values: number[], unit: "MB" | "ms", atMost: number) =>
      medianFigure(name, values, unit, { atMost }, " starts");
    return [
      figure("start to first response, GET /v1/me (401)", measured.start, "ms", 2_000),
      figure("resident memory 3 s after start", measured.rest, "MB", 240),
      figure("resident memory 3 s after a registration and a GET /v1/me", measured.used, "MB", 240),
    ];
  },
} satisfies Benchmark;
