import { readFileSync } from "node:fs";
import { getOpenApiDocument } from "../../lib/http/openapi";
import { ApiClient } from "../support/api";
import { checkResponse } from "../support/conformance";
import { expect, test } from "../support/fixtures";

test(
  "the server publishes the OpenAPI document that the tests check responses against, with an ETag",
  { tag: "@one-engine" },
  async ({ server }) => {
    const client = new ApiClient(server.url);
    const reply = await client.get("/v1/openapi.json");
    const { body, etag } = getOpenApiDocument();
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("etag")]).toEqual([
      200,
      "application/json",
      etag,
    ]);
    expect(reply.text).toBe(new TextDecoder().decode(body));
    const again = await client.get("/v1/openapi.json", { "If-None-Match": etag });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  },
);

test(
  "the OpenAPI document names BASE_URL as its server",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const { url } = await getServer({ BASE_URL: "https://status.example.com" });
    expect((await new ApiClient(url).get("/v1/openapi.json")).json).toMatchObject({
      servers: [{ url: "https://status.example.com" }],
    });
  },
);

test(
  "GET /v1/version returns the version of package.json, and nothing else, to everyone",
  { tag: "@one-engine" },
  async ({ server }) => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const reply = await new ApiClient(server.url).get("/v1/version");
    expect([reply.status, reply.json]).toEqual([200, { version }]);
  },
);

test.describe("the conformance check", { tag: "@one-engine" }, () => {
  const user = {
    id: "1",
    email: "ada@example.com",
    name: "Ada",
    created_at: "2026-11-20T09:30:00.000Z",
    updated_at: "2026-11-20T09:30:00.000Z",
  };
  const check =
    (
      status: number,
      body: unknown,
      headers: Record<string, string> = { "Content-Type": "application/json", ETag: '"a"' },
    ) =>
    () =>
      checkResponse("GET", "/v1/me", {
        status,
        headers: new Headers(headers),
        text: typeof body === "string" ? body : JSON.stringify(body),
      });

  test("accepts a documented response", () => expect(check(200, user)).not.toThrow());
  test("rejects an undocumented field", () =>
    expect(check(200, { ...user, password: "x" })).toThrow(
      /getMe .*\n.*additional properties.*password/,
    ));
  test("rejects a response without a required field", () =>
    expect(check(200, { ...user, name: undefined })).toThrow(/required property 'name'/));
  test("rejects a value of the wrong format", () =>
    expect(check(200, { ...user, created_at: "yesterday" })).toThrow(
      /\/created_at must match format/,
    ));
  test("rejects an undocumented status", () =>
    expect(check(418, user)).toThrow(/The status 418 is not documented/));
  test("rejects an undocumented content type", () =>
    expect(check(401, user)).toThrow(/The content type is application\/json, not text\/plain/));
  test("rejects a response without its documented ETag", () =>
    expect(check(200, user, { "Content-Type": "application/json" })).toThrow(
      /The header ETag is missing/,
    ));
  test("accepts 404 but not 200 at an unknown path", () => {
    expect(() =>
      checkResponse("GET", "/v1/nothing", { status: 200, headers: new Headers(), text: "" }),
    ).toThrow(/is not an operation of \/v1/);
    expect(() =>
      checkResponse("GET", "/v1/nothing", { status: 404, headers: new Headers(), text: "" }),
    ).not.toThrow();
  });
});
