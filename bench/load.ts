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

/**
 * `latencies`, in ascending order, and `processor`, the server's CPU time per request, are in ms.
 */
export type Load = { perSecond: number; latencies: Float64Array; processor: number | null };

export type LoadedServer = { url: string; processorMilliseconds?: () => number | null };

/**
 * Sends requests for `seconds`. `perSecond` is the combined rate of all connections; if it is
 * undefined, each connection sends requests back to back. Throws if a request fails or a response
 * has an unexpected status.
 */
export async function load(
  { url, processorMilliseconds = () => null }: LoadedServer,
  calls: Call | Call[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const perConnection = [calls].flat();
  const expected = perConnection[0]!.status ?? 200;
  const latencies: number[] = [];
  const [startedAt, before] = [performance.now(), processorMilliseconds()];
  let connection = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        ...(perSecond !== undefined && { overallRate: perSecond }),
        setupClient: (client) =>
          client.setRequests([toRequest(perConnection[connection++ % perConnection.length]!)]),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on("response", (_client, status, _bytes, milliseconds) => {
      if (status === expected) latencies.push(milliseconds);
      else reject(new Error(`${JSON.stringify(perConnection[0]!.path)} returned ${status}`));
    });
  });
  if (result.errors > 0 || latencies.length === 0)
    throw new Error(
      `${result.errors} of the requests to ${JSON.stringify(perConnection[0]!.path)} ` +
        `failed, ${latencies.length} got a response`,
    );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const after = processorMilliseconds();
  return {
    perSecond: latencies.length / elapsedSeconds,
    latencies: Float64Array.from(latencies).sort(),
    processor: before === null || after === null ? null : (after - before) / latencies.length,
  };
}

function toRequest({
  method = "GET",
  path,
  body,
  cookie,
  headers: given,
}: Call): autocannon.Request {
  const headers = {
    ...given,
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const buildRequest = () => ({
    method,
    headers,
    path: typeof path === "string" ? path : path(),
    body: typeof body === "function" ? body() : body,
  });
  const fixed = typeof path === "string" && typeof body !== "function";
  return fixed
    ? buildRequest()
    : { ...buildRequest(), setupRequest: (request) => ({ ...request, ...buildRequest() }) };
}

export type Comparison = {
  name: string;
  bound: NonNullable<Figure["bound"]>;
  measured: () => Promise<Load>;
  reference: () => Promise<Load>;
  /** Compares the 99th percentiles of latencies instead of requests per second. */
  ofLatencies?: boolean;
};

/** Measures both sides in each round so that other load on the machine affects both equally. */
export async function compareServers(rounds: number, comparison: Comparison): Promise<Figure> {
  const { name, bound, measured, reference, ofLatencies = false } = comparison;
  const [ours, theirs]: [Load[], Load[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const sides = [
      async () => ours.push(await measured()),
      async () => theirs.push(await reference()),
    ];
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    // The first round is a warm-up.
    if (round < 0) ours.length = theirs.length = 0;
  }
  const of = ({ perSecond, latencies }: Load) =>
    ofLatencies ? percentile(latencies, 0.99) : perSecond;
  const ratios = ours.map((load, round) => of(load) / of(theirs[round]!));
  // Uses the latencies of all rounds because one round has too few for a 99th percentile.
  const [one, other] = [ours, theirs].map((loads) =>
    ofLatencies ? poolP99(loads) : median(loads.map(of)),
  );
  const format = (value: number) =>
    ofLatencies ? `${value.toFixed(2)} ms` : `${value.toFixed(0)}/s`;
  return {
    name,
    value: ofLatencies ? one! / other! : median(ratios),
    bound,
    detail:
      `${format(one!)} against ${format(other!)}; rounds ${formatSpread(ratios, 2)}` +
      describeProcessorTime(ours, theirs),
  };
}

const poolP99 = (loads: readonly Load[]) =>
  percentile(Float64Array.from(loads.flatMap(({ latencies }) => [...latencies])).sort(), 0.99);

function describeProcessorTime(...sides: [Load[], Load[]]): string {
  const [one, other] = sides.map((loads) => median(loads.map(({ processor }) => processor ?? 0)));
  return one! > 0 && other! > 0
    ? `; CPU time ${one!.toFixed(2)} ms against ${other!.toFixed(2)} ms (${(other! / one!).toFixed(2)})`
    : "";
}
