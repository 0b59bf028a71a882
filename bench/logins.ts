import { setTimeout as sleep } from "node:timers/promises";
import { BENCH_PASSWORD, registerUser } from "./bench-client";
import { withServer } from "./bench-server";
import type { Benchmark } from "./figures";
import { type Call, compareServers, load } from "./load";

const CLIENTS = 8;
const CONNECTIONS = 2;

export default {
  title: `GET /v1/me while ${CLIENTS} clients sign in continuously`,
  measure: ({ rounds, seconds }) =>
    withServer(async (server) => {
      const { cookie } = await registerUser(server.url, "reader@example.com");
      const emails = Array.from({ length: CLIENTS }, (_, n) => `login-${n}@example.com`);
      for (const email of emails) await registerUser(server.url, email);
      let logins = 0;
      const logIn: Call = {
        method: "POST",
        path: "/v1/auth/login",
        body: () => JSON.stringify({ email: emails[logins++ % CLIENTS], password: BENCH_PASSWORD }),
      };
      const read = () =>
        load(server, { path: "/v1/me", cookie }, { connections: CONNECTIONS, seconds });
      const figure = await compareServers(rounds, {
        name: "p99 of GET /v1/me under logins, relative to idle",
        bound: { atMost: 3 },
        comparesLatencies: true,
        reference: read,
        measured: async () => {
          // The logins must last longer than the reads.
          const burst = load(server, logIn, { connections: CLIENTS, seconds: seconds + 1 });
          await sleep(500);
          const result = await read();
          await burst;
          return result;
        },
      });
      return [figure];
    }),
} satisfies Benchmark;
