import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { type BenchClient, buildIncident, registerUser } from "./bench-client";
import { type Server, withServer } from "./bench-server";
import type { Benchmark, Figure, Plan } from "./figures";
import { compareServers, load, measureCpuShare, repeat } from "./load";
import { addMinutesSql, COPY_ID, copyRows } from "./seed";
import { startStub, type Stub } from "./stub";

const CONNECTIONS = 10;
const GROUPS = 6;
const COMPONENTS = 50;
const [FEW, SOME, MANY] = [10, 20, 1_000];
const POLLS_PER_SECOND = 1_000;
const POLLING_CONNECTIONS = 100;
const WRITES_PER_SECOND = 10;
const IDLE_SHARE = 0.05;
const MAX_CHECKS = 120;
const DAY_MINUTES = 24 * 60;
const PATHS = {
  "/status/{orgID}": "",
  "summary.json": "/api/v2/summary.json",
  "history.atom": "/history.atom",
};
const VARIANTS: Record<string, RequestOptions> = {
  "": {},
  ", compressed": { encoding: "br" },
  ", unchanged (304)": { isConditional: true },
};

type Setup = { server: Server; bare: Stub; plan: Plan };
type RequestOptions = {
  encoding?: string;
  isConditional?: boolean;
  duringMeasurement?: () => Promise<void>;
};

export default {
  title: "Public pages, against a bare server",
  measure: (plan) =>
    withServer(async (server) => {
      const client = await registerUser(server.url, "public@example.com");
      // Spreads the incidents over many days, so that each page lists a similar number.
      await seedOrganization(server, client, "bench-few", FEW, DAY_MINUTES);
      await seedOrganization(server, client, "bench-some", SOME, DAY_MINUTES / 2);
      await seedOrganization(server, client, "bench-many", MANY, DAY_MINUTES);
      await waitUntilIdle(server);
      const setup = { server, bare: startStub(), plan };
      return [...(await measurePages(setup, client)), await measurePolling(setup)];
    }),
} satisfies Benchmark;

async function measurePages(setup: Setup, client: BenchClient): Promise<Figure[]> {
  const measure = (target: string, options: RequestOptions, name = "") =>
    compareWithBare(setup, `/status/${target}`, { ...options, name });
  const relate = (name: string, one: Figure, other: Figure): Figure => ({
    ...{ name, value: one.value / other.value, bound: { atLeast: 0.8 } },
    detail: `${one.value.toFixed(2)} of the bare server’s rate, against ${other.value.toFixed(2)}`,
  });
  const encoding = "br";
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(PATHS))
    for (const [label, options] of Object.entries(VARIANTS))
      figures.push(await measure(`bench-some${path}`, options, name + label));
  for (const [name, path] of Object.entries(PATHS)) {
    const many = await measure(`bench-many${path}`, { encoding });
    const few = await measure(`bench-few${path}`, { encoding });
    const title = `${name} with ${MANY.toLocaleString("en")} incidents, relative to ${FEW}`;
    figures.push(relate(title, many, few));
  }
  const components = "/v1/organizations/bench-some/components";
  const { id } = (JSON.parse(await client.send("GET", components)) as { id: string }[])[0]!;
  let written = 0;
  const write = () => {
    const status = written++ % 2 === 0 ? "partial_outage" : "operational";
    return client.send("PATCH", `${components}/${id}`, { status });
  };
  const durationMs = setup.plan.seconds * 1_000;
  const duringMeasurement = () => repeat(1_000 / WRITES_PER_SECOND, durationMs, write);
  const burst = await measure("bench-some", { encoding, duringMeasurement });
  const idle = await measure("bench-some", { encoding });
  const title = `/status/{orgID} during ${WRITES_PER_SECOND} writes a second, relative to none`;
  return [...figures, relate(title, burst, idle)];
}

