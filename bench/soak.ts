import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, request } from "undici";
import type { DatabaseEngine } from "../lib/migrations";
import { createTemporaryDatabase, findPostgres } from "../prisma/temporary-database";
import { buildIncident, registerUser } from "./bench-client";
import {
  createDataDirectory,
  type DataDirectory,
  type Server,
  startBenchServer,
} from "./bench-server";
import { type Child, listen, startChild } from "./child";
import type { Benchmark } from "./figures";
import { repeat } from "./load";
import type { ReceiverReport, ReceiverCommand } from "./webhook-receiver";

const PROCESSES = 3;
/** Processes killed per run. Halfway through, a rolling restart replaces all processes. */
const KILLS = 12;
const SUBSCRIBERS = 20;
const READS_PER_SECOND = 60;
const INCIDENT_INTERVAL_MS = 2_000;
const SAMPLE_INTERVAL_MS = 2_000;
const RETRY_DELAY_MS = 500;
const REQUEST_TIMEOUT_MS = 30_000;
const DELIVERY_TIMEOUT_MS = 120_000;
const ORGANIZATION = "soak";
const API = `/v1/organizations/${ORGANIZATION}`;
const READS = [
  `/status/${ORGANIZATION}`,
  `/status/${ORGANIZATION}/api/v2/summary.json`,
  `/status/${ORGANIZATION}/history.atom`,
  "/v1/me",
  `${API}/components`,
  `${API}/incidents`,
];

type Receiver = Child<ReceiverCommand, ReceiverReport>;

export default {
  title: "Mixed load while processes are killed and restarted",
  measure: async ({ isQuick }) => {
    const minutes = isQuick ? { postgresql: 2, sqlite: 1 } : { postgresql: 60, sqlite: 10 };
    const postgres = await findPostgres();
    return [
      ...(postgres === null ? [] : await measureEngine("postgresql", minutes.postgresql, postgres)),
      ...(await measureEngine("sqlite", minutes.sqlite, null)),
    ];
  },
} satisfies Benchmark;

async function measureEngine(engine: DatabaseEngine, minutes: number, postgres: string | null) {
  const database = await createTemporaryDatabase(engine, postgres);
  const receiver = startChild<ReceiverCommand, ReceiverReport>("webhook-receiver.ts");
  const cluster = new Cluster(await createDataDirectory(database.url));
  try {
    await cluster.start();
    return await runLoad(engine, minutes, cluster, receiver);
  } finally {
    await cluster.stop();
    await database.drop();
  }
}

