import autocannon from "autocannon";
import { ApiClient, PASSWORD, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";

const LOGINS = 40;
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

test(
  "a client that sends wrong passwords over 100 connections at most triples the median login time of others",
  { tag: "@faults" },
  async ({ getServer }) => {
    const server = await getServer({
      PASSWORD_COST: "10",
      TRUST_PROXY: "loopback",
      LIMIT_LOGIN_FAILURES: "1000000",
    });
    const [{ user }, { user: victim }] = [await signUp(server.url), await signUp(server.url)];
    const medianLogin = async () => {
      const times: number[] = [];
      for (let index = 0; index < LOGINS; index++) {
        const startedAt = performance.now();
        const reply = await new ApiClient(server.url).post(
          "/v1/auth/login",
          { email: user!.email, password: PASSWORD },
          { "X-Forwarded-For": "203.0.113.2" },
        );
        expect(reply.status).toBe(200);
        times.push(performance.now() - startedAt);
      }
      return median(times);
    };
    await medianLogin();
    const alone = await medianLogin();
    const target = JSON.stringify({ email: victim!.email, password: "wrong password" });
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": "203.0.113.1" };
    let flood!: autocannon.Instance;
    const ended = new Promise<void>((resolve) => {
      const options = {
        url: `${server.url}/v1/auth/login`,
        method: "POST",
        connections: 100,
        duration: 600,
        timeout: 60,
        headers,
        body: target,
      } as const;
      flood = autocannon(options, () => resolve());
    });
    await new Promise<void>((resolve) => flood.once("response", () => resolve()));
    const medianUnderLoad = await medianLogin();
    flood.stop();
    await ended;
    expect(medianUnderLoad / alone).toBeLessThan(3);
  },
);
