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

/** `latenciesMs` is ascending. `cpuMs` is the server's CPU time per request. */
export type Load = { perSecond: number; latenciesMs: Float64Array; cpuMs: number };

export type LoadedServer = { url: string; cpuMs?: () => number };

/**
 * Sends requests for `seconds`. `perSecond` is the combined rate of all connections; if it is
 * undefined, each connection sends requests back to back. Throws if a request fails or a response
 * has an unexpected status.
 */
export async function load(
  { url, cpuMs = () => 0 }: LoadedServer,
  calls: Call | Call[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const requests = [calls].flat();
  const latenciesMs: number[] = [];
  const unexpected = new Set<number>();
  const [startedAt, before] = [performance.now(), cpuMs()];
  let connection = 0;
  const { errors } = await autocannon({
    ...{ url, connections, duration: seconds, overallRate: perSecond },
    setupClient: (client) => {
      const call = requests[connection++ % requests.length]!;
      client.setRequests([toRequest(call)]);
      client.on("response", (status, _bytes, milliseconds) => {
        if (status === (call.status ?? 200)) latenciesMs.push(milliseconds);
        else unexpected.add(status);
      });
    },
  });
  if (errors > 0 || unexpected.size > 0 || latenciesMs.length === 0)
    throw new Error(
      `${errors} requests failed, ${latenciesMs.length} got the expected status; ` +
        `unexpected statuses: ${[...unexpected].join(", ") || "none"}`,
    );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: latenciesMs.length / elapsedSeconds,
    latenciesMs: Float64Array.from(latenciesMs).sort(),
    cpuMs: (cpuMs() - before) / latenciesMs.length,
  };
}

function toRequest(call: Call): autocannon.Request {
  const { method = "GET", path, body, cookie } = call;
  const headers = {
    ...call.headers,
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const buildRequest = () => ({
    method,
    headers,
    path: typeof path === "string" ? path : path(),
    body: typeof body === "function" ? body() : body,
  });
  const isFixed = typeof path === "string" && typeof body !== "function";
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...buildRequest() });
  return { ...buildRequest(), ...(!isFixed && { setupRequest }) };
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
  const of = ({ perSecond, latenciesMs }: Load) =>
    comparesLatencies ? percentile(latenciesMs, 0.99) : perSecond;
  const ratios = ours.map((load, round) => of(load) / of(theirs[round]!));
  // Uses the latencies of all rounds because one round has too few for a 99th percentile.
  const poolP99 = (loads: Load[]) =>
    percentile(
      Float64Array.from(loads.flatMap(({ latenciesMs }) => [...latenciesMs])).sort(),
      0.99,
    );
  const [one, other] = [ours, theirs].map((loads) =>
    comparesLatencies ? poolP99(loads) : median(loads.map(of)),
  );
  const format = (value: number) =>
    comparesLatencies ? `${value.toFixed(2)} ms` : `${value.toFixed(0)}/s`;
  const against = `${format(one!)} against ${format(other!)}`;
  const cpuTime = describeProcessorTime(ours, theirs);
  return {
    ...{ name, value: comparesLatencies ? one! / other! : median(ratios), bound },
    detail: `${against}; rounds ${formatSpread(ratios, 2)}${cpuTime}`,
  };
}

function describeProcessorTime(...sides: [Load[], Load[]]): string {
  const [one, other] = sides.map((loads) => median(loads.map(({ cpuMs }) => cpuMs)));
  return one! > 0 && other! > 0
    ? `; CPU time ${one!.toFixed(2)} ms against ${other!.toFixed(2)} ms (${(other! / one!).toFixed(2)})`
    : "";
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
