import type { IncomingMessage } from "node:http";
import { expect, test, vi } from "vitest";

async function load(trustProxy: string) {
  vi.resetModules();
  vi.stubEnv("TRUST_PROXY", trustProxy);
  return import("./incoming-request");
}

const createRequest = (peer: string, headers: Record<string, string>) =>
  ({
    url: "/v1/me?token=x",
    headers: { ...headers },
    socket: { remoteAddress: peer },
    connection: { remoteAddress: peer },
  }) as unknown as IncomingMessage;

async function identify(trustProxy: string, peer: string, headers: Record<string, string>) {
  const { identifyRequest } = await load(trustProxy);
  const request = createRequest(peer, headers);
  return { identity: identifyRequest(request), headers: request.headers };
}

const spoofed = {
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-proto": "https",
  "x-request-id": "from-the-client",
  "x-candor-client": "1.2.3.4",
  "x-candor-protocol": "https",
};

test("identifyRequest: ignores forwarding headers of untrusted peers", async () => {
  const { identity, headers } = await identify("", "198.51.100.7", spoofed);
  expect(identity).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    clientAddress: "198.51.100.7",
    protocol: "http",
    path: "/v1/me",
  });
  expect(headers).toMatchObject({
    "x-candor-client": "198.51.100.7",
    "x-candor-protocol": "http",
    "x-request-id": identity.requestId,
  });
});

test("identifyRequest: uses client, protocol, and request ID from a trusted proxy", async () => {
  const { identity } = await identify("loopback", "127.0.0.1", spoofed);
  expect(identity).toEqual({
    requestId: "from-the-client",
    clientAddress: "203.0.113.9",
    protocol: "https",
    path: "/v1/me",
  });
});

test("identifyRequest: the client is the last address before the trusted proxies", async () => {
  const { identity } = await identify("loopback,10.0.0.0/8", "127.0.0.1", {
    "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.1.2.3",
  });
  expect(identity.clientAddress).toBe("203.0.113.9");
});

test("identifyRequest: replaces a request ID with special characters", async () => {
  const { identity } = await identify("loopback", "127.0.0.1", {
    "x-request-id": 'x"\n{"level":50}',
  });
  expect(identity.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["203.0.113.9:5001", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["[2001:DB8::1]:443", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["garbage", "127.0.0.1"],
])("identifyRequest: normalizes the forwarded address %s to %s", async (forwarded, client) => {
  const { identity } = await identify("loopback", "127.0.0.1", { "x-forwarded-for": forwarded });
  expect(identity.clientAddress).toBe(client);
});

test.each([
  ["/v1/me", true],
  ["/v1/%C3%A9", true],
  ["/v1/%zz", false],
  ["/v1/%ff", false],
  ["*", false],
])("isDecodable: for the path %s, returns %s", async (path, isValid) => {
  const { isDecodable } = await import("./incoming-request");
  expect(isDecodable(path)).toBe(isValid);
});

test.each([
  ["/v1/me", "/v1/me"],
  ["/v1/me/", "/v1/me"],
  ["/v1/", "/v1"],
  ["/v1//me", "/v1/me"],
  ["/v1\\me", "/v1/me"],
  ["/v1/%2e%2e/v1/./me", "/v1/me"],
  ["/login/", "/login/"],
  ["//evil.example/", "/evil.example/"],
])("normalizePath: %s becomes %s", async (path, expected) => {
  const { normalizePath } = await import("./incoming-request");
  expect(normalizePath(path)).toBe(expected);
});

test("identifyRequest: warns about forwarding headers once per untrusted peer, for 100 peers at most", async () => {
  const { identifyRequest } = await load("10.0.0.1");
  const { log } = await import("@/lib/log");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const from = (peer: string, headers: Record<string, string> = spoofed) =>
    identifyRequest(createRequest(peer, headers));
  from("10.0.0.1");
  from("10.0.0.2", {});
  expect(warn).not.toHaveBeenCalled();
  for (const peer of ["10.0.0.2", "10.0.0.2", "::ffff:10.0.0.2"]) from(peer);
  from("2001:db8::1", { "x-forwarded-proto": "https" });
  expect(warn.mock.calls).toEqual([
    [
      { peer: "10.0.0.2" },
      "X-Forwarded-For from 10.0.0.2 is ignored: set TRUST_PROXY=10.0.0.2 if it is your proxy",
    ],
    [
      { peer: "2001:db8::1" },
      "X-Forwarded-Proto from 2001:db8::1 is ignored: set TRUST_PROXY=2001:db8::1 if it is your proxy",
    ],
  ]);
  for (let host = 0; host < 200; host++) from(`10.1.0.${host}`);
  expect(warn).toHaveBeenCalledTimes(100);
  vi.restoreAllMocks();
});

test.each<[string, Record<string, string>, boolean]>([
  ["127.0.0.1", {}, true],
  ["::1", {}, true],
  ["::ffff:127.0.0.1", {}, true],
  ["127.0.0.1", { "x-forwarded-for": "203.0.113.9" }, false],
  ["127.0.0.1", { forwarded: "for=203.0.113.9" }, false],
  ["127.0.0.1", { via: "1.1 proxy" }, false],
  ["198.51.100.7", { "x-candor-local": "1" }, false],
])("getClient: for a request from %s with %o, `isLocal` is %s", async (peer, headers, isLocal) => {
  const { identifyRequest, getClient } = await load("");
  const request = createRequest(peer, headers);
  identifyRequest(request);
  expect(getClient(new Headers(request.headers as Record<string, string>)).isLocal).toBe(isLocal);
});
