import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchClient, buildIncident, registerUser } from "./bench-client";
import { type Server, withServer } from "./bench-server";
import type { Benchmark, Figure, Plan } from "./figures";
import { type Call, compareServers, load, type LoadedServer } from "./load";
import { COPY_ID, copyOrganization, copyRows } from "./seed";
import { startStub } from "./stub";

const CONNECTIONS = 10;
const LISTED = 50;
const COMPONENTS = 3;
const [FRESH_ORGANIZATIONS, FRESH_COMPONENTS] = [100, 300];

/**
 * Compares each route with a Next.js route handler that sends the same bytes. Also compares
 * `GET /v1/me` with a handler that the API's adapter calls directly.
 */
export default {
  title: "Requests per second, against a bare handler",
  measure: (plan) =>
    withServer((server) => {
      const program = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"];
      return withServer((next) => measureAll(server, next, plan), server.directory, {}, program);
    }),
} satisfies Benchmark;

async function measureAll(
  server: Server,
  next: Server,
  { rounds, seconds }: Plan,
): Promise<Figure[]> {
  const client = await registerUser(server.url, "throughput@example.com");
  const respondWith = (name: string, body: string) =>
    writeFileSync(join(server.directory.path, `bench-${name}.json`), body);
  const components = "/v1/organizations/bench-list/components";
  const list = "/v1/organizations/bench-list/incidents";
  const listed = await client.createComponents("bench-list", COMPONENTS);
  for (let n = 0; n < LISTED; n++) await client.send("POST", list, buildIncident(listed));
  const create = "/v1/organizations/bench-create/incidents";
  const incident = buildIncident(await client.createComponents("bench-create", COMPONENTS));
  const me = await client.send("GET", "/v1/me");
  respondWith("me", me);
  respondWith("components", await client.send("GET", components));
  respondWith("list", await client.send("GET", list));
  respondWith("create", await client.send("POST", create, incident));
  const headers = { "Content-Type": "application/json" };
  const sample = { status: 200, headers, body: me };
  const { adapterUrl: url } = await startStub()({ sample });

  let requests = 0;
  const uncached = (path: string) => () => `${path}?_=${++requests}`;
  const post = { method: "POST", status: 201 } as const;
  const newIncident = { ...post, path: create, body: JSON.stringify(incident) };
  const freshIncident = { ...post, ...(await seedFreshComponents(server, client)) };
  const affected = `${COMPONENTS} components`;
  const rows: [name: string, atLeast: number, Call, Call["path"], LoadedServer?][] = [
    ["GET /v1/me", 5, { path: "/v1/me" }, "/bench/me"],
    ["GET /v1/me, against the adapter alone", 0.1, { path: "/v1/me" }, "/", { url }],
    [`GET …/components, ${affected}`, 5, { path: components }, "/bench/components"],
    [`GET …/incidents, ${LISTED} with ${affected} each`, 3, { path: list }, "/bench/list"],
    ["GET …/incidents, not cached", 0.8, { path: uncached(list) }, uncached("/bench/list")],
    [`POST …/incidents, ${affected}`, 0.6, newIncident, "/bench/create"],
    ["POST …/incidents, each changing component statuses", 0.2, freshIncident, "/bench/create"],
  ];
  const figures: Figure[] = [];
  for (const [name, atLeast, call, path, reference = next] of rows) {
    const run = (target: LoadedServer, given: Call) => () =>
      load(target, given, { connections: CONNECTIONS, seconds });
    const measured = run(server, { ...call, cookie: client.cookie });
    const sides = { measured, reference: run(reference, { ...call, path }) };
    figures.push(await compareServers(rounds, { name, bound: { atLeast }, ...sides }));
  }
  return figures;
}

/** Returns the path and body of calls that create incidents for operational components. */
async function seedFreshComponents({ directory }: Server, client: BenchClient) {
  const [id] = await client.createComponents("bench-fresh", 1);
  const count = FRESH_COMPONENTS;
  const component = { id: COPY_ID, position: "1000 + n" };
  const change = { id: COPY_ID, component_id: "source.component_id || '-' || n" };
  copyRows(directory, "components", `source.id = '${id}'`, count, component);
  copyRows(directory, "component_status_changes", `component_id = '${id}'`, count, change);
  copyOrganization(directory, "bench-fresh", FRESH_ORGANIZATIONS);
  let used = 0;
  let number = 0;
  const nextComponentId = () => `${id}-${1 + (used++ % FRESH_COMPONENTS)}-o${number}`;
  return {
    path: () => {
      number = 1 + (Math.floor(used / FRESH_COMPONENTS) % FRESH_ORGANIZATIONS);
      return `/v1/organizations/bench-fresh-${number}/incidents`;
    },
    body: () => JSON.stringify(buildIncident(Array.from({ length: COMPONENTS }, nextComponentId))),
  };
}
