import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { type Figure, formatSpread, median, percentile } from "./figures";

export type Call = {
  method?: "GET" | "POST";
  path: string | (() => string);
  body?: string | (() => string);
  cookie?: string;
  headers?: Record<string, string>;
  status?: number;
};

/** `cpuMs` is the server's CPU time per request. */
export type Load = { perSecond: number; latenciesMs: number[]; cpuMs: number };

export type LoadedServer = { url: string; cpuMs?: () => number };

/**
 * Sends requests for `seconds`. `perSecond` is the combined rate of all connections; if it is
 * undefined, each connection sends requests back to back. Throws if a request fails or a response
 * has an unexpected status.
 */
export async function load(
  { url, cpuMs = () => 0 }: LoadedServer,
  call: Call,
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const latenciesMs: number[] = [];
  const [startedAt, before] = [performance.now(), cpuMs()];
  const { errors, statusCodeStats = {} } = await autocannon({
    ...{ url, connections, duration: seconds, overallRate: perSecond },
    requests: [toRequest(call)],
    setupClient: (client) =>
      client.on("response", (_status, _bytes, milliseconds) => latenciesMs.push(milliseconds)),
  });
  const statuses = Object.keys(statusCodeStats).join(", ");
  if (errors > 0 || statuses !== String(call.status ?? 200))
    throw new Error(`${errors} requests failed; statuses: ${statuses || "none"}`);
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: latenciesMs.length / elapsedSeconds,
    latenciesMs,
    cpuMs: (cpuMs() - before) / latenciesMs.length,
  };
}

function toRequest({ method = "GET", path, body, cookie, headers }: Call): autocannon.Request {
  const build = () => ({
    method,
    path: typeof path === "string" ? path : path(),
    body: typeof body === "function" ? body() : body,
    headers: {
      ...headers,
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
  });
  const isFixed = typeof path === "string" && typeof body !== "function";
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...build() });
  return { ...build(), ...(!isFixed && { setupRequest }) };
}

export type Comparison = {
  name: string;
  bound: Figure["bound"];
  measured: () => Promise<Load>;
  reference: () => Promise<Load>;
  /** Compares the 99th percentiles of latencies instead of requests per second. */
  comparesLatencies?: boolean;
};

/** Measures both sides in each round so that other load on the machine affects both equally. */
export async function compareServers(rounds: number, comparison: Comparison): Promise<Figure> {
  const { name, bound, measured, reference, comparesLatencies = false } = comparison;
  const [ours, theirs]: [Load[], Load[]] = [[], []];
  const sides = [
    async () => ours.push(await measured()),
    async () => theirs.push(await reference()),
  ];
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    // The first round is a warm-up.
    if (round < 0) ours.length = theirs.length = 0;
  }
  // Uses the latencies of all rounds because one round has too few for a 99th percentile.
  const summarize = (loads: Load[]) =>
    comparesLatencies
      ? percentile(
          loads.flatMap(({ latenciesMs }) => latenciesMs),
          0.99,
        )
      : median(loads.map(({ perSecond }) => perSecond));
  const format = (value: number) =>
    comparesLatencies ? `${value.toFixed(2)} ms` : `${value.toFixed(0)}/s`;
  const ratios = ours.map((load, round) => summarize([load]) / summarize([theirs[round]!]));
  const [one, other] = [summarize(ours), summarize(theirs)];
  const [cpu, otherCpu] = [ours, theirs].map((loads) => median(loads.map(({ cpuMs }) => cpuMs)));
  const cpuTime =
    cpu! > 0 && otherCpu! > 0
      ? `; CPU time ${cpu!.toFixed(2)} ms against ${otherCpu!.toFixed(2)} ms (${(otherCpu! / cpu!).toFixed(2)})`
      : "";
  return {
    ...{ name, value: comparesLatencies ? one / other : median(ratios), bound },
    detail: `${format(one)} against ${format(other)}; rounds ${formatSpread(ratios, 2)}${cpuTime}`,
  };
}

/** Returns the CPU time of a process during `work`, as a share of one core. */
export async function measureCpuShare(
  readMilliseconds: () => Promise<number> | number,
  work: () => Promise<unknown>,
): Promise<number> {
  const [before, startedAt] = [await readMilliseconds(), performance.now()];
  await work();
  return ((await readMilliseconds()) - before) / (performance.now() - startedAt);
}

/** Calls `work` every `intervalMs` for `durationMs`. A longer call delays the next one. */
export async function repeat(intervalMs: number, durationMs: number, work: () => unknown) {
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    await work();
    await sleep(Math.max(0, startedAt + intervalMs - performance.now()));
  }
}
