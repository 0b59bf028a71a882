import { BroadcastChannel } from "node:worker_threads";
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from "prom-client";
import { withTimeout } from "./timeout";

const registry = new Registry();
const registers = [registry];

export const requests = new Counter({
  name: "candor_http_requests",
  help:
    "Requests by class (api, page, dashboard, operations), method, and status, excluding page " +
    "cache hits.",
  labelNames: ["class", "method", "status"],
  registers,
});

export const requestDuration = new Histogram({
  name: "candor_http_request_duration_seconds",
  help: "Time until the response was sent, excluding page cache hits.",
  labelNames: ["class"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const cacheMisses = new Counter({
  name: "candor_page_cache_misses",
  help: "Requests for public pages that were not page cache hits, by result.",
  labelNames: ["result"],
  registers,
});

export const renderDuration = new Histogram({
  name: "candor_page_render_duration_seconds",
  help: "Time to render a public page.",
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
  registers,
});

export const deliveryAttempts = new Counter({
  name: "candor_delivery_attempts",
  help: "Attempts to deliver a message, by channel (account: emails about accounts and subscriptions) and outcome.",
  labelNames: ["channel", "outcome"],
  registers,
});

export const signInFailures = new Counter({
  name: "candor_sign_in_failures",
  help: "Wrong passwords entered at sign-in or by a signed-in user.",
  registers,
});

export const lockWait = new Counter({
  name: "candor_sqlite_lock_wait_seconds",
  help: "Time that transactions waited for SQLite's write lock.",
  registers,
});

/** A value, and the value of the gauge's label if it has one. */
type Sample = [value: number, label?: string];
type Description = { name: string; help: string };

/** Prometheus waits 10 s for a scrape by default. */
const READ_TIMEOUT_MS = 2_000;

/** Defines a gauge. Each scrape reads its values, or omits them if that fails or takes too long. */
export const defineGauge = (
  { label, ...description }: Description & { label?: string },
  read: () => Promise<Sample[]>,
): Gauge =>
  new Gauge({
    ...description,
    labelNames: label === undefined ? [] : [label],
    registers,
    async collect() {
      const samples = await withTimeout(read(), READ_TIMEOUT_MS).catch(() => []);
      this.reset();
      for (const [value, name = ""] of samples)
        this.set(label === undefined ? {} : { [label]: name }, value);
    },
  });

/** The connections of this thread to PostgreSQL. */
let pool: { totalCount: number; idleCount: number; waitingCount: number } | undefined;

export const measurePool = (opened: NonNullable<typeof pool>): void => void (pool = opened);

defineGauge(
  {
    name: "candor_postgresql_pool_connections",
    help: "Connections of this process to the database, by state (active, idle).",
    label: "state",
  },
  async () =>
    pool === undefined
      ? []
      : [
          [pool.totalCount - pool.idleCount, "active"],
          [pool.idleCount, "idle"],
        ],
);

defineGauge(
  {
    name: "candor_postgresql_pool_waiting",
    help: "Statements and transactions of this process that wait for a connection.",
  },
  async () => (pool === undefined ? [] : [[pool.waitingCount]]),
);

export const defineCounter = (description: Description, read: () => number): Counter =>
  new Counter({
    ...description,
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });

/** A scrape omits the worker thread if it doesn't respond within this time. */
const THREAD_TIMEOUT_MS = 1_000;
const CHANNEL = "candor.metrics";

/** Call this in the worker thread to add its metrics to those of the process. */
export function shareMetrics(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = async ({ data }: { data: { request?: number } }) => {
    if (data.request === undefined) return;
    channel.postMessage({ response: data.request, metrics: await registry.getMetricsAsJSON() });
  };
}

let lastRequest = 0;

async function collectFromWorker(): Promise<MetricObject[]> {
  const channel = new BroadcastChannel(CHANNEL);
  const request = ++lastRequest;
  const response = new Promise<MetricObject[]>((resolve) => {
    channel.onmessage = ({ data }: { data: { response?: number; metrics: MetricObject[] } }) => {
      if (data.response === request) resolve(data.metrics);
    };
  });
  channel.postMessage({ request });
  return withTimeout(response, THREAD_TIMEOUT_MS)
    .catch(() => [])
    .finally(() => channel.close());
}

export const METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

export async function formatMetrics(): Promise<string> {
  const all = await Promise.all([registry.getMetricsAsJSON(), collectFromWorker()]);
  // `_total` is removed, because the OpenMetrics format appends it to each counter again.
  const withoutSuffix = all.map((metrics) =>
    metrics.map((metric) => ({ ...metric, name: metric.name.replace(/_total$/, "") })),
  );
  const merged = AggregatorRegistry.aggregate(withoutSuffix);
  merged.setContentType(METRICS_TYPE);
  return merged.metrics();
}

export const collectProcessMetrics = (): void => collectDefaultMetrics({ register: registry });
