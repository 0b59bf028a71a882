import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { ApiError, call, createOrganizationCall } from "./api-client";

const mockResponse = (response: Response) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
};
afterEach(() => vi.unstubAllGlobals());

test("call: sends path parameters, a JSON body, and headers", async () => {
  const fetch = mockResponse(Response.json({ id: "1" }, { status: 201, headers: { ETag: '"a"' } }));
  const body = { title: "API is slow", impact: "minor" } as const;
  const { data, etag } = await call("POST /v1/organizations/{orgID}/incidents", {
    params: { orgID: "a/b?c" },
    body,
    idempotencyKey: "once",
  });
  expect([data, etag]).toEqual([{ id: "1" }, '"a"']);
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "once" };
  expect(fetch).toHaveBeenCalledWith("/v1/organizations/a%2Fb%3Fc/incidents", {
    method: "POST",
    credentials: "include",
    headers,
    body: JSON.stringify(body),
    signal: expect.any(AbortSignal),
  });
});

test("createOrganizationCall: adds the organization's ID to the path", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json([]));
  vi.stubGlobal("fetch", fetch);
  const callInOrganization = createOrganizationCall("acme");
  await callInOrganization("GET /v1/organizations/{orgID}/components");
  await callInOrganization("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
    params: { incidentID: "1" },
  });
  await callInOrganization("GET /v1/me");
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    "/v1/organizations/acme/components",
    "/v1/organizations/acme/incidents/1",
    "/v1/me",
  ]);
});

test("call: converts a weak ETag from a proxy to a strong one for If-Match", async () => {
  mockResponse(Response.json({}, { headers: { ETag: 'W/"a"' } }));
  expect((await call("GET /v1/me")).etag).toBe('"a"');
});

test("call: returns the cursor of the next page, and omits undefined query parameters", async () => {
  const response = Response.json([], {
    headers: { Link: '</v1/organizations/acme/incidents?status=resolved&before=x.y>; rel="next"' },
  });
  Object.defineProperty(response, "url", {
    value: "http://localhost/v1/organizations/acme/incidents",
  });
  const fetch = mockResponse(response);
  const { next } = await call("GET /v1/organizations/{orgID}/incidents", {
    params: { orgID: "acme" },
    query: { status: "resolved", before: undefined },
  });
  expect(next).toBe("x.y");
  expect(fetch.mock.calls[0]![0]).toBe("/v1/organizations/acme/incidents?status=resolved");
});

test("call: sends a file as the body, with the file's media type", async () => {
  const fetch = mockResponse(new Response(null, { status: 204 }));
  const file = new Blob([new Uint8Array([1, 2])], { type: "image/png" });
  await call("PUT /v1/organizations/{orgID}/logo", { params: { orgID: "acme" }, file });
  expect(fetch).toHaveBeenCalledWith("/v1/organizations/acme/logo", {
    method: "PUT",
    credentials: "include",
    headers: { "Content-Type": "image/png" },
    body: file,
  });
});

test("call: sends no file after its signal was aborted", async () => {
  const file = new Blob([new Uint8Array([1, 2])], { type: "image/png" });
  const upload = call("PUT /v1/organizations/{orgID}/logo", {
    params: { orgID: "acme" },
    file,
    onSent: () => {},
    signal: AbortSignal.abort(),
  });
  await expect(upload).rejects.toMatchObject({ name: "AbortError" });
});

test("call: returns undefined for an empty response", async () => {
  mockResponse(new Response(null, { status: 204 }));
  expect((await call("POST /v1/auth/logout")).data).toBeUndefined();
});

test("call: throws an ApiError for plain text errors, problem details, and network errors", async () => {
  mockResponse(
    new Response("Email already registered\n", {
      status: 409,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    }),
  );
  await expect(call("GET /v1/me")).rejects.toEqual(new ApiError(409, "Email already registered"));
  mockResponse(
    Response.json(
      { detail: "1 field is invalid.", errors: [{ path: "name", message: "is required" }] },
      { status: 400, headers: { "Content-Type": "application/problem+json" } },
    ),
  );
  await expect(call("GET /v1/me")).rejects.toMatchObject({
    status: 400,
    errors: [{ path: "name", message: "is required" }],
  });
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  await expect(call("GET /v1/me")).rejects.toMatchObject({ name: "ApiError", status: 0 });
});

test("call: has the parameter and body types of its operation", () => {
  expectTypeOf(call<"GET /v1/me">)
    .returns.resolves.toHaveProperty("data")
    .toEqualTypeOf<{
      id: string;
      email: string;
      name: string;
      created_at: string;
      updated_at: string;
    }>();
  expectTypeOf(call<"POST /v1/organizations/{orgID}/incidents">)
    .parameter(1)
    .toHaveProperty("params")
    .toEqualTypeOf<{ orgID: string }>();
  // @ts-expect-error -- the operation does not exist
  const missing = () => call("GET /v1/nothing");
  // @ts-expect-error -- a path parameter is missing
  const unfilled = () => call("GET /v1/organizations/{orgID}", {});
  const body = { title: "x", impact: "huge" } as const;
  const params = { orgID: "acme" };
  // @ts-expect-error -- the impact is invalid
  const wrong = () => call("POST /v1/organizations/{orgID}/incidents", { params, body });
  expect([missing, unfilled, wrong]).toHaveLength(3);
});
