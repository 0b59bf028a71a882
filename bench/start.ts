import { setTimeout as sleep } from "node:timers/promises";
import { createBenchComponents, registerUser } from "./bench-client";
import type { Figure, Benchmark } from "./figures";
import { createDataDirectory, type Server, startBenchServer } from "./bench-server";
import { median } from "./statistics";

const SETTLE_MS = 3_000;
const MEMORY_STARTS = 3;

export default {
  title: "Start and idle memory",
  measure: async ({ starts }) => {
    const directory = await createDataDirectory();
    const once = async <T>(work: (server: Server) => Promise<T>): Promise<T> => {
      const server = await startBenchServer(directory);
      try {
        return await work(server);
      } finally {
        await server.stop();
      }
    };

    const times = { healthz: [] as number[], me: [] as number[] };
    for (let start = 0; start < starts; start++) {
      for (const [path, status, into] of [
        ["/healthz", 200, times.healthz],
        ["/v1/me", 401, times.me],
      ] as const) {
        await once(async ({ url, startedAt }) => {
          const response = await fetch(url + path);
          await response.text();
          if (response.status !== status) throw new Error(`${path} returned ${response.status}`);
          into.push(performance.now() - startedAt);
        });
      }
    }

    const memory = { untouched: [] as number[], used: [] as number[], public: [] as number[] };
    for (let start = 0; start < MEMORY_STARTS; start++) {
      await once(async ({ url, residentMegabytes }) => {
        await sleep(SETTLE_MS);
        const untouched = residentMegabytes();
        const client = await registerUser(url, `memory-${start}@example.com`);
        await client.send("GET", "/v1/me");
        await sleep(SETTLE_MS);
        const used = residentMegabytes();
        await createBenchComponents(client, `memory-${start}`, 10);
        await client.send("GET", `/status/memory-${start}`);
        await sleep(SETTLE_MS);
        const published = residentMegabytes();
        if (untouched !== null && used !== null && published !== null) {
          memory.untouched.push(untouched);
          memory.used.push(used);
          memory.public.push(published);
        }
      });
    }

    const spread = (values: number[], unit: string) =>
      `median of ${values.length} starts, ${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ${unit}`;
    const time = (name: string, values: number[]): Figure => ({
      name,
      value: median(values),
      unit: "ms",
      bound: { atMost: 2_000 },
      detail: spread(values, "ms"),
    });
    const megabytes = (name: string, values: number[], bound?: Figure["bound"]): Figure[] =>
      values.length === 0
        ? []
        : [
            {
              name,
              value: median(values),
              unit: "MB",
              ...(bound && { bound }),
              detail: spread(values, "MB"),
            },
          ];
    return [
      time("start to first response, GET /healthz", times.healthz),
      time("start to first response, GET /v1/me (401)", times.me),
      ...megabytes("resident memory 3 s after start", memory.untouched, { atMost: 240 }),
      ...megabytes("resident memory 3 s after a registration and a GET /v1/me", memory.used, {
        atMost: 240,
      }),
      ...megabytes("resident memory 3 s after a first public page", memory.public),
    ];
  },
} satisfies Benchmark;
