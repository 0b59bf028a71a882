import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "./child";
import { createBenchComponents, buildIncident, registerUser } from "./bench-client";
import type { Figure, Plan, Benchmark } from "./figures";
import { type Call, interleave, load } from "./load";
import { seedComponents } from "./seed";
import { type Server, startNext, withServer } from "./bench-server";
import { compareRounds, median } from "./statistics";

const CONNECTIONS = 10;
const LISTED = 50;
const COMPONENTS = 3;
const FRESH_COMPONENTS = 30_000;

/** Compares routes with handlers that send the same bytes, in Next and in the adapter alone. */
export default {
  title: "Requests per second, against a bare handler",
  measure: (plan) =>
    withServer(async (server) => {
      const next = await startNext(server.directory);
      const adapter = startChild<{ body: string }, { url: string }>("bare-adapter.ts");
      try {
        return await measureAll(server, next, adapter, plan);
      } finally {
        adapter.stop();
        await next.stop();
      }
    }),
} satisfies Benchmark;

async function measureAll(
  server: Server,
  next: Server,
  adapter: Child<{ body: string }, { url: string }>,
  plan: Plan,
): Promise<Figure[]> {
  const client = await registerUser(server.url, "throughput@example.com");
  const components = "/v1/organizations/bench-list/components";
  const list = "/v1/organizations/bench-list/incidents";
  const listed = await createBenchComponents(client, "bench-list", COMPONENTS);
  for (let n = 0; n < LISTED; n++) await client.send("POST", list, buildIncident(listed));
  const create = "/v1/organizations/bench-create/incidents";
  const incident = buildIncident(await createBenchComponents(client, "bench-create", COMPONENTS));

  const me = await client.send("GET", "/v1/me");
  const { url: adapterUrl } = await adapter.ask({ body: me });
  setResponse(server, "me", me);
  setResponse(server, "components", await client.send("GET", components));
  setResponse(server, "list", await client.send("GET", list));
  setResponse(server, "create", await client.send("POST", create, incident));

  const fresh = "/v1/organizations/bench-fresh/incidents";
  await createBenchComponents(client, "bench-fresh", 1);
  const ids = await seedComponents(server.directory, "bench-fresh", FRESH_COMPONENTS);
  let used = 0;
  const createIncidentBody = () =>
    JSON.stringify(
      buildIncident(Array.from({ length: COMPONENTS }, () => ids[used++ % ids.length]!)),
    );
  let requests = 0;
  const post = { method: "POST" as const, status: 201 };
  const body = JSON.stringify(incident);

  const bare = (path: Call["path"]) => ({ server: next, call: { path } });
  const barePost = (given: Call["body"]) => ({
    server: next,
    call: { ...post, path: "/bench/create", body: given },
  });
  const row = (name: string, call: Call, reference: Side, atLeast: number) =>
    against(plan, name, { server, call: { ...call, cookie: client.cookie } }, reference, atLeast);
  return [
    await row("GET /v1/me", { path: "/v1/me" }, bare("/bench/me"), 5),
    await row(
      "GET /v1/me, against the adapter alone",
      { path: "/v1/me" },
      { server: { url: adapterUrl, processorMilliseconds: () => null }, call: { path: "/" } },
      0.1,
    ),
    await row(
      `GET …/components, ${COMPONENTS} components`,
      { path: components },
      bare("/bench/components"),
      5,
    ),
    await row(
      `GET …/incidents, ${LISTED} with ${COMPONENTS} components each`,
      { path: list },
      bare("/bench/list"),
      3,
    ),
    await row(
      "the same, not cached",
      { path: () => `${list}?_=${++requests}` },
      bare(() => `/bench/list?_=${++requests}`),
      0.8,
    ),
    await row(
      `POST …/incidents, ${COMPONENTS} components`,
      { ...post, path: create, body },
      barePost(body),
      0.6,
    ),
    await row(
      "the same, each changing the status of its components",
      { ...post, path: fresh, body: createIncidentBody },
      barePost(createIncidentBody),
      0.2,
    ),
  ];
}

function setResponse(server: Server, name: string, body: string): void {
  writeFileSync(join(server.directory.path, `bench-${name}.json`), body);
}

type Side = { server: Pick<Server, "url" | "processorMilliseconds">; call: Call };

async function against(
  plan: Plan,
  name: string,
  real: Side,
  bare: Side,
  atLeast: number,
): Promise<Figure> {
  const run =
    ({ server, call }: Side) =>
    async () => {
      const before = server.processorMilliseconds();
      const options = { connections: CONNECTIONS, seconds: plan.seconds };
      const result = await load(server.url, call, options);
      return {
        ...result,
        processor:
          before === null
            ? 0
            : (server.processorMilliseconds()! - before) / result.latencies.length,
      };
    };
  const measured = await interleave(plan.rounds, { bare: run(bare), real: run(real) });
  const column = (side: keyof typeof measured, of: "perSecond" | "processor") =>
    measured[side].map((round) => round[of]);
  const { ratio, least, greatest } = compareRounds(
    column("real", "perSecond"),
    column("bare", "perSecond"),
  );
  const medianRate = (side: keyof typeof measured) => median(column(side, "perSecond")).toFixed(0);
  const rates = `${medianRate("real")}/s against ${medianRate("bare")}/s`;
  const [ours, theirs] = [median(column("real", "processor")), median(column("bare", "processor"))];
  const processor =
    ours > 0 && theirs > 0
      ? `; CPU time ${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms (${(theirs / ours).toFixed(2)})`
      : "";
  return {
    name,
    value: ratio,
    bound: { atLeast },
    detail: `${rates}; rounds ${least.toFixed(2)}–${greatest.toFixed(2)}${processor}`,
  };
}
