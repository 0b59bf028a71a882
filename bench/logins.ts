import { BENCH_PASSWORD, registerUser } from "./bench-client";
import type { Benchmark } from "./figures";
import { type Call, interleave, load } from "./load";
import { withServer } from "./bench-server";
import { compareRounds, median, percentile } from "./statistics";

const CLIENTS = 8;
const CONNECTIONS = 2;

export default {
  title: `GET /v1/me while ${CLIENTS} clients log in without pause`,
  measure: ({ rounds, seconds }) =>
    withServer(async ({ url }) => {
      const { cookie } = await registerUser(url, "reader@example.com");
      const emails = Array.from({ length: CLIENTS }, (_, n) => `login-${n}@example.com`);
      for (const email of emails) await registerUser(url, email);

      const read = (duration: number) =>
        load(url, { path: "/v1/me", cookie }, { connections: CONNECTIONS, seconds: duration });
      // Separate accounts, because pending attempts count as failures.
      const logins = emails.map((email): Call => ({
        method: "POST",
        path: "/v1/auth/login",
        body: JSON.stringify({ email, password: BENCH_PASSWORD }),
      }));
      const loggedIn: number[] = [];
      const { idle, busy } = await interleave(rounds, {
        idle: () => read(seconds),
        busy: async () => {
          // The logins must last longer than the reads.
          const burst = load(url, logins, { connections: CLIENTS, seconds: seconds + 1 });
          await new Promise((resolve) => setTimeout(resolve, 500));
          const result = await read(seconds);
          loggedIn.push((await burst).perSecond);
          return result;
        },
      });
      const p99 = {
        idle: idle.map(({ latencies }) => percentile(latencies, 0.99)),
        busy: busy.map(({ latencies }) => percentile(latencies, 0.99)),
      };
      const { ratio, least, greatest } = compareRounds(p99.busy, p99.idle);
      return [
        {
          name: "p99 of GET /v1/me under logins, relative to idle",
          value: ratio,
          bound: { atMost: 3 },
          detail:
            `${median(p99.busy).toFixed(2)} ms against ${median(p99.idle).toFixed(2)} ` +
            `ms, ${CONNECTIONS} connections, ${median(loggedIn).toFixed(0)} logins/s; ` +
            `rounds ${least.toFixed(2)}–${greatest.toFixed(2)}`,
        },
      ];
    }),
} satisfies Benchmark;
