import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../lib/env";
import type { SenderCommand, Sent } from "./bare-sender";
import { type Child, startChild } from "./child";
import {
  createBenchClient,
  createBenchComponents,
  buildIncident,
  registerUser,
} from "./bench-client";
import type { Figure, Plan, Benchmark } from "./figures";
import { interleave, load } from "./load";
import type { ReceivedWebhook, ReceiverCommand } from "./webhook-receiver";
import { seedSubscribers } from "./seed";
import {
  createDataDirectory,
  type DataDirectory,
  type Server,
  startBenchServer,
} from "./bench-server";
import { compareRounds, median, percentile } from "./statistics";

const SUBSCRIBERS = 10_000;
const MANY = 100_000;
const FEWER = 20_000;
const FULL = 9;
const ORGANIZATION = "bench";
const INCIDENTS = `/v1/organizations/${ORGANIZATION}/incidents`;
const COMPONENTS = `/v1/organizations/${ORGANIZATION}/components`;
const READERS = 2;
const PRIORITY = process.platform === "linux" ? 5 : 0;
const POLL_MS = 50;
const TIMEOUT_MS = 180_000;

type Receiver = Child<ReceiverCommand, ReceivedWebhook>;
type Sender = Child<SenderCommand, Sent>;
type Prepared = { directory: DataDirectory; componentIds: string[]; cookie: string };

export default {
  title: "Notifications",
  measure: async (plan) => {
    env.SESSION_SECRET = [randomBytes(32).toString("hex")];
    const receiver = startChild<ReceiverCommand, ReceivedWebhook>("webhook-receiver.ts", PRIORITY);
    const sender = startChild<SenderCommand, Sent>("bare-sender.ts", PRIORITY);
    try {
      const { port } = await receiver.ask({});
      const url = `http://127.0.0.1:${port}/subscriber`;
      const many = plan.rounds >= FULL ? MANY : FEWER;
      const none = await prepare(url, 0);
      const some = await prepare(url, SUBSCRIBERS);
      return [
        await measureRequests(plan, none, some),
        ...(await measureDelivery(plan, await prepare(url, SUBSCRIBERS), url, receiver, sender)),
        ...(await measureMemory(await prepare(url, many), many, receiver)),
      ];
    } finally {
      receiver.stop();
      sender.stop();
    }
  },
} satisfies Benchmark;

async function prepare(url: string, subscribers: number): Promise<Prepared> {
  const directory = await createDataDirectory();
  const prepared = await withNotifyingServer(directory, async (server) => {
    const client = await registerUser(server.url, "notifications@example.com");
    return {
      directory,
      componentIds: await createBenchComponents(client, ORGANIZATION, 3),
      cookie: client.cookie,
    };
  });
  await seedSubscribers(directory, ORGANIZATION, url, subscribers);
  return prepared;
}

