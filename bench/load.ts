import autocannon from "autocannon";

export type Call = {
  method?: "GET" | "POST";
  path: string | (() => string);
  body?: string | (() => string);
  cookie?: string;
  headers?: Record<string, string>;
  status?: number;
};

export type Load = { perSecond: number; /** In ms, ascending. */ latencies: Float64Array };

/** Sends requests without pause, or `perSecond` in total. Throws on unexpected responses. */
export async function load(
  url: string,
  calls: Call | Call[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const perConnection = [calls].flat();
  const expected = perConnection[0]!.status ?? 200;
  const latencies: number[] = [];
  const startedAt = performance.now();
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
  return {
    perSecond: (latencies.length * 1000) / (performance.now() - startedAt),
    latencies: Float64Array.from(latencies).sort(),
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
  const draw = () => ({
    method,
    headers,
    path: typeof path === "string" ? path : path(),
    body: typeof body === "function" ? body() : body,
  });
  const fixed = typeof path === "string" && typeof body !== "function";
  return fixed ? draw() : { ...draw(), setupRequest: (request) => ({ ...request, ...draw() }) };
}

/** Runs all sides in each round, so that other load affects them equally. */
export async function interleave<Side extends string, Result>(
  rounds: number,
  sides: Record<Side, () => Promise<Result>>,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[];
  for (const name of names) await sides[name]();
  const measured = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<
    Side,
    Result[]
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      measured[name].push(await sides[name]());
  }
  return measured;
}
