import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { CONFIRMED_AT, createArtifact, encodeArtifact } from "@/lib/publishing/artifact";
import type { CacheEntry, PageResult } from "@/lib/publishing/page-cache";
import type { PublicPages } from "@/lib/publishing/public-pages";
import { servePublicPage } from "./public-page-server";

const CONFIRMED = new Date("2026-11-20T18:30:00Z");
const state = {
  isConfirmed: true,
  result: { kind: "not_found", content: { type: "text/plain", body: "" } } as
    PageResult | { kind: "entry"; entry: CacheEntry },
};
const pages = {
  hosts: new Map(),
  fallbacks: { unavailable: { type: "text/plain", body: "" }, notices: { en: "<p>unknown</p>" } },
  cache: {
    getConfirmedAt: () => CONFIRMED.getTime(),
    get: async () =>
      state.result.kind === "entry"
        ? {
            kind: "page",
            entry: state.result.entry,
            freshness: state.isConfirmed ? "fresh" : "unconfirmed",
          }
        : state.result,
  },
} as unknown as PublicPages;
/** Responds with the URL to requests that another handler must handle. */
const server = createServer(async (request, response) => {
  if (!(await servePublicPage(pages, request, response))) response.end(request.url);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status/acme`;
});
afterAll(() => server.close());

const text = (value: string) => new TextEncoder().encode(value);
const keep = async (
  type: string,
  body: string | Uint8Array,
  { key = "", unconfirmed }: { key?: string; unconfirmed?: Uint8Array } = {},
  asOf = new Date("2026-11-20T12:00:00Z"),
) => {
  const info = {
    key,
    organizationId: "acme",
    version: { epoch: "test", number: 1 },
    asOf: asOf.getTime(),
    expiresAt: Infinity,
  };
  const content = { type, body, ...(unconfirmed && { unconfirmed }) };
  const artifact = await encodeArtifact(createArtifact(info, content));
  const entry: CacheEntry = { artifact, state: "rendered", requestedAt: 0, confirmedAt: 0 };
  state.result = { kind: "entry", entry };
};
const createResult = (kind: "not_found" | "unavailable"): PageResult =>
  kind === "not_found" ? { kind, content: { type: "text/html", body: "<p>" } } : { kind };
const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

test("pages, badges, and images never show an unconfirmed status as operational", async () => {
  const cases = [
    {
      path: "",
      type: "text/html; charset=utf-8",
      body: `<html lang="en"><!--mark-->${"up ".repeat(200)}`,
      expected: /^<html data-stale lang="en"><p>unknown<\/p>up/,
    },
    {
      path: "/badge.svg",
      type: "image/svg+xml",
      body: '<svg aria-label="up"><title>up</title></svg>',
      expected:
        /^<svg style="filter:grayscale\(1\)" aria-label="up \(2026-11-20T18:30:00.000Z\?\)"><title>up \(2026-11-20T18/,
    },
    {
      path: "/og.png",
      type: "image/png",
      body: text("an operational image"),
      unconfirmed: text("an unknown image"),
      expected: /^an unknown image$/,
    },
    {
      path: "/llms.txt",
      type: "text/plain; charset=utf-8",
      body: "up ".repeat(200),
      unconfirmed: text("unknown ".repeat(50)),
      expected: /^unknown (unknown )+$/,
    },
    {
      path: "/llms.txt",
      type: "text/plain; charset=utf-8",
      body: "up",
      unconfirmed: text(`since ${CONFIRMED_AT}`),
      expected: /^since 2026-11-20T18:30:00\.000Z$/,
    },
    {
      path: "/logo",
      type: "image/svg+xml",
      body: "<svg />",
      unconfirmed: text("<svg />"),
      expected: /^$/,
      status: 304,
    },
    {
      // An artifact that was read from a store has no `unconfirmed` body.
      path: "/favicon",
      type: "image/svg+xml",
      body: '<svg style="fill:red"><title>Acme</title></svg>',
      expected: /^<svg style="fill:red"><title>Acme<\/title><\/svg>$/,
    },
    {
      path: "/history.atom",
      type: "application/atom+xml",
      body: "<feed>",
      expected: /^<feed>$/,
    },
  ];
  for (const { path, type, body, expected, status = 200, ...more } of cases) {
    await keep(type, body, { key: `/status/acme${path}`, ...more });
    state.isConfirmed = true;
    const confirmed = await read(path);
    expect([path, confirmed.status, confirmed.body, confirmed.headers.get("warning")]).toEqual([
      path,
      200,
      typeof body === "string" ? body : new TextDecoder().decode(body),
      null,
    ]);
    state.isConfirmed = false;
    const startedAt = Date.now();
    const unconfirmed = await read(path, { "If-None-Match": confirmed.headers.get("etag")! });
    expect(unconfirmed.body).toMatch(expected);
    const ages = [startedAt, Date.now()].map((at) =>
      String(Math.floor((at - CONFIRMED.getTime()) / 1_000)),
    );
    expect(ages).toContain(unconfirmed.headers.get("age"));
    expect(unconfirmed.headers.get("last-modified")).toBeNull();
    const again = await read(path, { "If-None-Match": unconfirmed.headers.get("etag")! });
    expect([path, unconfirmed.status, unconfirmed.headers.get("warning"), again.status]).toEqual([
      path,
      status,
      '110 - "Response is Stale"',
      304,
    ]);
  }
});

test("If-Modified-Since is ignored with If-None-Match, or if the status is unconfirmed", async () => {
  const made = "Fri, 20 Nov 2026 12:00:00 GMT";
  await keep("text/html; charset=utf-8", "<html>", {}, new Date(Date.parse(made) + 999));
  state.isConfirmed = true;
  const tag = (await read("")).headers.get("etag")!;
  const cases: [Record<string, string>, status: number][] = [
    [{ "If-Modified-Since": made }, 304],
    [{ "If-Modified-Since": "Sat, 21 Nov 2026 12:00:00 GMT" }, 304],
    [{ "If-Modified-Since": "Fri, 20 Nov 2026 11:59:59 GMT" }, 200],
    [{ "If-Modified-Since": "yesterday" }, 200],
    [{ "If-Modified-Since": made, "If-None-Match": '"other"' }, 200],
    [{ "If-Modified-Since": "Fri, 20 Nov 2026 11:59:59 GMT", "If-None-Match": tag }, 304],
  ];
  for (const [headers, status] of cases) {
    for (const method of ["GET", "HEAD"])
      expect([headers, method, (await fetch(origin, { method, headers })).status]).toEqual([
        headers,
        method,
        status,
      ]);
  }
  state.isConfirmed = false;
  expect((await read("", { "If-Modified-Since": made })).status).toBe(200);
});

test("a cross-origin script can distinguish a 404 and a 503 from a network failure", async () => {
  for (const [outcome, status] of [
    ["not_found", 404],
    ["unavailable", 503],
  ] as const) {
    for (const path of [
      "/api/v2/status.json",
      "/history.atom",
      "/calendar.ics",
      "/badge.svg",
      "/widget.js",
    ]) {
      state.result = createResult(outcome);
      const { headers, ...response } = await read(path);
      expect([
        path,
        response.status,
        headers.get("access-control-allow-origin"),
        headers.get("cache-control"),
      ]).toEqual([path, status, "*", "no-store"]);
    }
  }
});

test("errors of the public API are JSON that scripts on any site can read", async () => {
  for (const [outcome, path, status, title] of [
    ["not_found", "/api/v2/status.json", 404, "Not found"],
    ["not_found", "/api/v2/nothing", 404, "Not found"],
    ["not_found", "/api/v2", 404, "Not found"],
    ["unavailable", "/api/v2/status.json", 503, "Temporarily unavailable"],
  ] as const) {
    state.result = createResult(outcome);
    const { headers, body, ...response } = await read(path);
    expect([
      path,
      response.status,
      headers.get("content-type"),
      headers.get("access-control-allow-origin"),
    ]).toEqual([path, status, "application/problem+json", "*"]);
    expect(JSON.parse(body)).toMatchObject({ status, title });
  }
});

test("public data accepts OPTIONS, and 405 responses list the supported methods", async () => {
  const preflight = await fetch(`${origin}/api/v2/status.json`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
    204,
    "*, Authorization",
  ]);
  const get = await fetch(`${origin}/api/v2/subscribers.json`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
});

test("the page of STATUS_HOME accepts API subscriptions at the root", async () => {
  env.STATUS_HOME = "acme";
  try {
    for (const [method, path] of [
      ["POST", "/api/v2/subscribers.json"],
      ["DELETE", "/api/v2/subscribers/abc.json"],
    ] as const) {
      const url = new URL(path, origin);
      const preflight = await fetch(url, { method: "OPTIONS" });
      const allowed = preflight.headers.get("access-control-allow-methods");
      const write = await fetch(url, { method });
      expect([preflight.status, allowed, await write.text()]).toEqual([
        204,
        expect.stringContaining(method),
        `/status/acme${path}`,
      ]);
    }
  } finally {
    delete env.STATUS_HOME;
  }
});

test("a page has an encoding that the client accepts; Accept-Encoding is case-insensitive", async () => {
  await keep("text/plain; charset=utf-8", "words ".repeat(200));
  state.isConfirmed = true;
  const cases: [accepted: string, form: string | null][] = [
    ...["br", "BR", "gzip, deflate, br", "gzip;q=0, br;q=0.5", "br ; q=0.001", "*"].map(
      (accepted): [string, string] => [accepted, "br"],
    ),
    ...[
      "gzip",
      "GZIP",
      "br;q=0, gzip",
      "br;Q=0, gzip;q=1.0",
      "br; q=0.000 ,gzip",
      "xbr, gzip",
      "br;q=0.1, gzip;q=1",
    ].map((accepted): [string, string] => [accepted, "gzip"]),
    ...[
      "identity",
      "identity;q=1, *;q=0",
      "",
      "gzip;Q=0.0, br;q=0",
      "deflate, zstd",
      "xbr, not-gzip",
    ].map((accepted): [string, null] => [accepted, null]),
  ];
  for (const [accepted, form] of cases) {
    const { headers, body } = await read("/llms.txt", { "Accept-Encoding": accepted });
    expect([accepted, headers.get("content-encoding"), body.length]).toEqual([
      accepted,
      form,
      1_200,
    ]);
  }
});