async function withNotifyingServer<T>(
  directory: DataDirectory,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await startBenchServer(directory, {
    WEBHOOK_ALLOW_PRIVATE: "on",
    SESSION_SECRET: env.SESSION_SECRET![0]!,
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function measureRequests(
  { rounds, seconds }: Plan,
  none: Prepared,
  some: Prepared,
): Promise<Figure> {
  const create =
    ({ directory, componentIds, cookie }: Prepared) =>
    () =>
      withNotifyingServer(directory, async ({ url }) => {
        const body = JSON.stringify(buildIncident(componentIds));
        const post = (duration: number) =>
          load(
            url,
            { method: "POST", path: INCIDENTS, body, cookie, status: 201 },
            { connections: 1, seconds: duration },
          );
        await post(1);
        return (await post(seconds)).latencies;
      });
  const measured = await interleave(rounds, { none: create(none), some: create(some) });
  // Pools all rounds, because the 99th percentile of one has too few requests.
  const pooled = (side: keyof typeof measured) =>
    Float64Array.from(measured[side].flatMap((latencies) => [...latencies])).sort();
  const [ours, theirs] = [pooled("some"), pooled("none")];
  const { least, greatest } = compareRounds(
    measured.some.map((latencies) => percentile(latencies, 0.99)),
    measured.none.map((latencies) => percentile(latencies, 0.99)),
  );
  return {
    name: `p99 of POST …/incidents with ${SUBSCRIBERS.toLocaleString("en")} subscribers, relative to none`,
    value: percentile(ours, 0.99) / percentile(theirs, 0.99),
    bound: { atMost: 1.6 },
    detail:
      `${percentile(ours, 0.99).toFixed(2)} ms of ${ours.length} against ${percentile(theirs, 0.99).toFixed(2)} ` +
      `ms of ${theirs.length}; rounds ${least.toFixed(2)}–${greatest.toFixed(2)}; ` +
      `medians ${percentile(ours, 0.5).toFixed(2)} ms and ${percentile(theirs, 0.5).toFixed(2)} ms`,
  };
}

async function measureDelivery(
  { rounds, seconds }: Plan,
  { directory, componentIds, cookie }: Prepared,
  url: string,
  receiver: Receiver,
  sender: Sender,
): Promise<Figure[]> {
  return withNotifyingServer(directory, async (server) => {
    const client = createBenchClient(server.url, cookie);
    const read = () =>
      load(server.url, { path: COMPONENTS, cookie }, { connections: READERS, seconds });
    const emptyMeasurement = { perSecond: 0, processor: 0, first: 0, p99: 0, growth: 0 };
    let sample = { url, headers: {} as Record<string, string>, body: "" };

    const notifyAll = async (concurrentWork: () => Promise<unknown>) => {
      await receiver.ask({ reset: true });
      const processor = server.processorMilliseconds() ?? 0;
      await client.send("POST", INCIDENTS, buildIncident(componentIds));
      const respondedAt = Date.now();
      await concurrentWork();
      const { first, last, body, headers } = await arrived(receiver, SUBSCRIBERS);
      sample = { url, headers: ownHeaders(headers), body };
      return {
        perSecond: (SUBSCRIBERS * 1_000) / (last - respondedAt),
        processor: ((server.processorMilliseconds() ?? 0) - processor) / SUBSCRIBERS,
        first: first - respondedAt,
      };
    };
    const measured = await interleave(rounds, {
      notified: async () => ({ ...emptyMeasurement, ...(await notifyAll(async () => undefined)) }),
      bare: async () => {
        await receiver.ask({ reset: true });
        const { milliseconds, processorMilliseconds } = await sender.ask({
          ...sample,
          count: SUBSCRIBERS,
        });
        const { count, body } = await receiver.ask({});
        if (count !== SUBSCRIBERS || body !== sample.body)
          throw new Error(`The receiver got ${count} deliveries, or a different body.`);
        return {
          ...emptyMeasurement,
          perSecond: (SUBSCRIBERS * 1_000) / milliseconds,
          processor: processorMilliseconds / SUBSCRIBERS,
        };
      },
      idle: async () => ({ ...emptyMeasurement, p99: percentile((await read()).latencies, 0.99) }),
      busy: async () => {
        const before = server.residentMegabytes() ?? 0;
        const memory = watchMemory(server);
        let p99 = 0;
        await notifyAll(async () => void (p99 = percentile((await read()).latencies, 0.99)));
        return { ...emptyMeasurement, p99, growth: memory.stop() - before };
      },
    });
    const column = (side: keyof typeof measured, of: keyof typeof emptyMeasurement) =>
      measured[side].map((round) => round[of]);
    const medianRate = (side: keyof typeof measured) =>
      median(column(side, "perSecond")).toFixed(0);
    const rates = compareRounds(column("notified", "perSecond"), column("bare", "perSecond"));
    const [ours, theirs] = [
      median(column("notified", "processor")),
      median(column("bare", "processor")),
    ];
    const reads = compareRounds(column("busy", "p99"), column("idle", "p99"));
    const firsts = column("notified", "first");
    return [
      {
        name: `${SUBSCRIBERS.toLocaleString("en")} webhook deliveries, to a bare loop of the same client`,
        value: rates.ratio,
        bound: { atLeast: 0.12 },
        detail:
          `${medianRate("notified")}/s against ${medianRate("bare")}/s; ` +
          `rounds ${rates.least.toFixed(2)}–${rates.greatest.toFixed(2)}` +
          (ours > 0
            ? `; CPU time ${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms (${(theirs / ours).toFixed(2)})`
            : ""),
      },
      {
        name: "from the 201 to the first delivery",
        value: median(firsts),
        unit: "ms",
        bound: { atMost: 1_000 },
        detail: `median of ${firsts.length}, ${Math.min(...firsts)}–${Math.max(...firsts)} ms`,
      },
      {
        name: "p99 of GET …/components while that runs, relative to idle",
        value: reads.ratio,
        bound: { atMost: 3 },
        detail:
          `${median(column("busy", "p99")).toFixed(2)} ms against ${median(column("idle", "p99")).toFixed(2)} ` +
          `ms, ${READERS} connections; rounds ${reads.least.toFixed(2)}–${reads.greatest.toFixed(2)}`,
      },
    ];
  });
}

async function measureMemory(
  { directory, componentIds, cookie }: Prepared,
  subscribers: number,
  receiver: Receiver,
): Promise<Figure[]> {
  return withNotifyingServer(directory, async (server) => {
    const client = createBenchClient(server.url, cookie);
    // Starts the publishing thread first, because its memory does not depend on subscribers.
    await client.send("POST", INCIDENTS, { ...buildIncident(componentIds), notify: false });
    await load(server.url, { path: COMPONENTS, cookie }, { connections: READERS, seconds: 3 });
    const before = server.residentMegabytes();
    if (before === null) return [];
    await receiver.ask({ reset: true });
    const memory = watchMemory(server);
    await client.send("POST", INCIDENTS, buildIncident(componentIds));
    const reads = load(
      server.url,
      { path: COMPONENTS, cookie },
      { connections: READERS, seconds: 3 },
    );
    await arrived(receiver, subscribers);
    await reads;
    const value = memory.stop() - before;
    const detail = `from ${before.toFixed(0)} MB, until all were notified, with reads at first`;
    return [
      {
        name: `growth of resident memory, ${subscribers.toLocaleString("en")} subscribers`,
        value,
        unit: "MB",
        bound: { atMost: 120 },
        detail,
      },
    ];
  });
}

async function arrived(receiver: Receiver, count: number): Promise<ReceivedWebhook> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const received = await receiver.ask({});
    if (received.count >= count) return received;
    if (performance.now() > giveUpAt)
      throw new Error(`only ${received.count} of ${count} deliveries arrived`);
    await sleep(POLL_MS);
  }
}

function watchMemory(server: Server): { stop(): number } {
  let maximum = 0;
  const sampleMemory = () => void (maximum = Math.max(maximum, server.residentMegabytes() ?? 0));
  const timer = setInterval(sampleMemory, 100);
  return {
    stop: () => {
      clearInterval(timer);
      sampleMemory();
      return maximum;
    },
  };
}

const ownHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("webhook-")));
