import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bare, Sample } from "./bare-server";
import {
  type BenchClient,
  buildIncident,
  createBenchComponents,
  registerUser,
} from "./bench-client";
import { type Server, startNext, withServer } from "./bench-server";
import { type Child, startChild } from "./child";
import type { Benchmark, Figure, Plan } from "./figures";
import { type Call, compareServers, load, type LoadedServer } from "./load";
import { COPY_ID, copyOrganization, copyRows } from "./seed";

const CONNECTIONS = 10;
const LISTED = 50;
const COMPONENTS = 3;
const FRESH = { organizations: 100, components: 300 };

/**
 * Compares each route with a handler in Next.js that sends the same bytes, and `GET /v1/me` also
 * with such a handler in the adapter alone.
 */
export default {
  title: "Requests per second, against a bare handler",
  measure: (plan) =>
    withServer(async (server) => {
      const next = await startNext(server.directory);
      const bare = startChild<Sample, Bare>("bare-server.ts");
      try {
        return await measureAll(server, next, bare, plan);
      } finally {
        bare.stop();
        await next.stop();
      }
    }),
} satisfies Benchmark;

async function measureAll(
  server: Server,
  next: Server,
  bare: Child<Sample, Bare>,
  { rounds, seconds }: Plan,
): Promise<Figure[]> {
  const client = await registerUser(server.url, "throughput@example.com");
  const respondWith = (name: string, body: string) =>
    writeFileSync(join(server.directory.path, `bench-${name}.json`), body);
  const components = "/v1/organizations/bench-list/components";
  const list = "/v1/organizations/bench-list/incidents";
  const listed = await createBenchComponents(client, "bench-list", COMPONENTS);
  for (let n = 0; n < LISTED; n++) await client.send("POST", list, buildIncident(listed));
  const create = "/v1/organizations/bench-create/incidents";
  const incident = buildIncident(await createBenchComponents(client, "bench-create", COMPONENTS));
  const me = await client.send("GET", "/v1/me");
  respondWith("me", me);
  respondWith("components", await client.send("GET", components));
  respondWith("list", await client.send("GET", list));
  respondWith("create", await client.send("POST", create, incident));
  const headers = { "Content-Type": "application/json" };
  const { adapterUrl } = await bare.run({ status: 200, headers, body: me });

  let requests = 0;
  const uncached = (path: string) => () => `${path}?_=${++requests}`;
  const post = (body: Call["body"]) => ({ method: "POST", status: 201, body }) as const;
  const body = JSON.stringify(incident);
  const fresh = await seedFreshComponents(server, client);
  const row = (
    [name, atLeast]: [string, number],
    call: Call,
    path: Call["path"],
    reference: LoadedServer = next,
  ) => {
    const run = (target: LoadedServer, given: Call) => () =>
      load(target, given, { connections: CONNECTIONS, seconds });
    return compareServers(rounds, {
      ...{ name, bound: { atLeast } },
      measured: run(server, { ...call, cookie: client.cookie }),
      reference: run(reference, { ...call, path }),
    });
  };
  return [
    await row(["GET /v1/me", 5], { path: "/v1/me" }, "/bench/me"),
    await row(["GET /v1/me, against the adapter alone", 0.1], { path: "/v1/me" }, "/", {
      url: adapterUrl,
    }),
    await row(
      [`GET …/components, ${COMPONENTS} components`, 5],
      { path: components },
      "/bench/components",
    ),
    await row(
      [`GET …/incidents, ${LISTED} with ${COMPONENTS} components each`, 3],
      { path: list },
      "/bench/list",
    ),
    await row(
      ["GET …/incidents, not cached", 0.8],
      { path: uncached(list) },
      uncached("/bench/list"),
    ),
    await row(
      [`POST …/incidents, ${COMPONENTS} components`, 0.6],
      { ...post(body), path: create },
      "/bench/create",
    ),
    await row(
      ["POST …/incidents, each changing component statuses", 0.2],
      { ...post(fresh.body), path: fresh.path },
      "/bench/create",
    ),
  ];
}

/** Returns the path and body of calls that create incidents for operational components. */
async function seedFreshComponents({ directory }: Server, client: BenchClient) {
  const [id] = await createBenchComponents(client, "bench-fresh", 1);
  copyRows(directory, "components", {
    where: `source.id = '${id}'`,
    count: FRESH.components,
    changed: { id: COPY_ID, position: "1000 + n" },
  });
  copyRows(directory, "component_status_changes", {
    where: `source.component_id = '${id}'`,
    count: FRESH.components,
    changed: { id: COPY_ID, component_id: "source.component_id || '-' || n" },
  });
  copyOrganization(directory, "bench-fresh", FRESH.organizations);
  let used = 0;
  let number = 0;
  const takeId = () => `${id}-${1 + (used++ % FRESH.components)}-o${number}`;
  return {
    path: () => {
      number = 1 + (Math.floor(used / FRESH.components) % FRESH.organizations);
      return `/v1/organizations/bench-fresh-${number}/incidents`;
    },
    body: () => JSON.stringify(buildIncident(Array.from({ length: COMPONENTS }, takeId))),
  };
}
