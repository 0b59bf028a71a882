import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildIncident, registerUser } from "./bench-client";
import { type Benchmark, type Figure, median, percentile } from "./figures";
import { copyOrganization } from "./seed";
import { createDataDirectory, type DataDirectory, type Server, withServer } from "./bench-server";
import { measureCpuShare } from "./load";

const CHANGES_PER_ROUND = 10;
/** Longer than the pause between publications so that each change is published separately. */
const CHANGE_INTERVAL_MS = 2_500;
const POLL_MS = 5;
const ORGANIZATIONS = 10_000;
const COMPONENTS = 10;
const SETTLE_MS = 30_000;
const IDLE_MS = 30_000;
const MAX_WAIT_MS = 15_000;

export default {
  title: "Publishing",
  measure: async ({ rounds }) => [
    ...(await withServer((server) => measureChanges(server, rounds * CHANGES_PER_ROUND))),
    ...(await measureIdle()),
  ],
} satisfies Benchmark;

async function measureChanges(server: Server, changes: number): Promise<Figure[]> {
  const client = await registerUser(server.url, "publishing@example.com");
  const organization = "bench-publishing";
  const incidents = `/v1/organizations/${organization}/incidents`;
  const components = await client.createComponents(organization, COMPONENTS);
  const file = join(server.directory.path, "public/status", organization, "index.html");
  const times = { page: [] as number[], store: [] as number[] };
  for (let change = 0; change < changes; change++) {
    await sleep(CHANGE_INTERVAL_MS);
    const id = await client.create(incidents, buildIncident(components.slice(0, 3)));
    const committedAt = performance.now();
    const measureUntil = async (isPublic: () => Promise<boolean> | boolean) => {
      while (!(await isPublic())) {
        if (performance.now() - committedAt > MAX_WAIT_MS)
          throw new Error(`An incident was not public after ${MAX_WAIT_MS} ms.`);
        await sleep(POLL_MS);
      }
      return performance.now() - committedAt;
    };
    const [page, store] = await Promise.all([
      measureUntil(async () => (await client.send("GET", `/status/${organization}`)).includes(id)),
      measureUntil(() => existsSync(file) && readFileSync(file, "utf8").includes(id)),
    ]);
    times.page.push(page);
    times.store.push(store);
    await client.send("POST", `${incidents}/${id}/resolve`, {});
  }
  const figure = (name: string, values: number[], atMost: number): Figure => ({
    ...{ name, value: percentile(values, 0.99), unit: "ms", bound: { atMost } },
    detail: `p99 of ${values.length} changes; median ${median(values).toFixed(0)} ms`,
  });
  return [
    figure("time from the response until the page shows an incident", times.page, 1_000),
    figure("time from the response until the local store contains an incident", times.store, 5_000),
  ];
}

async function measureIdle(): Promise<Figure[]> {
  const directory = await createDataDirectory();
  const few = await idle(directory, async ({ url }) => {
    const client = await registerUser(url, "idle@example.com");
    await client.createComponents("bench-idle", COMPONENTS);
  });
  copyOrganization(directory, "bench-idle", ORGANIZATIONS);
  const many = await idle(directory);
  if (few === null || many === null) return [];
  const count = ORGANIZATIONS.toLocaleString("en");
  return [
    {
      name: `CPU time of an idle process with ${count} organizations, as a share of one core`,
      value: many.share,
      bound: { atMost: 0.02 },
      detail: `${(few.share * 100).toFixed(1)}% with one; over ${IDLE_MS / 1_000} s`,
    },
    {
      name: `additional memory of an idle process with ${count} organizations, compared with one`,
      value: many.megabytes - few.megabytes,
      unit: "MB",
      bound: { atMost: 60 },
      detail: `${many.megabytes.toFixed(0)} MB against ${few.megabytes.toFixed(0)} MB`,
    },
    {
      name: `start with ${count} organizations, relative to one`,
      value: many.startMs / few.startMs,
      bound: { atMost: 1.2 },
      detail: `${many.startMs.toFixed(0)} ms against ${few.startMs.toFixed(0)} ms, one start each`,
    },
  ];
}

const idle = (directory: DataDirectory, prepare?: (server: Server) => Promise<void>) =>
  withServer(async (server) => {
    await (await fetch(`${server.url}/healthz`)).text();
    const startMs = performance.now() - server.startedAt;
    await prepare?.(server);
    await sleep(SETTLE_MS);
    const share = await measureCpuShare(server.cpuMs, () => sleep(IDLE_MS));
    const megabytes = server.residentMegabytes();
    return megabytes === null ? null : { startMs, share, megabytes };
  }, directory);
