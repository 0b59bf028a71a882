import { ApiClient } from "../support/api";
import { expect, test } from "../support/fixtures";
import { expectPlainText, expectProblem, TEXTS, expectedUser } from "../support/expected-responses";

test("GET /v1/me returns the session's account without its password", async ({ ada }) => {
  const reply = await ada.get("/v1/me");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("application/json");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.json).toEqual(
    expectedUser({ email: ada.user!.email as string, name: "Ada Lovelace" }),
  );
  expect(reply.json).toEqual(ada.user);
});

test("GET /v1/me returns each user's own account", async ({ ada, bob }) => {
  expect((await bob.get("/v1/me")).json).toEqual(bob.user);
  expect(bob.user!.id).not.toBe(ada.user!.id);
});

test("GET /v1/me without a session returns 401 in plain text", async ({ server }) => {
  expectPlainText(await new ApiClient(server.url).get("/v1/me"), 401, TEXTS.noSession);
});

test("POST /v1/me returns 405 with the supported methods, and changes nothing", async ({ ada }) => {
  const reply = await ada.post("/v1/me", { name: "Eve" });
  expectProblem(reply, 405);
  expect(reply.headers.get("allow")).toBe("GET, HEAD, PATCH, DELETE, OPTIONS");
  expect((await ada.get("/v1/me")).json).toEqual(ada.user);
});

test("HEAD /v1/me returns the status and content type of GET, without the body", async ({
  ada,
}) => {
  const reply = await ada.call("HEAD", "/v1/me");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("application/json");
  expect(reply.text).toBe("");
});
