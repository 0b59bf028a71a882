import { addComponent, ApiClient, PASSWORD, type ApiResponse, signUp } from "../support/api";
import { addMember, type DirectDatabase } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { expectInvalid, expectPlainText, expectProblem } from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const OLD = "2020-01-01T00:00:00.000+00:00";
const expirePasswordConfirmation = (database: DirectDatabase, { user }: ApiClient) =>
  database.query("UPDATE sessions SET password_at = ? WHERE user_id = ?", OLD, user!.id as string);
const reauthenticate = (client: ApiClient, password = PASSWORD) =>
  client.post("/v1/auth/reauthenticate", { password });

function expectReauthenticationRequired(reply: ApiResponse<unknown>): void {
  expect(reply.status, reply.text).toBe(403);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(reply.json).toEqual({
    type: expect.stringMatching(/\/reauthentication-required$/),
    title: "Re-authentication required",
    status: 403,
    detail: expect.any(String),
    request_id: reply.headers.get("x-request-id"),
  });
}

type Calls = { organization: string; member: string; webhook: string };
const sensitive: [
  what: string,
  method: string,
  path: (calls: Calls) => string,
  body: (calls: Calls) => object | undefined,
  status: number,
][] = [
  ["creating an admin token", "POST", () => "/tokens", () => ({ name: "CI", role: "admin" }), 201],
  [
    "inviting an owner by email",
    "POST",
    () => "/invitations",
    () => ({ email: "guest@example.com", role: "owner" }),
    201,
  ],
  [
    "creating an invitation link for an admin",
    "POST",
    () => "/invitations",
    () => ({ role: "admin" }),
    201,
  ],
  [
    "rotating a signing secret",
    "POST",
    ({ webhook }) => `/subscribers/${webhook}/rotate-secret`,
    () => ({}),
    200,
  ],
  [
    "making a member an owner",
    "PATCH",
    ({ member }) => `/members/${member}`,
    () => ({ role: "owner" }),
    200,
  ],
  [
    "making an owner an admin",
    "PATCH",
    ({ member }) => `/members/${member}`,
    () => ({ role: "admin" }),
    200,
  ],
  [
    "transferring the organization",
    "POST",
    () => "/transfer",
    ({ member }) => ({ user_id: member }),
    200,
  ],
  ["leaving as an owner", "DELETE", ({ member }) => `/members/${member}`, () => undefined, 204],
  ["deleting the organization", "DELETE", () => "", () => undefined, 202],
];

test("sensitive operations return 403 until the user enters their password again", async ({
  server,
  database,
}) => {
  const [ada, bob] = [await signUp(server.url), await signUp(server.url)];
  const organization = createOrganizationId();
  await addComponent(ada, organization);
  const calls: Calls = { organization, member: bob.user!.id as string, webhook: "" };
  await addMember(database, organization, calls.member, "admin");
  const { json } = await ada.post(`/v1/organizations/${organization}/subscribers`, {
    channel: "webhook",
    address: "https://hooks.example.com/a",
  });
  calls.webhook = json.id as string;
  let caller = ada;
  for (const [what, method, path, body, status] of sensitive) {
    if (what === "leaving as an owner") caller = bob;
    if (what === "deleting the organization") {
      caller = ada;
      await database.query(
        "UPDATE memberships SET role = 'owner' WHERE organization_id = ? AND user_id = ?",
        organization,
        ada.user!.id as string,
      );
    }
    if (what === "leaving as an owner")
      await database.query(
        "UPDATE memberships SET role = 'owner' WHERE organization_id = ?",
        organization,
      );
    const make = () =>
      caller.call(method, `/v1/organizations/${organization}${path(calls)}`, { body: body(calls) });
    await expirePasswordConfirmation(database, caller);
    await test.step(what, async () => {
      expectReauthenticationRequired(await make());
      expect((await reauthenticate(caller)).status).toBe(204);
      expect((await make()).status).toBe(status);
    });
  }
});

test("creating incidents and editor tokens does not require a recently entered password", async ({
  ada,
  orgID,
  database,
}) => {
  await expirePasswordConfirmation(database, ada);
  await addComponent(ada, orgID);
  const incident = await ada.post(`/v1/organizations/${orgID}/incidents`, {
    title: "Slow responses",
    impact: "minor",
  });
  expect(incident.status).toBe(201);
  expect(
    (await ada.post(`/v1/organizations/${orgID}/tokens`, { name: "CI", role: "editor" })).status,
  ).toBe(201);
  expect((await ada.get("/v1/me")).status).toBe(200);
});

test("signing in counts as entering the password, for the new session only", async ({
  server,
  ada,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  await expirePasswordConfirmation(database, ada);
  const again = new ApiClient(server.url);
  await again.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD });
  const create = (client: ApiClient) =>
    client.post(`/v1/organizations/${orgID}/tokens`, { name: "CI", role: "admin" });
  expectReauthenticationRequired(await create(ada));
  expect((await create(again)).status).toBe(201);
});

test("in a session from an earlier release, the password counts as entered at sign-in", async ({
  ada,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const create = () => ada.post(`/v1/organizations/${orgID}/tokens`, { name: "CI", role: "admin" });
  await database.query(
    "UPDATE sessions SET password_at = NULL WHERE user_id = ?",
    ada.user!.id as string,
  );
  expect((await create()).status).toBe(201);
  await database.query(
    "UPDATE sessions SET created_at = ? WHERE user_id = ?",
    OLD,
    ada.user!.id as string,
  );
  expectReauthenticationRequired(await create());
});

test("API tokens are exempt from re-authentication", async ({ ada, orgID, database }) => {
  await addComponent(ada, orgID);
  const { json } = await ada.post(`/v1/organizations/${orgID}/tokens`, {
    name: "CI",
    role: "editor",
  });
  const webhook = await ada.post(`/v1/organizations/${orgID}/subscribers`, {
    channel: "webhook",
    address: "https://hooks.example.com/b",
  });
  await expirePasswordConfirmation(database, ada);
  const headers = { Authorization: `Bearer ${json.token as string}` };
  const rotated = await ada.post(
    `/v1/organizations/${orgID}/subscribers/${webhook.json.id as string}/rotate-secret`,
    {},
    headers,
  );
  expect(rotated.status).toBe(200);
});

test("re-authentication rejects a wrong password with 400, then 429, and requires a session", async ({
  server,
  ada,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  await expirePasswordConfirmation(database, ada);
  for (let failure = 1; failure <= 10; failure++)
    expectInvalid(await reauthenticate(ada, "wrong password"), "password");
  expectProblem(await reauthenticate(ada), 429);
  expectReauthenticationRequired(
    await ada.post(`/v1/organizations/${orgID}/tokens`, { name: "CI", role: "admin" }),
  );
  expectPlainText(await reauthenticate(new ApiClient(server.url)), 401);
});

test(
  "the documentation has a page for the problem type reauthentication-required",
  { tag: "@one-engine" },
  async ({ server }) => {
    const response = await fetch(`${server.url}/docs/problems/reauthentication-required`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('id="problem-reauthentication_required"');
  },
);
