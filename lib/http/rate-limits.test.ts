import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { RateLimits } from "./rate-limits";

const before = { ...limits };
beforeAll(() => {
  limits.clientRequestsPerSecond = 2;
  limits.organizationRequestsPerSecond = 3;
});
afterAll(() => void Object.assign(limits, before));

const START = Date.UTC(2026, 0, 1);

function send(ipAddress: string, seconds = 0, isLocal = false, organization?: string) {
  const now = new Date(START + seconds * 1000);
  const request = new RateLimits({ ipAddress, userAgent: "", isLocal }, now);
  const headers = new Headers();
  let error: unknown = null;
  try {
    request.countForClient();
    if (organization !== undefined) request.countForOrganization(organization);
  } catch (thrown) {
    error = thrown;
  }
  request.addHeaders(headers);
  return { error, headers: Object.fromEntries(headers) };
}

describe("rate limits", () => {
  test("allow a burst of 10 seconds' worth of requests, then reject requests until the next window", () => {
    for (let sent = 0; sent < 20; sent++) expect(send("203.0.113.1").error).toBeNull();
    expect(send("203.0.113.1", 4.2)).toEqual({
      error: expect.objectContaining({
        status: 429,
        detail: expect.stringContaining("at most 2 per second"),
        extra: { headers: { "Retry-After": "6" } },
      }),
      headers: { "ratelimit-policy": '"client";q=20;w=10', ratelimit: '"client";r=0;t=6' },
    });
    expect(send("203.0.113.2", 4.2).error, "another client").toBeNull();
    expect(send("203.0.113.1", 10).headers.ratelimit).toBe('"client";r=19;t=10');
  });

  test("start over if the clock was set back", () => {
    for (let sent = 0; sent < 21; sent++) send("203.0.113.9", 3_600);
    expect(send("203.0.113.9", 3_600).error).not.toBeNull();
    expect(send("203.0.113.9", 0).headers.ratelimit).toBe('"client";r=19;t=10');
  });

  test("count all addresses of an IPv6 /64 network as one client", () => {
    for (let host = 1; host <= 20; host++) send(`2001:db8::${host}`);
    expect(send("2001:db8::ffff").error).not.toBeNull();
    expect(send("2001:db8:0:1::1").error).toBeNull();
  });

  test("count the requests of all clients to an organization together", () => {
    const results = Array.from({ length: 31 }, (_, index) =>
      send(`198.51.100.${index}`, 0, false, "acme"),
    );
    expect(results.map(({ error }) => error === null)).toEqual([...Array(30).fill(true), false]);
    expect(results[29]!.headers).toEqual({
      "ratelimit-policy": '"client";q=20;w=10, "organization";q=30;w=10',
      ratelimit: '"client";r=19;t=10, "organization";r=0;t=10',
    });
    expect(send("198.51.100.40", 0, false, "other").error).toBeNull();
  });

  test("do not apply to clients on this machine", () => {
    for (let sent = 0; sent < 50; sent++)
      expect(send("127.0.0.1", 0, true, "local")).toEqual({ error: null, headers: {} });
  });
});
