import { once } from "node:events";
import { request as send, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "@/lib/limits";
import { createHttpServer } from "./http-server";

const LONG_MS = 60_000;
const slowTimeouts = {
  headersMs: LONG_MS,
  requestMs: LONG_MS,
  bodyPauseMs: LONG_MS,
  keepAliveMs: LONG_MS,
  checkMs: 50,
};
const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const step of cleanups.splice(0)) step();
});

async function listen(
  timeouts: Partial<typeof slowTimeouts> = {},
  handler?: RequestListener,
): Promise<number> {
  const echo: RequestListener = async (request, response) => {
    let length = 0;
    for await (const part of request) length += (part as Buffer).length;
    response.end(String(length));
  };
  const quiet: RequestListener = (request, response) =>
    void (async () => echo(request, response))().catch(() => undefined);
  const server = createHttpServer({ ...slowTimeouts, ...timeouts }).on("request", handler ?? quiet);
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  server.listen(0);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  cleanups.push(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function readUntilClosed(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  await once(socket, "close");
  return text;
}

const POST = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n";

test("a client that sends its headers too slowly gets 408 and is disconnected", async () => {
  const socket = await open(await listen({ headersMs: 200, requestMs: 200 }));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test("a client that takes too long for the whole request gets 408 and is disconnected", async () => {
  const socket = await open(await listen({ headersMs: 200, requestMs: 400 }));
  socket.write(POST);
  const drip = setInterval(() => socket.write("x"), 300);
  cleanups.push(() => clearInterval(drip));
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test("a client that stops in the middle of a body gets 408 and is disconnected", async () => {
  const socket = await open(await listen({ bodyPauseMs: 200 }));
  socket.write(`${POST}abc`);
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test("a client may pause in the middle of a body for less than the limit", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  cleanups.push(() => vi.useRealTimers());
  const received = vi.fn<() => void>();
  const port = await listen(
    { bodyPauseMs: 20_000 },
    (request) => void request.on("data", received).on("error", () => undefined),
  );
  const socket = await open(port);
  const closed = vi.fn<() => void>();
  socket.on("close", closed).resume();
  socket.write(`${POST}abc`);
  await vi.waitFor(() => expect(received).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(19_000);
  socket.write("d");
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(19_000);
  socket.write("e");
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(3));
  expect(closed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(23_000);
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("a body may arrive in parts, and there is no timeout after it is complete", async () => {
  const port = await listen({ bodyPauseMs: 400 }, async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    await sleep(900);
    response.end(text);
  });
  const socket = await open(port);
  for (const part of [POST, "ab", "cd", "ef"]) {
    socket.write(part);
    await sleep(50);
  }
  const [response] = (await once(socket, "data")) as [Buffer];
  expect(String(response)).toMatch(/^HTTP\/1.1 200 [^]*abcdef/);
});

test("connections beyond the limit are closed immediately", async () => {
  const { connections } = limits;
  limits.connections = 2;
  cleanups.push(() => (limits.connections = connections));
  const port = await listen();
  const [first] = [await open(port), await open(port)];
  expect(await readUntilClosed(await open(port))).toBe("");
  first.write(`${POST}abcdef`);
  expect(String(((await once(first, "data")) as [Buffer])[0])).toMatch(/^HTTP\/1.1 200 /);
});

const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
};
const listeners: Record<string, RequestListener> = {
  "set individually": (_, response) =>
    void response.setHeader("Content-Type", "application/json").end("{}"),
  "written as an object": (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  "written as a list": (_, response) =>
    void response.writeHead(200, ["Content-Type", "application/json"]).end("{}"),
  "not set": (_, response) => void response.end(),
};

async function get(port: number): Promise<IncomingMessage> {
  const [response] = (await once(
    send({ port, host: "127.0.0.1", agent: false }).end(),
    "response",
  )) as [IncomingMessage];
  return response.resume();
}

test.each(Object.entries(listeners))(
  "a response whose own headers are %s has the security headers",
  async (_name, listener) => {
    const { headers } = await get(await listen({}, listener));
    expect(headers).toMatchObject(always);
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("content-security-policy");
  },
);

test("an HTML response without a content security policy gets one that allows nothing", async () => {
  const html: RequestListener[] = [
    (_, response) => void response.setHeader("Content-Type", "text/html; charset=utf-8").end(),
    (_, response) => void response.writeHead(404, { "content-type": "text/html" }).end(),
    (_, response) => void response.writeHead(500, ["Content-Type", "text/html"]).end(),
  ];
  for (const listener of html)
    expect((await get(await listen({}, listener))).headers["content-security-policy"]).toMatch(
      /^default-src 'none'/,
    );
});

test("security headers that a response sets itself are not overwritten", async () => {
  const own = {
    "content-type": "text/html",
    "content-security-policy": "default-src 'self'",
    "referrer-policy": "no-referrer",
  };
  const handlers: RequestListener[] = [
    (_, response) => void response.writeHead(200, own).end(),
    (_, response) => void response.writeHead(200, Object.entries(own).flat()).end(),
    (_, response) => void response.setHeaders(new Map(Object.entries(own))).end(),
  ];
  for (const handler of handlers)
    expect((await get(await listen({}, handler))).headers).toMatchObject({ ...always, ...own });
});
