import { describe, expect, test, vi } from "vitest";

async function isRejected(
  headers: Record<string, string>,
  settings: Record<string, string> = {},
): Promise<boolean> {
  vi.resetModules();
  for (const [name, value] of Object.entries({ CORS_ORIGINS: "", BASE_URL: "", ...settings }))
    vi.stubEnv(name, value);
  const { rejectCrossOriginWrite } = await import("./origin");
  const request = new Request("http://internal/v1/organizations", {
    method: "POST",
    headers: { host: "status.example.com", "x-candor-protocol": "https", ...headers },
  });
  try {
    rejectCrossOriginWrite(request);
    return false;
  } catch {
    return true;
  }
}

const listed = { CORS_ORIGINS: "https://app.example.com" };

describe("the same-origin check of a write with a cookie", () => {
  test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ["from a client that is not a browser", {}, {}, false],
    [
      "from the same origin",
      { "sec-fetch-site": "same-origin", origin: "https://status.example.com" },
      {},
      false,
    ],
    ["typed by the user", { "sec-fetch-site": "none" }, {}, false],
    [
      "from the same site",
      { "sec-fetch-site": "same-site", origin: "https://evil.example.com" },
      {},
      true,
    ],
    [
      "from another site",
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      {},
      true,
    ],
    ["from another site without an origin", { "sec-fetch-site": "cross-site" }, {}, true],
    ["from an old browser at the same origin", { origin: "https://status.example.com" }, {}, false],
    ["from an old browser at another origin", { origin: "https://evil.example" }, {}, true],
    ["from the same host with another protocol", { origin: "http://status.example.com" }, {}, true],
    ["from an opaque origin", { origin: "null" }, {}, true],
    [
      "from a listed origin",
      { "sec-fetch-site": "cross-site", origin: "https://app.example.com" },
      listed,
      false,
    ],
    ["from a listed origin, old browser", { origin: "https://app.example.com" }, listed, false],
    [
      "from an origin with a listed origin as prefix",
      { origin: "https://app.example.com.evil.example" },
      listed,
      true,
    ],
    [
      "from BASE_URL behind a proxy that rewrites the host",
      { origin: "https://public.example.com" },
      { BASE_URL: "https://public.example.com" },
      false,
    ],
  ])("%s", async (_name, headers, settings, expected) =>
    expect(await isRejected(headers, settings)).toBe(expected),
  );
});
