import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  ApiClient,
  PASSWORD,
  signUp,
  type ApiResponse,
  type JsonObject,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import {
  expectedComponent,
  expectInvalid,
  expectPlainText,
  expectProblem,
  expectedToken,
  TEXTS,
} from "../support/expected-responses";

const INVALID = "The API token is missing or invalid. Send a valid token as a bearer token.\n";
const getPath = (organization: string, path = "tokens") =>
  `/v1/organizations/${organization}/${path}`;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function createToken(
  owner: ApiClient,
  organization: string,
  role: string,
  grants: string[] = [],
) {
  const { status, json, text } = await owner.post<JsonObject & { id: string; token: string }>(
    getPath(organization),
    { name: "Pipeline", role, grants },
  );
  expect(status, text).toBe(201);
  const program = new ApiClient(owner.url);
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<JsonObject>> =>
    program.call(method, path, { body, headers: { ...bearer(json.token), ...headers } });
  return { id: json.id, token: json.token, json, call };
}

test("a token is shown once, has its role's permissions, shows its last use, and is invalid once revoked", async ({
  server,
  ada,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const { id, token, json, call } = await createToken(ada, orgID, "editor");
  const expected = expectedToken(orgID, {
    id,
    name: "Pipeline",
    role: "editor",
    hint: token.slice(0, 12),
    created_by: ada.user!.id,
  });
  expect(json).toEqual({ ...expected, token: expect.stringMatching(/^candor_[\w-]{43}$/) });
  expect((await ada.get(getPath(orgID))).json).toEqual([expected]);

  const created = await call(
    "POST",
    getPath(orgID, "components"),
    { name: "Payments" },
    { "Idempotency-Key": "once" },
  );
  expect([created.status, created.json]).toEqual([
    201,
    expectedComponent(orgID, { name: "Payments", position: 1 }),
  ]);
  const again = await call(
    "POST",
    getPath(orgID, "components"),
    { name: "Payments" },
    { "Idempotency-Key": "once" },
  );
  expect([again.json, again.headers.get("idempotency-replayed")]).toEqual([created.json, "true"]);
  expect((await call("GET", `/v1/organizations/${orgID}`)).json).toMatchObject({
    id: orgID,
    role: "editor",
  });
  expectPlainText(await call("POST", getPath(orgID), { name: "Staging", role: "viewer" }), 403);
  expectPlainText(await call("GET", getPath(orgID)), 403);
  expect(
    await database.query(
      "SELECT actor_kind, actor_id, actor_name FROM audit_entries WHERE organization_id = ? AND subject_id = ?",
      orgID,
      created.json.id as string,
    ),
  ).toEqual([{ actor_kind: "token", actor_id: id, actor_name: "Pipeline" }]);
  await expect
    .poll(async () => (await ada.get<JsonObject[]>(getPath(orgID))).json[0]!.last_used_at)
    .not.toBeNull();

  expect((await ada.call("DELETE", getPath(orgID, `tokens/${id}`))).status).toBe(204);
  const refused = await call("GET", getPath(orgID, "components"));
  expectPlainText(refused, 401, INVALID);
  expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  expectProblem(await ada.call("DELETE", getPath(orgID, `tokens/${id}`)), 404);
  expect(server.output()).not.toContain(token.slice(12));
});

test("an admin token with the members grant manages members, but cannot transfer or delete the organization", async ({
  ada,
  bob,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const { call } = await createToken(ada, orgID, "admin", ["members"]);
  const invited = await call("POST", getPath(orgID, "invitations"), { role: "viewer" });
  expect([invited.status, invited.json]).toEqual([
    201,
    expect.objectContaining({
      invited_by: null,
      link: expect.stringContaining("/invitation?token="),
    }),
  ]);
  await bob.post("/v1/invitations/accept", {
    token: new URL(invited.json.link as string).searchParams.get("token"),
  });
  const member = getPath(orgID, `members/${bob.user!.id as string}`);
  expect((await call("PATCH", member, { role: "admin" })).status).toBe(200);
  expect(
    (await call("PATCH", `/v1/organizations/${orgID}`, { name: "Acme Payments" })).status,
  ).toBe(200);
  expectPlainText(await call("PATCH", member, { role: "owner" }), 403);
  expectPlainText(await call("POST", getPath(orgID, "transfer"), { user_id: bob.user!.id }), 403);
  expectPlainText(await call("DELETE", `/v1/organizations/${orgID}`), 403);
  expect((await call("DELETE", member)).status).toBe(204);
});

test("a token can't use account routes, works only for its organization, and overrides a cookie", async ({
  ada,
  bob,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const theirs = createOrganizationId();
  await addComponent(bob, theirs);
  const { token, call } = await createToken(ada, orgID, "admin");
  for (const [method, path] of [
    ["GET", "/v1/me"],
    ["PATCH", "/v1/me"],
    ["DELETE", "/v1/me"],
    ["GET", "/v1/me/sessions"],
    ["POST", "/v1/auth/logout"],
    ["GET", "/v1/organizations"],
    ["POST", "/v1/organizations"],
    ["POST", "/v1/invitations/accept"],
  ] as const) {
    expectPlainText(
      await call(
        method,
        path,
        method === "GET"
          ? undefined
          : { id: createOrganizationId(), name: "X", password: PASSWORD, token: "x" },
      ),
      401,
      TEXTS.noSession,
    );
  }
  expectPlainText(await call("GET", getPath(theirs, "components")), 403);
  expectPlainText(
    await call("POST", getPath(createOrganizationId(), "components"), { name: "Claimed" }),
    403,
  );
  // The token takes precedence over the session: Bob is a member of the second organization only.
  expect((await bob.get(getPath(orgID, "components"), bearer(token))).status).toBe(200);
  expectPlainText(await bob.get(getPath(theirs, "components"), bearer(token)), 403);
  for (const bad of ["", "x", token.slice(0, -1), `${token} x`, "candor_"])
    expectPlainText(
      await bob.get(getPath(theirs, "components"), { Authorization: `Bearer ${bad}` }),
      401,
      INVALID,
    );
  expect(
    (await bob.get(getPath(theirs, "components"), { Authorization: "Basic cHJveHk6cGFzcw==" }))
      .status,
    "Basic credentials of a proxy are ignored",
  ).toBe(200);
  expectPlainText(
    await new ApiClient(ada.url).get(getPath(orgID, "components"), {
      Authorization: "Basic cHJveHk6cGFzcw==",
    }),
    401,
    TEXTS.noSession,
  );
});

test(
  "a request with a token is accepted from any origin; CORS_ORIGINS decides which can read responses",
  { tag: "@one-engine" },
  async ({ getServer, orgID }) => {
    const { url } = await getServer({ CORS_ORIGINS: "https://app.example.com" });
    const ada = await signUp(url);
    await addComponent(ada, orgID);
    const { token, call } = await createToken(ada, orgID, "editor");
    for (const [Origin, allowed] of [
      ["https://app.example.com", "https://app.example.com"],
      ["https://elsewhere.example", null],
    ] as const) {
      const headers = { Origin, "Sec-Fetch-Site": "cross-site" };
      const reply = await call(
        "POST",
        getPath(orgID, "components"),
        { name: "From another site" },
        headers,
      );
      expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([
        201,
        allowed,
      ]);
      expect(
        (
          await ada.post(
            getPath(orgID, "components"),
            { name: "From another site" },
            { ...headers, ...bearer(token) },
          )
        ).status,
        "the cookie of a request with a token is ignored",
      ).toBe(201);
    }
    expectPlainText(
      await ada.post(
        getPath(orgID, "components"),
        { name: "Planted" },
        { Origin: "https://elsewhere.example", Authorization: "Basic x" },
      ),
      403,
      TEXTS.foreignSite,
    );
  },
);

test("creating an invalid token returns 400 with every invalid field", async ({ ada, orgID }) => {
  await addComponent(ada, orgID);
  const body = { name: " ", role: "owner", grants: "all", expires_at: "soon" };
  expectInvalid(await ada.post(getPath(orgID), body), ...Object.keys(body));
  for (const expires_at of ["2001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    expectInvalid(
      await ada.post(getPath(orgID), { name: "CI", role: "viewer", expires_at }),
      "expires_at",
    );
  expect((await ada.get(getPath(orgID))).json).toEqual([]);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  expect(
    (await ada.post(getPath(orgID), { name: "CI", role: "viewer", expires_at: soon })).json,
  ).toMatchObject({ expires_at: soon });
});

test("a request whose token or session is revoked while its body is sent returns 401 and writes nothing", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const { id, token } = await createToken(ada, orgID, "editor");
  const other = new ApiClient(ada.url);
  await other.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD });
  const slowly = (headers: Record<string, string>) => {
    const body = JSON.stringify({ name: "Too late" });
    const { hostname, port } = new URL(ada.url);
    let finish = () => {};
    const status = new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method: "POST",
          path: getPath(orgID, "components"),
          headers: {
            "Content-Type": "application/json",
            "Content-Length": body.length,
            ...headers,
          },
        },
        (response) => resolve(response.resume().statusCode!),
      );
      sent.on("error", reject).write(body.slice(0, 5));
      finish = () => void sent.end(body.slice(5));
    });
    return { status, finish: () => finish() };
  };
  const [byToken, bySession, byAda] = [
    slowly(bearer(token)),
    slowly({ Cookie: other.cookie! }),
    slowly({ Cookie: ada.cookie! }),
  ];
  await sleep(1_000);
  expect((await ada.call("DELETE", getPath(orgID, `tokens/${id}`))).status).toBe(204);
  expect((await other.post("/v1/auth/logout")).status).toBe(204);
  for (const { finish } of [byToken, bySession, byAda]) finish();
  expect(await Promise.all([byToken.status, bySession.status, byAda.status])).toEqual([
    401, 401, 201,
  ]);
  expect(
    (await ada.get<JsonObject[]>(getPath(orgID, "components"))).json.map(({ name }) => name),
  ).toEqual(["Website", "Too late"]);
});

test("the audit log stores the first 512 characters of a long User-Agent", async ({
  ada,
  orgID,
}) => {
  await ada.post(
    getPath(orgID, "components"),
    { name: "Website" },
    { "User-Agent": "a".repeat(9_000) },
  );
  const { json } = await ada.get<{ user_agent: string }[]>(getPath(orgID, "audit-log"));
  expect(json.map(({ user_agent }) => user_agent.length)).toEqual([512, 512]);
});
