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

describe("a write with a cookie", () => {
  test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ["is accepted from a client that is not a browser", {}, {}, false],
    [
      "is accepted from the same origin",
      { "sec-fetch-site": "same-origin", origin: "https://status.example.com" },
      {},
      false,
    ],
    ["is accepted if the user entered the URL", { "sec-fetch-site": "none" }, {}, false],
    [
      "is rejected from another origin of the same site",
      { "sec-fetch-site": "same-site", origin: "https://evil.example.com" },
      {},
      true,
    ],
    [
      "is rejected from another site",
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      {},
      true,
    ],
    [
      "is rejected from another site without an Origin",
      { "sec-fetch-site": "cross-site" },
      {},
      true,
    ],
    [
      "is accepted from an old browser at the same origin",
      { origin: "https://status.example.com" },
      {},
      false,
    ],
    [
      "is rejected from an old browser at another origin",
      { origin: "https://evil.example" },
      {},
      true,
    ],
    [
      "is rejected from the same host with another protocol",
      { origin: "http://status.example.com" },
      {},
      true,
    ],
    ["is rejected from an opaque origin", { origin: "null" }, {}, true],
    [
      "is accepted from an origin in CORS_ORIGINS",
      { "sec-fetch-site": "cross-site", origin: "https://app.example.com" },
      listed,
      false,
    ],
    [
      "is accepted from an old browser at an origin in CORS_ORIGINS",
      { origin: "https://app.example.com" },
      listed,
      false,
    ],
    [
      "is rejected from an origin that only starts with one in CORS_ORIGINS",
      { origin: "https://app.example.com.evil.example" },
      listed,
      true,
    ],
    [
      "is accepted from BASE_URL behind a proxy that rewrites the host",
      { origin: "https://public.example.com" },
      { BASE_URL: "https://public.example.com" },
      false,
    ],
  ])("%s", async (_name, headers, settings, expected) =>
    expect(await isRejected(headers, settings)).toBe(expected),
  );
});
