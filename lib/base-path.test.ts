import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** Imports modules that read the base path while they are loaded. */
async function importAt(basePath: string) {
  vi.stubEnv("BASE_PATH", basePath);
  vi.resetModules();
  const { env } = await import("./env");
  env.BASE_URL = "https://example.com";
  const [basePaths, links, site, paths, errors, openapi, cookies] = await Promise.all([
    import("./base-path"),
    import("./links"),
    import("./publishing/site"),
    import("./publishing/public-paths"),
    import("./errors"),
    import("./http/openapi"),
    import("./auth/session-cookie"),
  ]);
  const all = { env, ...basePaths, ...links, ...site, ...paths, ...errors };
  return { ...all, ...openapi, ...cookies };
}

test("links, cookies, and paths are under the base path", async () => {
  const at = await importAt("/status-app");
  expect(at.getBaseUrl()).toBe("https://example.com/status-app");
  expect(at.createInvitationLink("abc")).toBe(
    "https://example.com/status-app/invitation?token=abc",
  );
  expect(at.getWebhookDocsLink()).toBe("https://example.com/status-app/docs#webhooks");
  expect(at.getPageUrl("acme", null)).toBe("https://example.com/status-app/status/acme");
  expect(at.getProblemType("invalid")).toBe("/status-app/docs#problem-invalid");
  expect(at.createClearedCookie(false)).toContain("; Path=/status-app;");
  expect(at.buildDocument([]).servers).toEqual([{ url: "https://example.com/status-app" }]);
  delete at.env.BASE_URL;
  expect(at.buildDocument([]).servers).toEqual([{ url: "/status-app" }]);
});

test("the page of the organization in STATUS_HOME is at the base path", async () => {
  const { env, getPageUrl } = await importAt("/status-app");
  env.STATUS_HOME = "acme";
  expect(getPageUrl("acme", null)).toBe("https://example.com/status-app");
});

test("the URL of a status page contains the base path, except on a custom domain", async () => {
  const { createSite, getPagePath } = await importAt("/status-app");
  const own = createSite("acme", { host: null, base: getPagePath("acme") }, null);
  expect(own.origin + own.base).toBe("https://example.com/status-app/status/acme");
  expect(own.canonical).toBe("https://example.com/status-app/status/acme");
  const custom = createSite("acme", { host: "status.acme.example", base: "" }, null);
  expect(custom.origin + custom.base).toBe("https://status.acme.example");
});

test("under the base path, images are stored without an extension, and pages as index.html", async () => {
  const { getObjectName } = await importAt("/status-app");
  expect(getObjectName("/status-app/status/acme/logo")).toBe("status-app/status/acme/logo");
  expect(getObjectName("/status-app/logo")).toBe("status-app/logo");
  expect(getObjectName("/status-app/status/acme")).toBe("status-app/status/acme/index.html");
});

test.each([
  ["/status-app", "/"],
  ["/status-app/", "/"],
  ["/status-app/v1/me", "/v1/me"],
  ["/status-apps", null],
  ["/v1/me", null],
  ["/", null],
])("removeBasePath: with the base path /status-app, %s becomes %s", async (path, expected) => {
  const { removeBasePath } = await importAt("/status-app");
  expect(removeBasePath(path)).toBe(expected);
});

test("without a base path, URLs and paths stay unchanged", async () => {
  const { getBaseUrl, removeBasePath } = await importAt("");
  expect(getBaseUrl()).toBe("https://example.com");
  for (const path of ["/", "/v1/me", "//"]) expect(removeBasePath(path)).toBe(path);
});

test.each(["status-app", "/status-app/", "/", "/a b", "/../x"])(
  "BASE_PATH=%s is rejected",
  async (path) => {
    const { parseEnv } = await import("./env");
    expect(() => parseEnv({ BASE_PATH: path })).toThrow(/^BASE_PATH: /);
  },
);
