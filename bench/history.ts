import { formatTimeCursor } from "../lib/cursor";
import { createBenchComponents, registerUser } from "./bench-client";
import type { Figure, Benchmark } from "./figures";
import { interleave, load } from "./load";
import { seedIncidents } from "./seed";
import { withServer } from "./bench-server";
import { compareRounds, median, percentile } from "./statistics";

const SMALL = 100;
const LARGE = 100_000;
const BOUND = { atMost: 1.3 };

export default {
  title: `Time to list ${LARGE.toLocaleString("en")} incidents, relative to ${SMALL}`,
  measure: ({ rounds, seconds }) =>
    withServer(async ({ url, directory }) => {
      const client = await registerUser(url, "history@example.com");
      for (const [organization, incidents] of [
        ["small", SMALL],
        ["large", LARGE],
      ] as const) {
        await seedIncidents(
          directory,
          organization,
          await createBenchComponents(client, organization, 3),
          incidents,
        );
      }
      let requests = 0;
      const listPath = (organization: string) => `/v1/organizations/${organization}/incidents`;
      const uncached = (organization: string) => () => `${listPath(organization)}?_=${++requests}`;
      // Incidents are one minute apart, so the cursor is before the last hundred.
      const startedAt = new Date(Date.now() - (LARGE - SMALL) * 60_000);
      const cursor = formatTimeCursor({
        at: startedAt,
        id: "00000000-0000-0000-0000-000000000000",
      });
      const far = () => `${listPath("large")}?before=${cursor}&_=${++requests}`;

      const read = (path: string | (() => string)) => () =>
        load(url, { path, cookie: client.cookie }, { connections: 1, seconds });
      const measured = await interleave(rounds, {
        smallCached: read(listPath("small")),
        largeCached: read(listPath("large")),
        small: read(uncached("small")),
        large: read(uncached("large")),
        far: read(far),
      });
      const middle = (side: keyof typeof measured) =>
        measured[side].map(({ latencies }) => percentile(latencies, 0.5));
      const figure = (
        name: string,
        large: keyof typeof measured,
        small: keyof typeof measured,
      ): Figure => {
        const { ratio, least, greatest } = compareRounds(middle(large), middle(small));
        const detail =
          `${median(middle(large)).toFixed(2)} ms against ${median(middle(small)).toFixed(2)} ` +
          `ms; rounds ${least.toFixed(2)}–${greatest.toFixed(2)}`;
        return { name, value: ratio, bound: BOUND, detail };
      };
      return [
        figure("first page, not cached", "large", "small"),
        figure("first page, cached", "largeCached", "smallCached"),
        figure(
          "page after 99,900 incidents, not cached, relative to a first page of 100",
          "far",
          "small",
        ),
      ];
    }),
} satisfies Benchmark;
