import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { ANSWER_BYTES, CALLS_PER_HOST, type Client, createClient, type Resolve, START_LENGTH, startOf } from "./client";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  ends.push(started.stop);
  return started;
}
function client(options: { allowPrivate?: boolean; resolve?: Resolve } = {}): Client {
  const made = createClient({ allowPrivate: true, ...options });
  ends.push(made.close);
  return made;
}
/** Until a connection that has just answered is free again. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
const call = (ms = 5_000) => ({ body: '{"a":1}', signal: AbortSignal.timeout(ms) });

describe("a call", () => {
  test("posts JSON, or a form, and brings the answer", async () => {
    const there = await receiver((_, response) => response.writeHead(202, { "retry-after": "7" }).end("taken\0 in"));
    const { post } = client();
    expect(await post(there.url, { ...call(), headers: { "webhook-id": "1" } })).toEqual({ statusCode: 202, retryAfter: "7", text: "taken\0 in", start: "taken in" });
    await post(there.url, { ...call(), body: new URLSearchParams({ a: "b c" }) });
    expect(there.received[0]).toMatchObject({ method: "POST", url: "/hook?token=sesame", body: '{"a":1}', headers: { "content-type": "application/json", "webhook-id": "1" } });
    expect(there.received[1]).toMatchObject({ body: "a=b+c", headers: { "content-type": "application/x-www-form-urlencoded" } });
  });

  test("fetches, with the same fence and the same bounds", async () => {
    const there = await receiver((_, response) => response.end("x".repeat(ANSWER_BYTES + 1)));
    const { get } = client();
    const { statusCode, text } = await get(there.url, { signal: AbortSignal.timeout(5_000) });
    expect([statusCode, text.length]).toEqual([200, ANSWER_BYTES]);
    expect(there.received[0]).toMatchObject({ method: "GET", url: "/hook?token=sesame", body: "" });
    expect(there.received[0]!.headers).not.toHaveProperty("content-type");
    await expect(client({ allowPrivate: false }).get(there.url, { signal: AbortSignal.timeout(5_000) })).rejects.toThrow("must not lead to a loopback address");
    expect(there.received).toHaveLength(1);
  });

  test("uses its connections again", async () => {
    const there = await receiver((_, response) => response.end("ok"));
    const { post } = client();
    for (let i = 0; i < 20; i++) {
      await post(there.url, call());
      await pause();
    }
    expect(there.connections).toBe(1);
    await Promise.all(Array.from({ length: 200 }, () => post(there.url, call())));
    expect(there.connections).toBeLessThanOrEqual(CALLS_PER_HOST);
  });

  test("does not follow redirects", async () => {
    const inside = await receiver();
    const there = await receiver((_, response) => response.writeHead(307, { location: inside.url }).end());
    expect(await client().post(there.url, call())).toMatchObject({ statusCode: 307 });
    expect(inside.received).toEqual([]);
  });

  test("is cut when nothing comes in time", async () => {
    const there = await receiver(() => undefined);
    const started = Date.now();
    await expect(client().post(there.url, call(300))).rejects.toThrow("No answer came in time.");
    expect(Date.now() - started).toBeLessThan(2_000);
    await expect.poll(() => there.open).toBe(0);
  });

  test("is cut when headers never end", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write(`x-${Date.now()}: y\r\n`), 20);
      socket.on("close", () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => new Promise((resolve) => server.close(resolve)));
    await expect(client().post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, call(300))).rejects.toThrow("No answer came in time.");
  });

  test("counts by its status when the body never ends", async () => {
    const there = await receiver((_, response) => void response.writeHead(200).write("begun"));
    expect(await client().post(there.url, call(300))).toMatchObject({ statusCode: 200, text: "begun" });
    await expect.poll(() => there.open).toBe(0);
  });

  test("counts by its status when the connection breaks in the body", async () => {
    const there = await receiver((_, response) => void response.writeHead(500, { "content-length": "100" }).write("begun", () => response.destroy()));
    expect(await client().post(there.url, call())).toMatchObject({ statusCode: 500, text: "begun" });
  });

  test("reads 64 KiB of an endless body and hangs up", async () => {
    let sent = 0;
    const there = await receiver((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const started = Date.now();
    const answer = await client().post(there.url, call());
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(answer.text.length).toBe(ANSWER_BYTES);
    expect(answer.start).toBe("x".repeat(START_LENGTH));
    await expect.poll(() => there.open).toBe(0);
    expect(sent).toBeLessThan(50_000_000);
  });

  test("does not open what is compressed", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const there = await receiver((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const before = process.memoryUsage().rss;
    expect(await client().post(there.url, call())).toMatchObject({ statusCode: 200, text: "", start: "" });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
    expect(there.received[0]!.headers["accept-encoding"]).toBe("identity");
  });

  test("ignores what is only informational", async () => {
    const there = await receiver((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.writeHead(201).end("made");
    });
    expect(await client().post(there.url, call())).toMatchObject({ statusCode: 201, text: "made" });
    there.answer = (_, response) => response.writeProcessing();
    await expect(client().post(there.url, call(200))).rejects.toThrow("No answer came in time.");
  });

  test("is called off with its signal before it begins", async () => {
    const there = await receiver();
    await expect(client().post(there.url, { body: "{}", signal: AbortSignal.abort() })).rejects.toThrow("The attempt was called off.");
    expect(there.received).toEqual([]);
  });
});

describe("at most 4 calls at once reach a host", () => {
  const slow = (headers: Record<string, string>) => receiver((_, response) => setTimeout(() => response.writeHead(200, headers).end(), 20));

  test.each([
    ["that keeps connections", {}],
    ["that closes each connection", { connection: "close" }],
  ])("%s", async (_, headers) => {
    const there = await slow(headers);
    const { post } = client();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(there.url, call())));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(there.received.length).toBe(40);
    expect(there.mostOpen).toBe(CALLS_PER_HOST);
  });

  test("on whatever ports", async () => {
    const [one, other] = [await slow({}), await slow({})];
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, one.open + other.open)), 1);
    const { post } = client();
    await Promise.all(Array.from({ length: 24 }, (_, index) => post((index % 2 === 0 ? one : other).url, call())));
    clearInterval(watch);
    expect(most).toBe(CALLS_PER_HOST);
  });

  test("and who waits too long for a place leaves without a trace", async () => {
    const there = await receiver((_, response) => void setTimeout(() => response.end(), 300));
    const { post } = client();
    const first = Array.from({ length: CALLS_PER_HOST }, () => post(there.url, call()));
    await expect(post(there.url, call(50))).rejects.toThrow("All connections to the host were busy.");
    await Promise.all(first);
    expect(there.received.length).toBe(CALLS_PER_HOST);
    expect(await post(there.url, call())).toMatchObject({ statusCode: 200 });
  });

  test("and a host that hangs holds up no other", async () => {
    const [hanging, quick] = [await receiver(() => undefined), await receiver()];
    const { post } = client({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const held = Array.from({ length: 8 }, () => post(`http://hanging.example:${hanging.port}/`, call(400)).catch(() => undefined));
    const started = Date.now();
    await post(`http://quick.example:${quick.port}/`, call());
    expect(Date.now() - started).toBeLessThan(300);
    await Promise.all(held);
  });
});

describe("the fence", () => {
  const answering = (...answers: string[][]): Resolve & { asked: number } => {
    const resolve = Object.assign(
      async () => answers[Math.min(resolve.asked++, answers.length - 1)]!.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      { asked: 0 },
    );
    return resolve;
  };

  test.each([
    [["127.0.0.1"], "a loopback address"],
    [["::1"], "a loopback address"],
    [["10.1.2.3", "192.168.0.1"], "a private address"],
    [["169.254.169.254"], "a link-local address"],
    [["fd00:ec2::254"], "a metadata service"],
    [["::ffff:127.0.0.1"], "an IPv4 address in IPv6 form"],
    [["64:ff9b::7f00:1"], "an IPv4 address in IPv6 form"],
    [["0.0.0.0"], "no particular address"],
    [["127.1"], "no address"],
    [[], "no address"],
  ])("refuses a name that leads to %j", async (addresses, words) => {
    const there = await receiver();
    await expect(client({ allowPrivate: false, resolve: answering(addresses) }).post(`http://hook.example:${there.port}/`, call())).rejects.toMatchObject({
      message: `The host name leads to ${words}, which is not called.`,
      permanent: false,
    });
    expect(there.connections).toBe(0);
  });

  test("connects to none but the judged addresses of a name", async () => {
    const there = await receiver();
    // 192.0.2.1 is refused; of the two only the loopback address is left to connect to.
    const resolve = answering(["192.0.2.1", "127.0.0.1"]);
    expect(await client({ resolve }).post(`http://hook.example:${there.port}/`, call())).toMatchObject({ statusCode: 200 });
  });

  test("asks once per connection: the address that was judged is the one that is connected to", async () => {
    const there = await receiver();
    const decoy = await startReceiver();
    await decoy.stop();
    // First an address that is allowed, then one that is not: nobody ever sees the second.
    const resolve = answering(["127.0.0.1"], ["169.254.169.254"]);
    const { post } = client({ resolve });
    expect(await post(`http://hook.example:${there.port}/`, call())).toMatchObject({ statusCode: 200 });
    expect(resolve.asked).toBe(1);
    await pause();
    expect(await post(`http://hook.example:${there.port}/`, call())).toMatchObject({ statusCode: 200 });
    expect(resolve.asked).toBe(1);
    // A new connection is judged anew.
    await expect(post(`http://hook.example:${decoy.port}/`, call())).rejects.toThrow("leads to a link-local address");
    expect(resolve.asked).toBe(2);
    expect(there.received.map(({ headers }) => headers.host)).toEqual([`hook.example:${there.port}`, `hook.example:${there.port}`]);
  });

  test("with private networks not allowed, loopback is out of reach in every spelling", async () => {
    const there = await receiver();
    const { post } = client({ allowPrivate: false });
    for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"]) {
      await expect(post(`http://${host}:${there.port}/`, call())).rejects.toMatchObject({ permanent: true });
    }
    expect(there.connections).toBe(0);
  });

  test("metadata is out of reach with private networks allowed", async () => {
    for (const host of ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200"]) {
      await expect(client().post(`http://${host}/`, call())).rejects.toMatchObject({ permanent: true });
    }
  });
});

describe("a reason", () => {
  test("names nothing of the URL's path, query or credentials", async () => {
    const gone = await receiver();
    await gone.stop();
    for (const url of [gone.url, "http://name.invalid/hook?token=sesame", "https://user:sesame@hook.example/", "ftp://hook.example/sesame", "sesame", "http://127.0.0.1:22/sesame"]) {
      const error = await client({ resolve: async () => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND sesame"), { code: "ENOTFOUND" })) })
        .post(url, call())
        .catch((error: Error) => error);
      expect((error as Error).message).toMatch(/^[A-Z][^\n]*\.$/);
      expect((error as Error).message).not.toContain("sesame");
    }
  });

  test("says what the matter is", async () => {
    const gone = await receiver();
    await gone.stop();
    await expect(client().post(gone.url, call())).rejects.toThrow("The connection was refused.");

    const rude = createTcpServer((socket) => socket.on("error", () => undefined).once("data", () => socket.end("sesame, open\r\n")));
    await new Promise<void>((resolve) => rude.listen(0, "127.0.0.1", resolve));
    ends.push(() => new Promise((resolve) => rude.close(resolve)));
    const { port } = rude.address() as AddressInfo;
    await expect(client().post(`http://127.0.0.1:${port}/`, call())).rejects.toThrow("The answer is not HTTP.");
    await expect(client().post(`https://127.0.0.1:${port}/`, call())).rejects.toThrow("TLS could not be agreed on.");

    const closing = await receiver((request) => request.socket.destroy());
    await expect(client().post(closing.url, call())).rejects.toThrow("The connection was closed before an answer came.");
  });
});

test("the start of an answer can be stored whatever the receiver sent", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      const start = startOf(new TextDecoder().decode(bytes));
      return start.length <= START_LENGTH && start.isWellFormed() && !start.includes("\0");
    }),
  );
  expect(startOf("x".repeat(499) + "😀")).toBe("x".repeat(499));
  expect(startOf("\0".repeat(600) + "after")).toBe("after");
});
