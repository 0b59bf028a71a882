import { addComponent } from "../support/api";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";

const getPolicy = (headers: Headers) => headers.get("content-security-policy");
const request = (url: string, path: string, method = "GET", headers: Record<string, string> = {}) =>
  sendRawRequest(url, method, path, { headers, checked: false });

/** Paths of pages, the API, the health check, and static files, including invalid ones. */
const PATHS = [
  "/",
  "/docs",
  "/login",
  "/dashboard",
  "/nothing",
  "/healthz",
  "/v1/me",
  "/v1/nothing",
  "/v1",
  "/_next/nothing",
  "/_next/static/nothing.js",
  "/%E0%A4%A",
  "//docs",
  "/docs/",
];

test("every response has the security headers, and every HTML response a Content-Security-Policy", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  for (const path of [
    ...PATHS,
    `/status/${orgID}`,
    `/status/${orgID}/embed`,
    `/status/${orgID}/nothing`,
    `/status/${orgID}/history.atom`,
    `/status/unknown-${orgID}`,
  ]) {
    const { headers } = await request(server.url, path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe(
      path === "/login" ? "no-referrer" : "strict-origin-when-cross-origin",
    );
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
    expect(headers.has("strict-transport-security"), path).toBe(false);
    if (headers.get("content-type")?.startsWith("text/html"))
      expect(getPolicy(headers), path).toMatch(/default-src/);
  }
  expect(getPolicy((await request(server.url, `/status/${orgID}/embed`)).headers)).toMatch(
    /frame-ancestors \*(;|$)/,
  );
});

test("only responses to HTTPS requests have a Strict-Transport-Security header", async ({
  getServer,
}) => {
  const { url } = await getServer(LOW_LIMITS);
  for (const path of ["/docs", "/v1/me", "/status/unknown", "/nothing"]) {
    expect(
      (await request(url, path, "GET", { "X-Forwarded-Proto": "https" })).headers.get(
        "strict-transport-security",
      ),
      path,
    ).toBe("max-age=31536000");
    expect((await request(url, path)).headers.has("strict-transport-security"), path).toBe(false);
  }
});

test("a path that is not normalized redirects to the normalized one on this server", async ({
  server,
}) => {
  for (const [path, normal] of [
    ["//docs", "/docs"],
    ["/./docs?a=//b", "/docs?a=//b"],
    ["/docs/%2e%2E/dashboard", "/dashboard"],
    ["/_next/static/../../login", "/login"],
    ["/docs//", "/docs/"],
    ["//elsewhere.example/docs", "/elsewhere.example/docs"],
    ["/\\\\elsewhere.example", "/elsewhere.example"],
  ] as const) {
    const { status, headers } = await request(server.url, path);
    expect([path, status, headers.get("location")]).toEqual([path, 308, normal]);
  }
  for (const path of ["//dashboard", "/./v1/auth/logout"])
    expect((await request(server.url, path, "POST")).status, path).toBe(404);
  for (const [path, expected] of [
    ["/DASHBOARD", 404],
    ["/docs.", 404],
    ["/dashboard%2facme", 404],
    ["/%2fdocs", 404],
    ["/login%2F..%2fdocs", 404],
    ["/v1/%2e%2e/docs", 200],
    ["/v1/../docs", 200],
  ] as const) {
    const { status, headers } = await request(server.url, path);
    expect([path, status]).toEqual([path, expected]);
    expect(getPolicy(headers), path).toMatch(/script-src 'self' 'nonce-/);
  }
});

test("pages support only read methods: 405 for others, Server Actions included", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const action = {
    "Next-Action": "7f0000000000000000000000000000000000000000",
    Origin: server.url,
  };
  for (const path of [
    "/",
    "/docs",
    "/dashboard",
    `/dashboard/${orgID}`,
    "/login",
    "/nothing",
    "/healthz",
    "/readyz",
    `/status/${orgID}`,
    `/status/${orgID}/history`,
  ]) {
    for (const method of ["POST", "PUT", "DELETE", "PROPFIND"]) {
      for (const headers of [{}, form, action]) {
        const { status, headers: responseHeaders } = await request(
          server.url,
          path,
          method,
          headers,
        );
        expect([method, path, status, responseHeaders.get("allow")]).toEqual([
          method,
          path,
          405,
          "GET, HEAD",
        ]);
      }
    }
  }
  expect((await request(server.url, `/status/${orgID}/subscribe`, "POST", form)).status).toBe(400);
  expect((await request(server.url, "/docs", "GET", action)).status).toBe(200);
});

test("public operations reject a body of 70 kB with 413", async ({ server, ada, orgID }) => {
  await addComponent(ada, orgID);
  const large = "x".repeat(70_000);
  const json = { "Content-Type": "application/json" };
  for (const [method, path] of [
    ["POST", `/v1/organizations/${orgID}/subscriptions`],
    ["POST", "/v1/subscriptions/confirm"],
    ["PATCH", "/v1/subscription?token=x"],
    ["POST", "/v1/subscription/reactivate?token=x"],
  ] as const) {
    expect(
      (
        await sendRawRequest(server.url, method, path, {
          headers: json,
          body: JSON.stringify({ token: large }),
        })
      ).status,
      path,
    ).toBe(413);
  }
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(
    (
      await sendRawRequest(server.url, "POST", `/status/${orgID}/subscribe`, {
        headers: form,
        body: `email=${large}`,
        checked: false,
      })
    ).status,
  ).toBe(413);
});