/** Several servers behind a proxy, which skips servers that refuse connections. */
class Cluster {
  url = "";
  private servers: Server[] = [];
  private next = 0;
  private readonly settings = {
    WEBHOOK_ALLOW_PRIVATE: "on",
    SESSION_SECRET: randomBytes(32).toString("hex"),
    LOG_LEVEL: "warn",
    TRUST_PROXY: "loopback",
    BASE_URL: "http://localhost",
  };
  private readonly proxy = createServer(async (incoming, response) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "192.0.2.1" };
    try {
      const options = { method: incoming.method, headers, body: await buffer(incoming) };
      const upstream = await this.forward(incoming.url!, options, PROCESSES);
      response.writeHead(upstream.statusCode, upstream.headers);
      await pipeline(upstream.body, response);
    } catch {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    }
  });

  constructor(private readonly directory: DataDirectory) {}

  private forward(path: string, options: object, left: number): Promise<Dispatcher.ResponseData> {
    const { url } = this.servers[this.next++ % this.servers.length]!;
    return request(url + path, options).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNREFUSED" || left === 1) throw error;
      return this.forward(path, options, left - 1);
    });
  }

  private async add(): Promise<void> {
    this.servers.push(await startBenchServer(this.directory, this.settings));
  }

  async start(): Promise<void> {
    for (let n = 0; n < PROCESSES; n++) await this.add();
    this.url = await listen(this.proxy);
  }

  async replaceOldest(end: "kill" | "stop"): Promise<void> {
    await this.servers[0]![end]();
    this.servers.shift();
    await this.add();
  }

  meanMegabytes(): number {
    return mean(this.servers.flatMap((server) => server.residentMegabytes() ?? []));
  }

  async stop(): Promise<void> {
    this.proxy.close();
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function runLoad(engine: string, minutes: number, cluster: Cluster, receiver: Receiver) {
  const client = await registerUser(cluster.url, "soak@example.com");
  const componentIds = await client.createComponents(ORGANIZATION, 3);
  const { url } = await receiver({});
  for (let n = 0; n < SUBSCRIBERS; n++)
    await client.send("POST", `${API}/subscribers`, { channel: "webhook", address: `${url}/${n}` });
  const load = new SoakLoad(cluster.url, client.cookie);
  const startedAt = performance.now();
  const progress = () => (performance.now() - startedAt) / (minutes * 60_000);
  const memory: { progress: number; megabytes: number }[] = [];
  const whileRunning = (intervalMs: number, work: () => unknown) =>
    repeat(intervalMs, minutes * 60_000, work);
  const sampleMemory = () =>
    memory.push({ progress: progress(), megabytes: cluster.meanMegabytes() });
  let [events, kills, isRestarted] = [0, 0, false];
  await Promise.all([
    whileRunning(1000 / READS_PER_SECOND, () => void load.read()),
    whileRunning(INCIDENT_INTERVAL_MS, async () => {
      events += await load.reportIncident(componentIds);
    }),
    whileRunning(SAMPLE_INTERVAL_MS, sampleMemory),
    whileRunning(100, async () => {
      if (!isRestarted && progress() >= 0.5) {
        isRestarted = true;
        for (let n = 0; n < PROCESSES; n++) await cluster.replaceOldest("stop");
      } else if (progress() >= (kills + 0.75) / KILLS) {
        kills += 1;
        await cluster.replaceOldest("kill");
      }
    }),
  ]);
  await load.settle();
  const expected = events * SUBSCRIBERS;
  const lost = expected - (await waitForDeliveries(receiver, expected));
  const quarter = (index: number) => {
    const samples = memory.filter((sample) => Math.floor(sample.progress * 4) === index);
    return mean(samples.map(({ megabytes }) => megabytes));
  };
  const suffix = `${minutes} min, ${PROCESSES} processes, ${engine}`;
  return [
    {
      name: `requests that failed twice, ${suffix}`,
      value: load.failures.length,
      bound: { atMost: 0 },
      detail:
        `${load.sent} requests, ${load.retried} retried once, ${kills} kills, 1 rolling restart` +
        (load.failures.length > 0 ? `; first failure: ${load.failures[0]}` : ""),
    },
    {
      name: `deliveries lost, ${suffix}`,
      value: lost,
      bound: { atMost: 0 },
      detail: `${expected} expected`,
    },
    {
      name: `resident memory, last quarter relative to the second, ${suffix}`,
      value: quarter(3) / quarter(1),
      bound: { atMost: 1.05 },
      detail: `${quarter(3).toFixed(0)} MB against ${quarter(1).toFixed(0)} MB per process`,
    },
  ];
}

async function waitForDeliveries(receiver: Receiver, expected: number): Promise<number> {
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
  for (;;) {
    const { ids } = await receiver({});
    if (ids >= expected || performance.now() > deadline) return ids;
    await sleep(1_000);
  }
}

class SoakLoad {
  sent = 0;
  retried = 0;
  readonly failures: string[] = [];
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {}

  read(): void {
    const done = this.send("GET", READS[this.sent % READS.length]!).finally(() =>
      this.pending.delete(done),
    );
    this.pending.add(done);
  }

  /** Creates and resolves an incident. Returns the number of events that notify subscribers. */
  async reportIncident(componentIds: string[]): Promise<number> {
    const created = await this.send("POST", `${API}/incidents`, buildIncident(componentIds));
    if (created === null) return 0;
    const { id } = (await created.json()) as { id: string };
    const resolved = await this.send("POST", `${API}/incidents/${id}/resolve`, {});
    return resolved === null ? 1 : 2;
  }

  settle = () => Promise.all(this.pending);

  /** Sends a request, and retries once. Returns null after two failures. */
  private async send(method: string, path: string, body?: object): Promise<Response | null> {
    this.sent += 1;
    const headers = {
      Cookie: this.cookie,
      ...(body && { "Idempotency-Key": randomUUID(), "Content-Type": "application/json" }),
    };
    let failure = "";
    for (const attempt of [1, 2]) {
      if (attempt === 2) {
        this.retried += 1;
        await sleep(RETRY_DELAY_MS);
      }
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const sent = { method, headers, body: JSON.stringify(body), signal };
      try {
        const response = await fetch(this.url + path, sent);
        // The first attempt may have resolved the incident before its connection broke.
        if (response.ok || (attempt === 2 && response.status === 409)) return response;
        failure = `${response.status} ${await response.text()}`;
      } catch (error) {
        failure = String(error);
      }
    }
    this.failures.push(`${method} ${path}: ${failure.slice(0, 120)}`);
    return null;
  }
}
