import { setTimeout as sleep } from "node:timers/promises";
import { type BenchClient, buildIncident, createBenchClient, registerUser } from "./bench-client";
import { createDataDirectory, type DataDirectory, type Server, withServer } from "./bench-server";
import { type Benchmark, type Figure, medianFigure, type Plan } from "./figures";
import { type Call, compareServers, load } from "./load";
import { COPY_ID, copyRows } from "./seed";
import { startStub, type Stub } from "./stub";

const SUBSCRIBERS = 10_000;
const COUNT = SUBSCRIBERS.toLocaleString("en");
const MANY = 100_000;
const FEWER = 20_000;
const ORGANIZATION = "bench";
const INCIDENTS = `/v1/organizations/${ORGANIZATION}/incidents`;
const COMPONENTS = `/v1/organizations/${ORGANIZATION}/components`;
const READERS = 2;
const PRIORITY = process.platform === "linux" ? 5 : 0;
const POLL_MS = 50;
const TIMEOUT_MS = 180_000;
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: "on" };

type Prepared = { directory: DataDirectory; incident: object; cookie: string };

export default {
  title: "Notifications",
  measure: async (plan) => {
    const receiver = startStub(PRIORITY);
    const url = `${(await receiver()).receiverUrl}/subscriber`;
    const many = plan.isQuick ? FEWER : MANY;
    return [
      await measureRequests(plan, await prepare(url, 0), await prepare(url, SUBSCRIBERS)),
      ...(await measureDelivery(plan, await prepare(url, SUBSCRIBERS), receiver)),
      ...(await measureMemory(await prepare(url, many), many, receiver)),
    ];
  },
} satisfies Benchmark;

async function prepare(address: string, subscribers: number): Promise<Prepared> {
  const directory = await createDataDirectory();
  const setUp = async (server: Server): Promise<Prepared> => {
    const client = await registerUser(server.url, "notifications@example.com");
    const incident = buildIncident(await client.createComponents(ORGANIZATION, 3));
    const path = `/v1/organizations/${ORGANIZATION}/subscribers`;
    if (subscribers > 0) await client.send("POST", path, { channel: "webhook", address });
    return { directory, incident, cookie: client.cookie };
  };
  const prepared = await withServer(setUp, directory, SETTINGS);
  const numbered = ["address", "address_hash", "manage_token_hash", "unsubscribe_token_hash"];
  copyRows(directory, "subscribers", "1 = 1", subscribers - 1, {
    id: COPY_ID,
    ...Object.fromEntries(numbered.map((column) => [column, `source.${column} || n`])),
  });
  return prepared;
}

const withPrepared = <T>(
  { directory, cookie }: Prepared,
  work: (server: Server, client: BenchClient) => Promise<T>,
): Promise<T> =>
  withServer((server) => work(server, createBenchClient(server.url, cookie)), directory, SETTINGS);

const readComponents = (server: Server, { cookie }: Prepared, seconds: number) =>
  load(server, { path: COMPONENTS, cookie }, { connections: READERS, seconds });

function measureRequests({ rounds, seconds }: Plan, none: Prepared, some: Prepared) {
  const create = (prepared: Prepared) =>
    withPrepared(prepared, async (server) => {
      const body = JSON.stringify(prepared.incident);
      const { cookie } = prepared;
      const call: Call = { method: "POST", path: INCIDENTS, body, cookie, status: 201 };
      await load(server, call, { connections: 1, seconds: 1 });
      // Each round starts a server, so a few long rounds are more accurate than many short ones.
      return load(server, call, { connections: 1, seconds: seconds * 4 });
    });
  return compareServers(Math.ceil(rounds / 3), {
    name: `p99 of POST …/incidents with ${COUNT} subscribers, relative to none`,
    bound: { atMost: 1.6 },
    comparesLatencies: true,
    measured: () => create(some),
    reference: () => create(none),
  });
}

const measureDelivery = (
  { rounds, seconds }: Plan,
  prepared: Prepared,
  receiver: Stub,
): Promise<Figure[]> =>
  withPrepared(prepared, async (server, client) => {
    const read = () => readComponents(server, prepared, seconds);
    const [firsts, rates]: [number[], number[]] = [[], []];
    const notifyAll = async <T>(duringMeasurement: () => Promise<T>): Promise<T> => {
      await receiver({ reset: true });
      await client.send("POST", INCIDENTS, prepared.incident);
      const respondedAt = Date.now();
      const result = await duringMeasurement();
      const { first, last } = await waitForDeliveries(receiver, SUBSCRIBERS);
      firsts.push(first - respondedAt);
      rates.push((SUBSCRIBERS * 1_000) / (last - respondedAt));
      return result;
    };
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++) await notifyAll(async () => {});
    const rate = `webhook deliveries per second, ${COUNT} subscribers`;
    const delay = "time from the response until the first delivery";
    return [
      medianFigure(rate, rates.slice(1), "/s", { atLeast: 1_500 }),
      await compareServers(rounds, {
        name: "p99 of GET …/components during these deliveries, relative to idle",
        bound: { atMost: 3 },
        comparesLatencies: true,
        measured: () => notifyAll(read),
        reference: read,
      }),
      medianFigure(delay, firsts, "ms", { atMost: 1_000 }),
    ];
  });

const measureMemory = (
  prepared: Prepared,
  subscribers: number,
  receiver: Stub,
): Promise<Figure[]> =>
  withPrepared(prepared, async (server, client) => {
    const read = () => readComponents(server, prepared, 3);
    // Renders a page so that the memory of the renderer is part of the first measurement.
    await client.send("POST", INCIDENTS, { ...prepared.incident, notify: false });
    await read();
    const before = server.residentMegabytes();
    if (before === null) return [];
    await receiver({ reset: true });
    let peak = 0;
    const sampleMemory = () => void (peak = Math.max(peak, server.residentMegabytes() ?? 0));
    const timer = setInterval(sampleMemory, 100);
    await client.send("POST", INCIDENTS, prepared.incident);
    await Promise.all([read(), waitForDeliveries(receiver, subscribers)]);
    clearInterval(timer);
    sampleMemory();
    return [
      {
        name: `growth of resident memory, ${subscribers.toLocaleString("en")} subscribers`,
        value: peak - before,
        unit: "MB",
        bound: { atMost: 120 },
        detail: `from ${before.toFixed(0)} MB to the peak while deliveries and reads run at the same time`,
      },
    ];
  });

async function waitForDeliveries(receiver: Stub, count: number) {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const received = await receiver();
    if (received.count >= count) return received;
    if (performance.now() > giveUpAt)
      throw new Error(`Only ${received.count} of ${count} deliveries arrived.`);
    await sleep(POLL_MS);
  }
}
