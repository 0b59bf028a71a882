import { setTimeout as sleep } from "node:timers/promises";
import type { Bare, Sample } from "./bare-server";
import { type Child, startChild } from "./child";
import { type BenchClient, createBenchComponents, registerUser } from "./bench-client";
import type { Figure, Plan, Benchmark } from "./figures";
import { interleave, load } from "./load";
import { seedIncidents } from "./seed";
import { type Server, withServer } from "./bench-server";
import { compareRounds, median } from "./statistics";

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

type Target = { name: string; organization: string; path: string };
type RequestOptions = { encoding?: string; isConditional?: boolean };

export default {
  title: "Public pages, against a bare server",
  measure: (plan) =>
    withServer(async (server) => {
      const bare = startChild<Sample, Bare>("bare-server.ts");
      try {
        const client = await registerUser(server.url, "public@example.com");
        // Incidents spread over many days, so that pages list similar numbers of them.
        await seedOrganization(server, client, "bench-few", FEW, DAY_MINUTES);
        await seedOrganization(server, client, "bench-some", SOME, DAY_MINUTES / 2);
        await seedOrganization(server, client, "bench-many", MANY, DAY_MINUTES);
        await waitUntilIdle(server);
        const listTargets = (organization: string): Target[] => [
          { name: "/status/{orgID}", organization, path: "" },
          { name: "summary.json", organization, path: "/api/v2/summary.json" },
          { name: "history.atom", organization, path: "/history.atom" },
        ];
        const rounds = Math.ceil(plan.rounds / 3);
        const figures: Figure[] = [];
        const measure = (
          target: Target,
          requestOptions: RequestOptions,
          concurrentWork?: () => Promise<unknown>,
        ) =>
          compareWithBare(
            server,
            bare,
            { ...plan, rounds },
            target,
            requestOptions,
            concurrentWork,
          );
        for (const target of listTargets("bench-some")) {
          for (const [label, requestOptions] of Object.entries({
            "": {},
            ", compressed": { encoding: "br" },
            ", unchanged (304)": { isConditional: true },
          } satisfies Record<string, RequestOptions>)) {
            const { ratio, detail } = await measure(target, requestOptions);
            figures.push({
              name: `${target.name}${label}, relative to the bare server`,
              value: ratio,
              bound: { atLeast: 0.5 },
              detail,
            });
          }
        }
        for (const [few, many] of listTargets("bench-few").map(
          (target, index) => [target, listTargets("bench-many")[index]!] as const,
        )) {
          const [ours, theirs] = [
            await measure(many, { encoding: "br" }),
            await measure(few, { encoding: "br" }),
          ];
          figures.push({
            name: `${few.name} with ${MANY.toLocaleString("en")} incidents, relative to ${FEW}`,
            value: ours.ratio / theirs.ratio,
            bound: { atLeast: 0.9 },
            detail: `${ours.ratio.toFixed(2)} against ${theirs.ratio.toFixed(2)} of the bare server`,
          });
        }
        const [page] = listTargets("bench-some");
        const idle = await measure(page!, { encoding: "br" });
        const burst = await measure(page!, { encoding: "br" }, () =>
          writeRepeatedly(client, "bench-some", plan.seconds),
        );
        figures.push({
          name: `/status/{orgID} during ${WRITES_PER_SECOND} writes a second, relative to none`,
          value: burst.ratio / idle.ratio,
          bound: { atLeast: 0.9 },
          detail:
            `${burst.ratio.toFixed(2)} against ${idle.ratio.toFixed(2)} of the bare ` +
            "server, under the same writes",
        });
        figures.push(await measurePolling(server, bare, plan));
        return figures;
      } finally {
        bare.stop();
      }
    }),
} satisfies Benchmark;

async function seedOrganization(
  server: Server,
  client: BenchClient,
  id: string,
  incidents: number,
  minutesApart: number,
): Promise<void> {
  const componentIds = await createBenchComponents(client, id, COMPONENTS);
  for (let group = 0; group < GROUPS; group++) {
    const members = componentIds.filter((_, index) => index % GROUPS === group);
    await client.send("POST", `/v1/organizations/${id}/component-groups`, {
      name: `Group ${group + 1}`,
      component_ids: members,
    });
  }
  await seedIncidents(server.directory, id, componentIds.slice(0, 3), incidents, minutesApart);
  await client.send("POST", `/v1/organizations/${id}/components`, { name: "The last of all" });
}

