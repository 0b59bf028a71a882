import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BenchClient,
  createBenchComponents,
  buildIncident,
  registerUser,
} from "./bench-client";
import type { Figure, Plan, Subject } from "./figures";
import { type Call, interleave, load } from "./load";
import { seedComponents } from "./seed";
import { type Server, withServer } from "./server";
import { compareRounds, median } from "./statistics";

const CONNECTIONS = 10;
const LISTED = 50;
const COMPONENTS = 3;
const FRESH_COMPONENTS = 30_000;

export const subject: Subject = {
  title: "Requests per second, against a bare handler",
  measure: (plan) =>
    withServer(async (server) => {
      const client = await registerUser(server.url, "throughput@example.com");
      const list = "/v1/organizations/bench-list/incidents";
      const listed = await createBenchComponents(client, "bench-list", COMPONENTS);
      for (let n = 0; n < LISTED; n++) await client.send("POST", list, buildIncident(listed));
      const create = "/v1/organizations/bench-create/incidents";
      const incident = buildIncident(
        await createBenchComponents(client, "bench-create", COMPONENTS),
      );

      setResponse(server, "me", await client.send("GET", "/v1/me"));
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
      let asked = 0;

      const body = JSON.stringify(incident);
      return [
        await against(
          server,
          client,
          plan,
          "GET /v1/me",
          { path: "/v1/me" },
          { path: "/v1/bench/me" },
          0.7,
        ),
        await against(
          server,
          client,
          plan,
          `GET …/incidents, ${LISTED} with ${COMPONENTS} components each`,
          { path: list },
          { path: "/v1/bench/list" },
          0.55,
        ),
        await against(
          server,
          client,
          plan,
          "the same, not cached",
          { path: () => `${list}?_=${++asked}` },
          { path: () => `/v1/bench/list?_=${++asked}` },
        ),
        await against(
          server,
          client,
          plan,
          `POST …/incidents, ${COMPONENTS} components`,
          { method: "POST", path: create, body, status: 201 },
          { method: "POST", path: "/v1/bench/create", body, status: 201 },
          0.25,
        ),
        await against(
          server,
          client,
          plan,
          "the same, each changing the status of its components",
          { method: "POST", path: fresh, body: createIncidentBody, status: 201 },
          { method: "POST", path: "/v1/bench/create", body: createIncidentBody, status: 201 },
        ),
      ];
    }),
};

function setResponse(server: Server, name: string, body: string): void {
  writeFileSync(join(server.directory.path, `bench-${name}.json`), body);
}

async function against(
  server: Server,
  { cookie }: BenchClient,
  plan: Plan,
  name: string,
  real: Call,
  bare: Call,
  atLeast?: number,
): Promise<Figure> {
  const run = (call: Call) => async () => {
    const before = server.processorMilliseconds();
    const result = await load(
      server.url,
      { ...call, cookie },
      { connections: CONNECTIONS, seconds: plan.seconds },
    );
    return {
      ...result,
      processor:
        before === null ? 0 : (server.processorMilliseconds()! - before) / result.latencies.length,
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
    theirs > 0
      ? `; CPU time ${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms (${(theirs / ours).toFixed(2)})`
      : "";
  return {
    name,
    value: ratio,
    bound: atLeast === undefined ? undefined : { atLeast },
    detail: `${rates}; rounds ${least.toFixed(2)}–${greatest.toFixed(2)}${processor}`,
  };
}
