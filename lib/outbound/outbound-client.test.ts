import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import {
  MAX_RESPONSE_BYTES,
  MAX_REQUESTS_PER_HOST,
  type OutboundClient,
  createOutboundClient,
  type ResolveHostname,
  EXCERPT_LENGTH,
  getExcerpt,
  resolvePublicHostname,
} from "./outbound-client";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanUp) => cleanUp()));
});

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  cleanups.push(started.stop);
  return started;
}
function client(
  options: { allowPrivate?: boolean; resolve?: ResolveHostname } = {},
): OutboundClient {
  const created = createOutboundClient({ allowPrivate: true, ...options });
  cleanups.push(created.close);
  return created;
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
const call = (ms = 5_000) => ({ body: '{"a":1}', signal: AbortSignal.timeout(ms) });

describe("an outbound request", () => {
  test("sends JSON or a form and returns the response", async () => {
    const target = await receiver((_, response) =>
      response.writeHead(202, { "retry-after": "7", location: "/next" }).end("taken\0 in"),
    );
    const { post } = client();
    expect(await post(target.url, { ...call(), headers: { "webhook-id": "1" } })).toEqual({
      statusCode: 202,
      retryAfter: "7",
      location: "/next",
      text: "taken\0 in",
      excerpt: "",
    });
    await post(target.url, { ...call(), body: new URLSearchParams({ a: "b c" }) });
    expect(target.received[0]).toMatchObject({
      method: "POST",
      url: "/hook?token=sesame",
      body: '{"a":1}',
      headers: { "content-type": "application/json", "webhook-id": "1" },
    });
    expect(target.received[1]).toMatchObject({
      body: "a=b+c",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  test("with GET has the same SSRF guard and limits as with POST", async () => {
    const target = await receiver((_, response) =>
      response.end("x".repeat(MAX_RESPONSE_BYTES + 1)),
    );
    const { get } = client();
    const { statusCode, text } = await get(target.url, { signal: AbortSignal.timeout(5_000) });
    expect([statusCode, text.length]).toEqual([200, MAX_RESPONSE_BYTES]);
    expect(target.received[0]).toMatchObject({
      method: "GET",
      url: "/hook?token=sesame",
      body: "",
    });
    expect(target.received[0]!.headers).not.toHaveProperty("content-type");
    await expect(
      client({ allowPrivate: false }).get(target.url, { signal: AbortSignal.timeout(5_000) }),
    ).rejects.toThrow("must not point to a loopback address");
    expect(target.received).toHaveLength(1);
  });

  test("reuses connections", async () => {
    const target = await receiver((_, response) => response.end("ok"));
    const { post } = client();
    for (let i = 0; i < 20; i++) {
      await post(target.url, call());
      await pause();
    }
    expect(target.connections).toBe(1);
    await Promise.all(Array.from({ length: 200 }, () => post(target.url, call())));
    expect(target.connections).toBeLessThanOrEqual(MAX_REQUESTS_PER_HOST);
  });

  test("does not follow redirects", async () => {
    const inside = await receiver();
    const target = await receiver((_, response) =>
      response.writeHead(307, { location: inside.url }).end(),
    );
    expect(await client().post(target.url, call())).toMatchObject({ statusCode: 307 });
    expect(inside.received).toEqual([]);
  });

  test("is aborted if no response arrives before the timeout", async () => {
    const target = await receiver(() => undefined);
    const started = Date.now();
    await expect(client().post(target.url, call(300))).rejects.toThrow("The request timed out.");
    expect(Date.now() - started).toBeLessThan(2_000);
    await expect.poll(() => target.open).toBe(0);
  });

  test("is aborted if the response headers never end", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write(`x-${Date.now()}: y\r\n`), 20);
      socket.on("close", () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    await expect(
      client().post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, call(300)),
    ).rejects.toThrow("The request timed out.");
  });

  test("returns the status if the response body never ends", async () => {
    const target = await receiver((_, response) => void response.writeHead(200).write("startedAt"));
    expect(await client().post(target.url, call(300))).toMatchObject({
      statusCode: 200,
      text: "startedAt",
    });
    await expect.poll(() => target.open).toBe(0);
  });

  test("returns the status if the connection breaks during the body", async () => {
    const target = await receiver(
      (_, response) =>
        void response
          .writeHead(500, { "content-length": "100" })
          .write("startedAt", () => response.destroy()),
    );
    expect(await client().post(target.url, call())).toMatchObject({
      statusCode: 500,
      text: "startedAt",
    });
  });

  test("reads 64 KiB of an endless body and closes the connection", async () => {
    let sent = 0;
    const target = await receiver((_, response) => {
      const writeChunks = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once("drain", writeChunks);
      };
      writeChunks();
    });
    const started = Date.now();
    const response = await client().post(target.url, call());
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(response.text.length).toBe(MAX_RESPONSE_BYTES);
    // The excerpt is empty, because the response came from a private address.
    expect(response.excerpt).toBe("");
    await expect.poll(() => target.open).toBe(0);
    expect(sent).toBeLessThan(50_000_000);
  });

  test("does not decompress a response", async () => {
    const compressed = gzipSync(Buffer.alloc(50_000_000));
    const target = await receiver((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(compressed),
    );
    const before = process.memoryUsage().rss;
    expect(await client().post(target.url, call())).toMatchObject({
      statusCode: 200,
      text: "",
      excerpt: "",
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
    expect(target.received[0]!.headers["accept-encoding"]).toBe("identity");
  });

  test("ignores informational responses", async () => {
    const target = await receiver((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.writeHead(201).end("made");
    });
    expect(await client().post(target.url, call())).toMatchObject({
      statusCode: 201,
      text: "made",
    });
    target.respond = (_, response) => response.writeProcessing();
    await expect(client().post(target.url, call(200))).rejects.toThrow("The request timed out.");
  });

  test("is not sent if its signal is already aborted", async () => {
    const target = await receiver();
    await expect(
      client().post(target.url, { body: "{}", signal: AbortSignal.abort() }),
    ).rejects.toThrow("The request was canceled.");
    expect(target.received).toEqual([]);
  });
});

describe("at most 4 concurrent requests are sent to a host", () => {
  const slow = (headers: Record<string, string>) =>
    receiver((_, response) => setTimeout(() => response.writeHead(200, headers).end(), 20));

  test.each([
    ["that keeps connections alive", {}],
    ["that closes each connection", { connection: "close" }],
  ])("%s", async (_, headers) => {
    const target = await slow(headers);
    const { post } = client();
    const responses = await Promise.all(Array.from({ length: 40 }, () => post(target.url, call())));
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(target.received.length).toBe(40);
    expect(target.mostOpen).toBe(MAX_REQUESTS_PER_HOST);
  });

  test("across all ports", async () => {
    const [one, other] = [await slow({}), await slow({})];
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, one.open + other.open)), 1);
    const { post } = client();
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => post((index % 2 === 0 ? one : other).url, call())),
    );
    clearInterval(timer);
    expect(most).toBe(MAX_REQUESTS_PER_HOST);
  });

  test("and a request that waits too long for a connection is not sent", async () => {
    const target = await receiver((_, response) => void setTimeout(() => response.end(), 300));
    const { post } = client();
    const first = Array.from({ length: MAX_REQUESTS_PER_HOST }, () => post(target.url, call()));
    await expect(post(target.url, call(50))).rejects.toThrow(
      "Timed out waiting for a free connection to the host.",
    );
    await Promise.all(first);
    expect(target.received.length).toBe(MAX_REQUESTS_PER_HOST);
    expect(await post(target.url, call())).toMatchObject({ statusCode: 200 });
  });

  test("and a hanging host does not delay other hosts", async () => {
    const [hanging, quick] = [await receiver(() => undefined), await receiver()];
    const { post } = client({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const held = Array.from({ length: 8 }, () =>
      post(`http://hanging.example:${hanging.port}/`, call(400)).catch(() => undefined),
    );
    const started = Date.now();
    await post(`http://quick.example:${quick.port}/`, call());
    expect(Date.now() - started).toBeLessThan(300);
    await Promise.all(held);
  });
});

describe("the SSRF guard", () => {
  const resolving = (...results: string[][]): ResolveHostname & { lookups: number } => {
    const resolve = Object.assign(
      async () =>
        results[Math.min(resolve.lookups++, results.length - 1)]!.map((address) => ({
          address,
          family: address.includes(":") ? 6 : 4,
        })),
      { lookups: 0 },
    );
    return resolve;
  };

  test.each([
    [["127.0.0.1"], "The host name points to a loopback address, which is not allowed."],
    [["::1"], "The host name points to a loopback address, which is not allowed."],
    [
      ["10.1.2.3", "192.168.0.1"],
      "The host name points to a private address, which is not allowed.",
    ],
    [["169.254.169.254"], "The host name points to a link-local address, which is not allowed."],
    [["fd00:ec2::254"], "The host name points to a cloud metadata service, which is not allowed."],
    [
      ["::ffff:127.0.0.1"],
      "The host name points to an IPv4 address in IPv6 form, which is not allowed.",
    ],
    [
      ["64:ff9b::7f00:1"],
      "The host name points to an IPv4 address in IPv6 form, which is not allowed.",
    ],
    [["0.0.0.0"], "The host name points to an unspecified address, which is not allowed."],
    [["127.1"], "The host name points to an invalid address, which is not allowed."],
    [[], "The host name has no IP address."],
  ])("rejects a host name that resolves to %j", async (addresses, reason) => {
    const target = await receiver();
    await expect(
      client({ allowPrivate: false, resolve: resolving(addresses) }).post(
        `http://hook.example:${target.port}/`,
        call(),
      ),
    ).rejects.toMatchObject({
      message: reason,
      isPermanent: false,
    });
    expect(target.connections).toBe(0);
  });

  test("connects only to the allowed addresses of a host name", async () => {
    const target = await receiver();
    // 192.0.2.1 is blocked, so only the loopback address remains.
    const resolve = resolving(["192.0.2.1", "127.0.0.1"]);
    expect(
      await client({ resolve }).post(`http://hook.example:${target.port}/`, call()),
    ).toMatchObject({ statusCode: 200 });
  });

  test("resolves once per connection and connects to the validated address", async () => {
    const target = await receiver();
    const decoy = await startReceiver();
    await decoy.stop();
    // The second lookup returns a blocked address, which must not be used.
    const resolve = resolving(["127.0.0.1"], ["169.254.169.254"]);
    const { post } = client({ resolve });
    expect(await post(`http://hook.example:${target.port}/`, call())).toMatchObject({
      statusCode: 200,
    });
    expect(resolve.lookups).toBe(1);
    await pause();
    expect(await post(`http://hook.example:${target.port}/`, call())).toMatchObject({
      statusCode: 200,
    });
    expect(resolve.lookups).toBe(1);
    await expect(post(`http://hook.example:${decoy.port}/`, call())).rejects.toThrow(
      "points to a link-local address",
    );
    expect(resolve.lookups).toBe(2);
    expect(target.received.map(({ headers }) => headers.host)).toEqual([
      `hook.example:${target.port}`,
      `hook.example:${target.port}`,
    ]);
  });

  test("blocks loopback in every notation if private networks are not allowed", async () => {
    const target = await receiver();
    const { post } = client({ allowPrivate: false });
    for (const host of [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
    ]) {
      await expect(post(`http://${host}:${target.port}/`, call())).rejects.toMatchObject({
        isPermanent: true,
      });
    }
    expect(target.connections).toBe(0);
  });

  test("blocks metadata services even if private networks are allowed", async () => {
    for (const host of ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200"]) {
      await expect(client().post(`http://${host}/`, call())).rejects.toMatchObject({
        isPermanent: true,
      });
    }
  });
});

describe("an outbound error", () => {
  test("does not contain the path, query, or credentials of the URL", async () => {
    const stopped = await receiver();
    await stopped.stop();
    for (const url of [
      stopped.url,
      "http://name.invalid/hook?token=sesame",
      "https://user:sesame@hook.example/",
      "ftp://hook.example/sesame",
      "sesame",
      "http://127.0.0.1:22/sesame",
    ]) {
      const error = await client({
        resolve: async () =>
          Promise.reject(
            Object.assign(new Error("getaddrinfo ENOTFOUND sesame"), { code: "ENOTFOUND" }),
          ),
      })
        .post(url, call())
        .catch((error: Error) => error);
      expect((error as Error).message).toMatch(/^[A-Z][^\n]*\.$/);
      expect((error as Error).message).not.toContain("sesame");
    }
  });

  test("describes the cause of the failure", async () => {
    const stopped = await receiver();
    await stopped.stop();
    await expect(client().post(stopped.url, call())).rejects.toThrow("The connection was refused.");

    const invalidServer = createTcpServer((socket) =>
      socket.on("error", () => undefined).once("data", () => socket.end("sesame, open\r\n")),
    );
    await new Promise<void>((resolve) => invalidServer.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => invalidServer.close(resolve)));
    const { port } = invalidServer.address() as AddressInfo;
    await expect(client().post(`http://127.0.0.1:${port}/`, call())).rejects.toThrow(
      "The response is not valid HTTP.",
    );
    await expect(client().post(`https://127.0.0.1:${port}/`, call())).rejects.toThrow(
      "The TLS handshake failed.",
    );

    const closing = await receiver((request) => request.socket.destroy());
    await expect(client().post(closing.url, call())).rejects.toThrow(
      "The connection was closed before a response arrived.",
    );
  });
});

test("the excerpt of any response can be stored in the database", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      const excerpt = getExcerpt(new TextDecoder().decode(bytes));
      return excerpt.length <= EXCERPT_LENGTH && excerpt.isWellFormed() && !excerpt.includes("\0");
    }),
  );
  expect(getExcerpt("x".repeat(499) + "😀")).toBe("x".repeat(499));
  expect(getExcerpt("\0".repeat(600) + "after")).toBe("after");
});

describe("resolvePublicHostname", () => {
  test("stops waiting for a name server that does not answer, without the system's lookup", async () => {
    const silent = createSocket("udp4").bind(0, "127.0.0.1");
    await once(silent, "listening");
    cleanups.push(async () => void silent.close());
    const resolver = new Resolver({ timeout: 50, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    await expect(resolvePublicHostname("receiver.example", resolver)).rejects.toMatchObject({
      code: "EAI_AGAIN",
    });
  });

  test("uses the system's lookup for names without a dot", async () => {
    const addresses = await resolvePublicHostname("localhost");
    expect(addresses.map(({ address }) => address)).toContain("127.0.0.1");
  });
});
