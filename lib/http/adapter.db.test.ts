import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { createToken } from "@/lib/tokens/commands";
import { callHandler } from "./adapter";
import { createRouter, type Handler, type RouteModule, selectHandler } from "./router";
import { streamText } from "./stream";

const findRoute = createRouter(
  (folder) => import(resolve("app", folder, "route.ts")) as Promise<RouteModule>,
);

type Call = { method: string; headers?: Record<string, string>; body?: string | Uint8Array };

async function findHandler(path: string, method: string) {
  const { params, load } = findRoute(path.split("?")[0]!)!;
  return { params, handler: selectHandler(await load(), method)! };
}

async function callDirectly(path: string, call: Call): Promise<Response> {
  const { params, handler } = await findHandler(path, call.method);
  const request = new Request(`http://localhost${path}`, call as RequestInit);
  return handler(request, { params: Promise.resolve(params) });
}

const server = createServer((request, response) => {
  void findHandler(request.url!, request.method!).then(({ params, handler }) =>
    callHandler(handler, params, request, response),
  );
});
let origin = "";
let headers: Record<string, string> = {};
let orgID = "";
const ORG = "{orgID}";
const organization = `/v1/organizations/${ORG}`;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { context, scope } = await createMembership();
  orgID = scope.id;
  const now = new Date();
  const recent = { ...context, now, passwordAt: now };
  const { token } = await createToken(recent, scope, { name: "CI", role: "admin" });
  headers = { Authorization: `Bearer ${token}` };
});

afterAll(() => server.close());

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const calls: [what: string, path: string, call: Call][] = [
  ["a list", `${organization}/components`, { method: "GET" }],
  ["HEAD", `${organization}/components`, { method: "HEAD" }],
  ["304", `${organization}/components`, { method: "GET", headers: { "If-None-Match": "*" } }],
  ["a preflight", `${organization}/components`, { method: "OPTIONS" }],
  ["405", `${organization}/components`, { method: "PROPFIND" }],
  ["401", "/v1/me", { method: "GET" }],
  ["404", `/v1/organizations/${ORG}%2F%C3%A9/components`, { method: "GET" }],
  [
    "a JSON body",
    `${organization}/incidents`,
    { method: "POST", headers: json, body: '{"title":"Päge","impact":"minor","component_ids":[]}' },
  ],
  ["400", `${organization}/components`, { method: "POST", headers: json, body: "{" }],
  ["an empty body", `${organization}/components`, { method: "POST", headers: json, body: "" }],
  ["413", `${organization}/components`, { method: "POST", headers: json, body: "x".repeat(2e6) }],
  ["415", `${organization}/components`, { method: "POST", body: "{}" }],
  [
    "a text body",
    `${organization}/subscribers/import`,
    { method: "POST", headers: { "Content-Type": "text/csv" }, body: "address\nno\n" },
  ],
  ["a stream", `${organization}/subscribers/export`, { method: "GET" }],
  [
    "a binary body",
    `${organization}/logo`,
    { method: "PUT", headers: { "Content-Type": "image/png" }, body: png },
  ],
  ["an image", `${organization}/logo`, { method: "GET" }],
  ["a query", `${organization}/incidents?status=resolved&before=%`, { method: "GET" }],
  ["the OpenAPI document", "/v1/openapi.json", { method: "GET" }],
  [
    "a redirect after a form",
    `/status/${ORG}/subscribe`,
    { method: "POST", headers: form, body: "channel=email&email=a@example.com&scope=all" },
  ],
  [
    "a form with errors",
    `/status/${ORG}/subscribe`,
    { method: "POST", headers: form, body: "channel=email&email=a&scope=all" },
  ],
  ["a plain page", "/healthz", { method: "GET" }],
];

const TRANSPORT = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

async function describeResponse(response: Response, method: string) {
  const body = method === "HEAD" ? "" : await response.text();
  return {
    status: response.status,
    headers: [...response.headers].filter(
      ([name]) => !TRANSPORT.includes(name) && !(name === "etag" && method !== "GET"),
    ),
    body: body
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"),
  };
}

