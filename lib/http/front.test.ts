import type { IncomingMessage } from "node:http";
import { expect, test, vi } from "vitest";

async function arrive(trustProxy: string, peer: string, headers: Record<string, string>) {
  vi.resetModules();
  vi.stubEnv("TRUST_PROXY", trustProxy);
  const { receive } = await import("./front");
  const request = { url: "/v1/me?token=x", headers: { ...headers }, socket: { remoteAddress: peer }, connection: { remoteAddress: peer } } as unknown as IncomingMessage;
  return { arrival: receive(request), headers: request.headers };
}

const spoofed = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https", "x-request-id": "from-the-client", "x-candor-client": "1.2.3.4", "x-candor-protocol": "https" };

test("without trusted proxies, nothing that a client says of itself is believed", async () => {
  const { arrival, headers } = await arrive("", "198.51.100.7", spoofed);
  expect(arrival).toEqual({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), clientAddress: "198.51.100.7", protocol: "http", path: "/v1/me" });
  expect(headers).toMatchObject({ "x-candor-client": "198.51.100.7", "x-candor-protocol": "http", "x-request-id": arrival.requestId });
});

test("a trusted proxy tells client, protocol and request id", async () => {
  const { arrival } = await arrive("loopback", "127.0.0.1", spoofed);
  expect(arrival).toEqual({ requestId: "from-the-client", clientAddress: "203.0.113.9", protocol: "https", path: "/v1/me" });
});

test("the client is the last address before the trusted ones", async () => {
  const { arrival } = await arrive("loopback,10.0.0.0/8", "127.0.0.1", { "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.1.2.3" });
  expect(arrival.clientAddress).toBe("203.0.113.9");
});

test("a request id that could break a log line is replaced", async () => {
  const { arrival } = await arrive("loopback", "127.0.0.1", { "x-request-id": 'x"\n{"level":50}' });
  expect(arrival.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["203.0.113.9:5001", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["[2001:DB8::1]:443", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["garbage", "127.0.0.1"],
])("a proxy's %s is the client %s, whatever its port and spelling", async (forwarded, client) => {
  const { arrival } = await arrive("loopback", "127.0.0.1", { "x-forwarded-for": forwarded });
  expect(arrival.clientAddress).toBe(client);
});

test("a method that a client names in a header is not believed, nor kept beside one that Next does not know", async () => {
  const { makeRoutable } = await import("./front");
  const ready = (method: string) => {
    const request = { method, url: "/v1/organizations", headers: { "x-candor-method": "PURGE" } } as unknown as IncomingMessage;
    expect(makeRoutable(request)).toBeNull();
    return { method: request.method, named: request.headers["x-candor-method"] };
  };
  expect(ready("GET")).toEqual({ method: "GET", named: undefined });
  expect(ready("OPTIONS")).toEqual({ method: "OPTIONS", named: undefined });
  expect(ready("TRACE")).toEqual({ method: "OPTIONS", named: "TRACE" });
});
