import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCopy } from "@/lib/publishing/copy";
import { CONFIRMED_AT } from "@/lib/publishing/representation";
import type { Answer, Shelf } from "@/lib/publishing/shelf";
import { answerPublic } from "./published";

/** What the shelf says of whatever it is asked for. */
const CONFIRMED = new Date("2026-11-20T18:30:00Z");
const state = { isConfirmed: true, answer: { outcome: "missing", content: null } as Answer };
const shelf = {
  hosts: new Map(),
  isCurrent: () => state.isConfirmed,
  confirmedAt: () => CONFIRMED.getTime(),
  obtain: async () => state.answer,
} as unknown as Shelf;
const server = createServer((request, response) => void answerPublic(shelf, request, response));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status/acme`;
});
afterAll(() => server.close());

const text = (words: string) => new TextEncoder().encode(words);
const keep = async (
  type: string,
  body: string | Uint8Array,
  more: { notice?: string; unconfirmed?: Uint8Array } = {},
) => {
  const copy = await makeCopy(
    {
      key: "",
      orgID: "acme",
      digest: "",
      version: "",
      edition: "",
      until: null,
      notice: more.notice ?? "",
      made: new Date("2026-11-20T12:00:00Z"),
    },
    { type, body, ...more },
  );
  state.answer = { held: { copy, count: 0, askedAt: 0, visitedAt: 0, failedAt: null } };
};
const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + address, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

test("an unconfirmed status is not shown as operational: in the page's text, the badge, or the image", async () => {
  const cases = [
    {
      address: "",
      type: "text/html; charset=utf-8",
      body: `<html lang="en"><!--mark-->${"up ".repeat(200)}`,
      notice: "<p>who knows</p>",
      expected: /^<html data-stale lang="en"><p>who knows<\/p>up/,
    },
    {
      address: "/badge.svg",
      type: "image/svg+xml",
      body: '<svg aria-label="up"><title>up</title></svg>',
      expected:
        /^<svg style="filter:grayscale\(1\)" aria-label="up \(2026-11-20T18:30:00.000Z\?\)"><title>up \(2026-11-20T18/,
    },
    {
      address: "/og.png",
      type: "image/png",
      body: text("a green picture"),
      unconfirmed: text("a grey picture"),
      expected: /^a grey picture$/,
    },
    {
      address: "/llms.txt",
      type: "text/plain; charset=utf-8",
      body: "up ".repeat(200),
      unconfirmed: text("who knows ".repeat(50)),
      expected: /^who knows (who knows )+$/,
    },
    {
      address: "/llms.txt",
      type: "text/plain; charset=utf-8",
      body: "up",
      unconfirmed: text(`since ${CONFIRMED_AT}`),
      expected: /^since 2026-11-20T18:30:00\.000Z$/,
    },
    {
      address: "/logo",
      type: "image/svg+xml",
      body: "<svg />",
      unconfirmed: text("<svg />"),
      expected: /^$/,
      status: 304,
    },
    {
      address: "/history.atom",
      type: "application/atom+xml",
      body: "<feed>",
      expected: /^<feed>$/,
    },
  ];
  for (const { address, type, body, expected, status = 200, ...more } of cases) {
    await keep(type, body, more);
    state.isConfirmed = true;
    const confirmed = await read(address);
    expect([address, confirmed.status, confirmed.body, confirmed.headers.get("warning")]).toEqual([
      address,
      200,
      typeof body === "string" ? body : new TextDecoder().decode(body),
      null,
    ]);
    state.isConfirmed = false;
    const startedAt = Date.now();
    const unconfirmed = await read(address, { "If-None-Match": confirmed.headers.get("etag")! });
    expect(unconfirmed.body).toMatch(expected);
    const ages = [startedAt, Date.now()].map((at) =>
      String(Math.floor((at - CONFIRMED.getTime()) / 1_000)),
    );
    expect(ages).toContain(unconfirmed.headers.get("age"));
    expect(unconfirmed.headers.get("last-modified")).toBeNull();
    const again = await read(address, { "If-None-Match": unconfirmed.headers.get("etag")! });
    expect([address, unconfirmed.status, unconfirmed.headers.get("warning"), again.status]).toEqual(
      [address, status, '110 - "Response is Stale"', 304],
    );
  }
});

test("If-Modified-Since is answered with 304, unless there is an ETag or the status is unconfirmed", async () => {
  const made = "Fri, 20 Nov 2026 12:00:00 GMT";
  await keep("text/html; charset=utf-8", "<html>", { notice: "<p>" });
  const { copy } = (state.answer as { held: { copy: object } }).held;
  Object.assign(copy, { made: Date.parse(made) + 999 });
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

test("a cross-origin script can tell a 404 and a 503 from a network failure", async () => {
  for (const [outcome, status] of [
    ["missing", 404],
    ["unavailable", 503],
  ] as const) {
    for (const address of [
      "/api/v2/status.json",
      "/history.atom",
      "/calendar.ics",
      "/badge.svg",
      "/widget.js",
    ]) {
      state.answer = { outcome, content: null };
      const { headers, ...answer } = await read(address);
      expect([
        address,
        answer.status,
        headers.get("access-control-allow-origin"),
        headers.get("cache-control"),
      ]).toEqual([address, status, "*", "no-store"]);
    }
  }
});

test("an unknown path of the API, and an unavailable status, are JSON that any site can read", async () => {
  for (const [outcome, address, status, title] of [
    ["missing", "/api/v2/status.json", 404, "Not found"],
    ["missing", "/api/v2/nothing", 404, "Not found"],
    ["missing", "/api/v2", 404, "Not found"],
    ["unavailable", "/api/v2/status.json", 503, "Temporarily unavailable"],
  ] as const) {
    state.answer = { outcome, content: { type: "text/html", body: "<p>" } };
    const { headers, body, ...response } = await read(address);
    expect([
      address,
      response.status,
      headers.get("content-type"),
      headers.get("access-control-allow-origin"),
    ]).toEqual([address, status, "application/problem+json", "*"]);
    expect(JSON.parse(body)).toMatchObject({ status, title });
  }
});

test("OPTIONS is answered on data, and refused methods name the supported ones", async () => {
  const preflight = await fetch(`${origin}/api/v2/status.json`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
    204,
    "*, Authorization",
  ]);
  const get = await fetch(`${origin}/api/v2/subscribers.json`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
});

test("A form is sent to whoever names it, in upper or lower case, and never to whoever refuses it", async () => {
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