test.each(calls)("%s: the server sends the handler's response", async (_, template, call) => {
  const path = template.replace(ORG, orgID);
  const withToken = { ...call, headers: path === "/v1/me" ? {} : { ...headers, ...call.headers } };
  const direct = await describeResponse(await callDirectly(path, withToken), call.method);
  const sent = await fetch(origin + path, { ...withToken, redirect: "manual" } as RequestInit);
  expect(await describeResponse(sent, call.method)).toEqual(direct);
});

test("204: the server sends the handler's response", async () => {
  const path = `/v1/organizations/${orgID}/logo`;
  const image = { method: "PUT", headers: { ...headers, "Content-Type": "image/png" }, body: png };
  const removal = { method: "DELETE", headers };
  await callDirectly(path, image);
  const direct = await describeResponse(await callDirectly(path, removal), "DELETE");
  await callDirectly(path, image);
  const sent = await describeResponse(await fetch(origin + path, removal), "DELETE");
  expect(sent).toEqual(direct);
  expect(sent.status).toBe(204);
});

const send = async (...parts: string[]): Promise<string> => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return received;
};

test("a chunked body is read, or rejected if it is too large", async () => {
  const head = (type: string) =>
    `POST ${organization.replace(ORG, orgID)}/components HTTP/1.1\r\nHost: a b\r\n` +
    `Authorization: ${headers.Authorization}\r\n` +
    `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
  const chunks = ['{"na', 'me":"API"}', ""].map(
    (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
  );
  expect(await send(head("application/json"), ...chunks)).toMatch(/^HTTP\/1.1 201 /);
  const endless = `10000\r\n${"x".repeat(0x1_0000)}\r\n`.repeat(20);
  expect(await send(head("application/json"), endless)).toMatch(/^HTTP\/1.1 413 /);
});

const servePlain = async (handler: Handler) => {
  const plain = createServer((request, response) => {
    request.headers["x-candor-client"] = "192.0.2.1";
    void callHandler(handler, {}, request, response);
  });
  await once(plain.listen(0, "127.0.0.1"), "listening");
  return { plain, url: `http://127.0.0.1:${(plain.address() as AddressInfo).port}` };
};

test("a handler gets the headers that the server has set, not those of the client", async () => {
  const { plain, url } = await servePlain(async ({ headers }) =>
    Response.json([...headers].filter(([name]) => name === "x-candor-client")),
  );
  const response = await fetch(url, { headers: { "X-Candor-Client": "203.0.113.9" } });
  expect(await response.json()).toEqual([["x-candor-client", "192.0.2.1"]]);
  plain.close();
});

test("a stream ends after its client has disconnected", async () => {
  const ended = new EventEmitter();
  const { plain, url } = await servePlain(
    async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel: (reason) => void ended.emit("canceled", reason),
        }),
      ),
  );
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  await response.body!.getReader().read();
  const canceled = once(ended, "canceled");
  abort.abort();
  expect(await canceled).toHaveLength(1);
  plain.close();
});

test("a failed stream ends without revealing the cause, and the server keeps running", async () => {
  async function* chunks() {
    yield "x".repeat(65_536);
    throw new Error("The database is unavailable.");
  }
  const { plain, url } = await servePlain(async () => new Response(await streamText(chunks())));
  for (let round = 0; round < 2; round++) {
    const outcome = await fetch(url)
      .then((response) => response.text())
      .catch((error: Error) => error.message);
    expect(outcome).not.toContain("database");
  }
  plain.close();
});

test("streamText: rejects if the stream fails before its first chunk", async () => {
  const failing = async function* () {
    yield* [];
    throw new Error("The database is unavailable.");
  };
  await expect(streamText(failing())).rejects.toThrow("The database is unavailable.");
});

test("a handler's response is dropped if the server has already responded", async () => {
  const logged = vi.spyOn(console, "error");
  const plain = createServer((request, response) => {
    void callHandler(
      async () => {
        response.writeHead(408).end("too slow");
        return new Response("late");
      },
      {},
      request,
      response,
    );
  });
  await once(plain.listen(0, "127.0.0.1"), "listening");
  const response = await fetch(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);
  expect([response.status, await response.text()]).toEqual([408, "too slow"]);
  expect(logged).not.toHaveBeenCalled();
  plain.close();
});
