import { once } from "node:events";
import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request as send, type RequestOptions, type Server } from "node:http";
import { createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "./listen";

let directory: string;
let path: string;
let servers: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "candor-listen-"));
  path = join(directory, "candor.sock");
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
  rmSync(directory, { recursive: true });
});

/** Creates a server that responds with the client's address. */
function createTestServer(): Server {
  const server = createServer((request, response) => response.end(request.socket.remoteAddress));
  servers.push(server);
  return server;
}

async function get(options: RequestOptions): Promise<string> {
  const [response] = await once(send({ ...options, agent: false }).end(), "response");
  let text = "";
  for await (const part of response) text += String(part);
  return text;
}

test("without HOST, the server listens on all IPv4 and IPv6 addresses", async () => {
  const { port } = (await listen(createTestServer(), 0, undefined)) as { port: number };
  expect(await get({ host: "127.0.0.1", port })).toMatch(/127\.0\.0\.1$/);
  expect(await get({ host: "::1", port })).toBe("::1");
});

test.each([
  ["127.0.0.1", "::1"],
  ["::1", "127.0.0.1"],
])("with HOST=%s, the server does not listen on %s", async (host, other) => {
  const { port } = (await listen(createTestServer(), 0, host)) as { port: number };
  expect(await get({ host, port })).toBe(host);
  await expect(get({ host: other, port })).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a Unix socket accepts only its user and group, and its clients are local", async () => {
  expect(await listen(createTestServer(), path, undefined)).toEqual({ socket: path });
  expect(statSync(path).mode & 0o777).toBe(0o660);
  expect(await get({ socketPath: path })).toBe("127.0.0.1");
});

test("the Unix socket of a process that was killed is replaced", async () => {
  // Closing the server deletes its socket, but not the hard link to it. The link then has the same
  // state as the socket of a killed process.
  const killed = createSocket().listen(path);
  await once(killed, "listening");
  const kept = join(directory, "kept.sock");
  linkSync(path, kept);
  killed.close();
  await once(killed, "close");
  await listen(createTestServer(), kept, undefined);
  expect(await get({ socketPath: kept })).toBe("127.0.0.1");
});

test("the Unix socket of a running process and other files are not replaced", async () => {
  await listen(createTestServer(), path, undefined);
  await expect(listen(createTestServer(), path, undefined)).rejects.toThrow(/is in use/);
  expect(await get({ socketPath: path })).toBe("127.0.0.1");
  const file = join(directory, "file");
  writeFileSync(file, "content");
  await expect(listen(createTestServer(), file, undefined)).rejects.toThrow(/not a socket/);
  expect(statSync(file).size).toBe(7);
});
