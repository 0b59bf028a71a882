import { ApiClient, PASSWORD, signUp, uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";
import {
  expectInvalid,
  expectPlainText,
  expectProblem,
  TEXTS,
} from "../support/expected-responses";

const createForwardedHeader = (address: string) => ({ "X-Forwarded-For": address });
const LIMITED = {
  LIMIT_REGISTRATIONS: "2",
  LIMIT_CLIENT_REQUESTS_PER_SECOND: "1",
  TRUST_PROXY: "loopback",
};

test.describe("a body of more than 8 kB", { tag: "@one-engine" }, () => {
  const long = "x".repeat(8_192);
  const publicCalls: [path: string, body: Record<string, string>][] = [
    ["/v1/auth/register", { email: "a@example.com", password: long, name: "Ada" }],
    ["/v1/auth/login", { email: "a@example.com", password: long }],
    ["/v1/auth/password-reset", { email: long }],
    ["/v1/auth/password-reset/confirm", { token: long, password: PASSWORD }],
    ["/v1/me/email/confirm", { token: long }],
  ];
  for (const [path, body] of publicCalls) {
    test(`in POST ${path} returns 413`, async ({ server }) => {
      expectProblem(await new ApiClient(server.url).post(path, body), 413);
    });
  }

  const ownCalls: [method: string, path: string, body: Record<string, string>][] = [
    ["PUT", "/v1/me/password", { current_password: long, new_password: PASSWORD }],
    ["POST", "/v1/me/email", { email: "a@example.com", password: long }],
    ["PATCH", "/v1/me", { name: long }],
    ["DELETE", "/v1/me", { password: long }],
  ];
  for (const [method, path, body] of ownCalls) {
    test(`in ${method} ${path} returns 413, or 401 without a session`, async ({ server, ada }) => {
      expectProblem(await ada.call(method, path, { body }), 413);
      expect((await new ApiClient(server.url).call(method, path, { body })).status).toBe(401);
    });
  }
});

test("a password over 72 bytes: register returns 400, login 401", async ({ server, ada }) => {
  const client = new ApiClient(server.url);
  for (const password of ["x".repeat(73), "x".repeat(7_000)]) {
    expectInvalid(
      await client.post("/v1/auth/register", { email: uniqueEmail(), password, name: "Ada" }),
      "password",
    );
    expectPlainText(
      await client.post("/v1/auth/login", { email: ada.user!.email, password }),
      401,
      TEXTS.badCredentials,
    );
  }
});

test(
  "login takes about the same time for a password over 72 bytes and a wrong password",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const server = await getServer({ PASSWORD_COST: "10", LIMIT_LOGIN_FAILURES: "1000" });
    const { user } = await signUp(server.url);
    const client = new ApiClient(server.url);
    const time = async (password: string) => {
      const startedAt = performance.now();
      expect((await client.post("/v1/auth/login", { email: user!.email, password })).status).toBe(
        401,
      );
      return performance.now() - startedAt;
    };
    await time("wrong password");
    let [wrong, long] = [Infinity, Infinity];
    const ratio = () => long / wrong;
    // Compares minimums because load on the machine only adds time.
    for (let round = 1; round <= 30 && !(round > 5 && ratio() > 0.6 && ratio() < 1.6); round++) {
      wrong = Math.min(wrong, await time("wrong password"));
      long = Math.min(long, await time("x".repeat(7_000)));
    }
    expect(ratio()).toBeGreaterThan(0.6);
    expect(ratio()).toBeLessThan(1.6);
  },
);

test.describe("registrations", { tag: "@one-engine" }, () => {
  const register = (url: string, headers?: Record<string, string>) =>
    new ApiClient(url).post(
      "/v1/auth/register",
      { email: uniqueEmail(), password: PASSWORD, name: "Ada" },
      headers,
    );

  test("from one client beyond the hourly limit return 429; an IPv6 /64 counts as one client", async ({
    getServer,
  }) => {
    const server = await getServer(LIMITED);
    for (const client of ["2001:db8:1:2::1", "2001:db8:1:2::2"])
      expect((await register(server.url, createForwardedHeader(client))).status).toBe(201);
    const refused = await register(server.url, createForwardedHeader("2001:db8:1:2:ffff::3"));
    expectProblem(refused, 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect((await register(server.url, createForwardedHeader("2001:db8:1:3::1"))).status).toBe(201);
    expect(
      (await register(server.url, { Forwarded: "for=203.0.113.1" })).status,
      "a loopback client with a Forwarded header has its own limit",
    ).toBe(201);
  });

  test("from local clients are limited only if they have forwarding headers", async ({
    getServer,
  }) => {
    const server = await getServer({ LIMIT_REGISTRATIONS: "1" });
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(server.url)));
    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    const forwarded = [
      await register(server.url, createForwardedHeader("203.0.113.1")),
      await register(server.url, { Forwarded: "for=203.0.113.1" }),
    ];
    expect(forwarded.map(({ status }) => status)).toEqual([201, 429]);
  });
});

test(
  "requests of a client beyond the limit return 429 with RateLimit headers; public reads and " +
    "local clients are exempt",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const { url } = await getServer(LIMITED);
    const client = new ApiClient(url);
    const read = (headers = {}) => client.call("GET", "/v1/me", { headers });
    const proxied = createForwardedHeader("198.51.100.7");
    const replies = await Promise.all(Array.from({ length: 12 }, () => read(proxied)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(401),
      429,
      429,
    ]);
    const refused = replies.find(({ status }) => status === 429)!;
    expectProblem(refused, 429);
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|10)$/);
    expect(refused.headers.get("ratelimit-policy")).toBe('"client";q=10;w=10');
    expect(refused.headers.get("ratelimit")).toMatch(/^"client";r=0;t=([1-9]|10)$/);

    const version = await client.call("GET", "/v1/version", { headers: proxied });
    expect([version.status, version.headers.get("ratelimit")]).toEqual([200, null]);
    expect((await read()).status, "a local client").toBe(401);
  },
);