async function seedOrganization(
  { directory }: Server,
  client: BenchClient,
  id: string,
  incidents: number,
  minutesApart: number,
): Promise<void> {
  const path = `/v1/organizations/${id}`;
  const componentIds = await client.createComponents(id, COMPONENTS);
  for (let group = 0; group < GROUPS; group++)
    await client.send("POST", `${path}/component-groups`, {
      name: `Group ${group + 1}`,
      component_ids: componentIds.filter((_, index) => index % GROUPS === group),
    });
  const at = new Date().toISOString();
  const incident = { ...buildIncident(componentIds.slice(0, 3)), started_at: at, resolved_at: at };
  const incidentId = await client.create(`${path}/incidents`, incident);
  const copy = (table: string, where: string, changes: Record<string, string>) =>
    copyRows(directory, table, `${where} = '${incidentId}'`, incidents - 1, changes);
  const move = (column: string) => ({ [column]: addMinutesSql(column, `-${minutesApart} * n`) });
  const times = { ...move("started_at"), ...move("resolved_at"), ...move("created_at") };
  const updateTimes = { ...move("display_at"), ...move("created_at") };
  const incident_id = "source.incident_id || '-' || n";
  copy("incidents", "source.id", { id: COPY_ID, ...times });
  copy("incident_components", "incident_id", { incident_id });
  copy("incident_updates", "incident_id", { id: COPY_ID, incident_id, ...updateTimes });
  await client.send("POST", `${path}/components`, { name: "The last of all" });
}

async function compareWithBare(
  { server, bare, plan: { rounds, seconds } }: Setup,
  target: string,
  { name, encoding, isConditional = false, duringMeasurement }: RequestOptions & { name: string },
): Promise<Figure> {
  const accept = { "Accept-Encoding": encoding ?? "identity" };
  const { type, etag, body } = await waitUntilStable(server.url + target, accept);
  const headers = { ...accept, ...(isConditional && { "If-None-Match": etag }) };
  const status = isConditional ? 304 : 200;
  const sent = {
    ...{ "Content-Type": type, ETag: etag },
    ...(encoding && { "Content-Encoding": encoding }),
    ...(!isConditional && { "Content-Length": String(body.length) }),
  };
  const { url } = await bare({ sample: { status, headers: sent, body } });
  const run = async (to: string) => {
    const other = duringMeasurement?.();
    const call = { path: target, headers, status };
    const result = await load({ url: to }, call, { connections: CONNECTIONS, seconds });
    await other;
    return result;
  };
  const figure = await compareServers(Math.ceil(rounds / 3), {
    ...{ name: `${name}, relative to the bare server`, bound: { atLeast: 0.6 } },
    measured: () => run(server.url),
    reference: () => run(url),
  });
  return { ...figure, detail: `${figure.detail}; ${body.length.toLocaleString("en")} bytes` };
}

async function waitUntilStable(url: string, headers: Record<string, string>) {
  for (let before = ""; ; await sleep(300)) {
    // Unlike `fetch`, `request` does not decompress the body.
    const response = await request(url, { headers });
    const body = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
    const [type, etag] = [response.headers["content-type"], response.headers.etag].map(String);
    if (etag === before) return { type: type!, etag, body };
    before = etag!;
  }
}

async function waitUntilIdle({ cpuMs }: Server): Promise<void> {
  for (let checks = 0; checks < MAX_CHECKS; checks++)
    if ((await measureCpuShare(cpuMs, () => sleep(1_000))) <= IDLE_SHARE) return;
}

/** Measures the CPU time of polls that get 304, and compares it with that of a bare server. */
async function measurePolling({ server, bare, plan }: Setup): Promise<Figure> {
  const path = "/status/bench-some/api/v2/status.json";
  const { etag } = await waitUntilStable(server.url + path, {});
  await waitUntilIdle(server);
  const call = { path, headers: { "If-None-Match": etag }, status: 304 };
  const [connections, seconds] = [POLLING_CONNECTIONS, plan.seconds * 2];
  const poll = (url: string) =>
    load({ url }, call, { connections, seconds, perSecond: POLLS_PER_SECOND });
  const { url } = await bare({ sample: { status: 304, headers: { ETag: etag }, body: "" } });
  const readBare = async () => (await bare()).cpuMs;
  const least = await measureCpuShare(readBare, () => poll(url));
  const { cpuMs } = server;
  const idle = await measureCpuShare(cpuMs, () => sleep(seconds * 1_000));
  const busy = await measureCpuShare(cpuMs, () => poll(server.url));
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return {
    name:
      `CPU time of ${POLLS_PER_SECOND.toLocaleString("en")} conditional ` +
      "requests a second for status.json, as a share of one core",
    value: busy - idle,
    bound: { atMost: 0.1 },
    detail:
      `${percent(busy)} against ${percent(idle)} idle, ` +
      `${connections} connections; a bare server ${percent(least)}`,
  };
}
