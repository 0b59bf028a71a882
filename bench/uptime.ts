import { registerUser } from "./bench-client";
import { withServer } from "./bench-server";
import { type Benchmark, percentile } from "./figures";
import { load } from "./load";
import { addMinutesSql, COPY_ID, copyRows } from "./seed";

const COMPONENTS = 100;
const CHANGES = 1_000;
const DAYS = 90;
const MINUTES_APART = (DAYS * 24 * 60) / CHANGES;
const ORGANIZATION = "bench-uptime";
const PATH = `/v1/organizations/${ORGANIZATION}`;

export default {
  title: "Uptime",
  measure: ({ seconds }) =>
    withServer(async (server) => {
      const client = await registerUser(server.url, "uptime@example.com");
      const start = new Date(Date.now() - DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10);
      for (const id of await client.createComponents(ORGANIZATION, COMPONENTS))
        await client.send("PATCH", `${PATH}/components/${id}`, { start_date: start });
      await client.send("PATCH", PATH, { time_zone: "Europe/Berlin" });
      copyRows(server.directory, "component_status_changes", "1 = 1", CHANGES, {
        id: COPY_ID,
        status: "CASE n % 2 WHEN 0 THEN 'operational' ELSE 'major_outage' END",
        at: addMinutesSql("at", `-${MINUTES_APART} * n`),
      });
      const path = `${PATH}/uptime?days=${DAYS}`;
      const call = { path, cookie: client.cookie };
      const { latenciesMs } = await load(server, call, { connections: 1, seconds: seconds * 3 });
      return [
        {
          name: `GET …/uptime, ${COMPONENTS} components with ${CHANGES.toLocaleString("en")} changes`,
          value: percentile(latenciesMs, 0.5),
          unit: "ms",
          bound: { atMost: 60 },
          detail: `median of ${latenciesMs.length}; p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms`,
        },
      ];
    }),
} satisfies Benchmark;