async function compareWithBare(
  server: Server,
  bare: Child<Sample, Bare>,
  { rounds, seconds }: Plan,
  { organization, path }: Target,
  { encoding, isConditional: conditional = false }: RequestOptions,
  concurrentWork?: () => Promise<unknown>,
): Promise<{ ratio: number; detail: string }> {
  const target = `/status/${organization}${path}`;
  const accept = { "Accept-Encoding": encoding ?? "identity" };
  const sample = await waitUntilStable(server.url + target, accept);
  const headers: Record<string, string> = conditional
    ? { ...accept, "If-None-Match": sample.etag }
    : accept;
  const status = conditional ? 304 : 200;
  const sent = {
    "Content-Type": sample.type,
    ETag: sample.etag,
    ...(encoding && { "Content-Encoding": encoding }),
    ...(!conditional && { "Content-Length": String(sample.body.length) }),
  };
  const { url } = await bare.ask({ path: target, status, headers: sent, body: sample.body });
  const run = (to: string) => async () => {
    const other = concurrentWork?.();
    // Concurrent writes change the response.
    const result = await load(
      to,
      { path: target, headers, status },
      { connections: CONNECTIONS, seconds },
    );
    await other;
    return result;
  };
  const measured = await interleave(rounds, { bare: run(url), real: run(server.url) });
  const rates = (side: keyof typeof measured) => measured[side].map(({ perSecond }) => perSecond);
  const { ratio, least, greatest } = compareRounds(rates("real"), rates("bare"));
  return {
    ratio,
    detail:
      `${median(rates("real")).toFixed(0)}/s against ${median(rates("bare")).toFixed(0)}/s, ` +
      `${sample.body.length.toLocaleString("en")} bytes; rounds ${least.toFixed(2)}–${greatest.toFixed(2)}`,
  };
}

async function waitUntilStable(
  url: string,
  headers: Record<string, string>,
): Promise<{ type: string; etag: string; body: Uint8Array }> {
  for (let before = ""; ; await sleep(300)) {
    const response = await raw(url, headers);
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    if (response.etag === before) return response;
    before = response.etag;
  }
}

async function raw(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; type: string; etag: string; body: Uint8Array }> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          type: response.headers["content-type"]!,
          etag: response.headers.etag!,
          body: Buffer.concat(chunks),
        }),
      );
    }).on("error", reject);
  });
}

async function writeRepeatedly(
  client: BenchClient,
  organization: string,
  seconds: number,
): Promise<void> {
  const components = `/v1/organizations/${organization}/components`;
  const { id } = (JSON.parse(await client.send("GET", components)) as { id: string }[])[0]!;
  const startedAt = performance.now();
  for (let written = 0; performance.now() < startedAt + seconds * 1_000; written++) {
    await client.send("PATCH", `${components}/${id}`, {
      status: written % 2 === 0 ? "partial_outage" : "operational",
    });
    await sleep(
      Math.max(0, startedAt + ((written + 1) * 1_000) / WRITES_PER_SECOND - performance.now()),
    );
  }
}

async function share(server: Server, work: () => Promise<unknown>): Promise<number> {
  const [before, startedAt] = [server.processorMilliseconds() ?? 0, performance.now()];
  await work();
  return ((server.processorMilliseconds() ?? 0) - before) / (performance.now() - startedAt);
}

async function waitUntilIdle(server: Server): Promise<void> {
  for (
    let checks = 0;
    checks < MAX_CHECKS && (await share(server, () => sleep(1_000))) > IDLE_SHARE;
    checks++
  );
}

/** The bare server shows the cost of the connections alone. */
async function measurePolling(
  server: Server,
  bare: Child<Sample, Bare>,
  { seconds }: Plan,
): Promise<Figure> {
  const path = "/status/bench-some/api/v2/status.json";
  const { etag } = await waitUntilStable(server.url + path, {});
  await waitUntilIdle(server);
  const poll = (url: string) =>
    load(
      url,
      { path, headers: { "If-None-Match": etag }, status: 304 },
      { connections: POLLING_CONNECTIONS, seconds: seconds * 2, perSecond: POLLS_PER_SECOND },
    );
  const sample: Sample = { path, status: 304, headers: { ETag: etag }, body: new Uint8Array() };
  const { url, processorMilliseconds: before } = await bare.ask(sample);
  const startedAt = performance.now();
  await poll(url);
  const least =
    ((await bare.ask(sample)).processorMilliseconds - before) / (performance.now() - startedAt);
  const idle = await share(server, () => sleep(seconds * 2_000));
  const busy = await share(server, () => poll(server.url));
  return {
    name:
      `CPU time of ${POLLS_PER_SECOND.toLocaleString("en")} conditional ` +
      "requests a second for status.json, of one core",
    value: busy - idle,
    bound: { atMost: 0.1 },
    detail:
      `${(100 * busy).toFixed(1)} % against ${(100 * idle).toFixed(1)} % idle, ` +
      `${POLLING_CONNECTIONS} connections; a bare server ${(100 * least).toFixed(1)} %`,
  };
}
