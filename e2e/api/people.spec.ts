import { randomUUID } from "node:crypto";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  ApiClient,
  PASSWORD,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import {
  expectInvalid,
  expectPlainText,
  expectProblem,
  aTimestamp,
  expectedMember,
  expectedOrganization,
  TEXTS,
} from "../support/expected-responses";

const ACCEPT = "/v1/invitations/accept";
const getPath = (organization: string, path: string) => `/v1/organizations/${organization}/${path}`;
const getId = (client: ApiClient) => client.user!.id as string;

async function join(
  owner: ApiClient,
  client: ApiClient,
  organization: string,
  role: string,
): Promise<void> {
  const { json } = await owner.post(getPath(organization, "invitations"), { role });
  const reply = await client.post(ACCEPT, {
    token: new URL(json.link as string).searchParams.get("token"),
  });
  expect(reply.status, reply.text).toBe(200);
}

test("members accept an invitation link, change roles, transfer ownership, are removed, and leave", async ({
  server,
  ada,
  bob,
  orgID,
}) => {
  await ada.post("/v1/organizations", { id: orgID, name: "Analytical Engines" });
  const made = await ada.post(getPath(orgID, "invitations"), { role: "editor" });
  expect(made.status).toBe(201);
  const link = new URL(made.json.link as string);
  expect(link.pathname).toBe("/invitation");
  expect(made.json).toMatchObject({ email: null, role: "editor", invited_by: getId(ada) });
  const { link: _, ...listed } = made.json;
  expect((await ada.get(getPath(orgID, "invitations"))).json).toEqual([listed]);
  const token = link.searchParams.get("token");
  const [first, second] = await Promise.all([
    bob.post(ACCEPT, { token }),
    (await signUp(server.url)).post(ACCEPT, { token }),
  ]);
  expect([first.status, second.status].toSorted()).toEqual([200, 400]);
  if (first.status === 400) await join(ada, bob, orgID, "editor");
  const grace = await signUp(server.url, "Grace Hopper");
  await join(ada, grace, orgID, "viewer");

  const members = (await grace.get<JsonObject[]>(getPath(orgID, "members"))).json;
  expect(members[0]).toEqual(
    expectedMember({
      id: getId(grace),
      name: "Grace Hopper",
      email: grace.user!.email,
      role: "viewer",
      last_active_at: aTimestamp,
    }),
  );
  expect(members.at(-1)).toEqual(
    expectedMember({
      ...{ id: getId(ada), name: "Ada Lovelace", role: "owner" },
      last_active_at: aTimestamp,
    }),
  );
  const bobsPath = getPath(orgID, `members/${getId(bob)}`);
  const shown = await grace.get(bobsPath);
  const etag = shown.headers.get("etag")!;
  expectPlainText(await grace.patch(bobsPath, { role: "viewer" }), 403);
  const promoted = await ada.patch(bobsPath, { role: "admin" }, { "If-Match": etag });
  expect([promoted.status, promoted.json]).toEqual([200, { ...shown.json, role: "admin" }]);
  expect(promoted.headers.get("etag")).toBe((await ada.get(bobsPath)).headers.get("etag"));
  expectProblem(await ada.patch(bobsPath, { role: "viewer" }, { "If-Match": etag }), 412);
  expectInvalid(await ada.patch(bobsPath, { role: "king" }), "role");

  expectPlainText(
    await bob.patch(getPath(orgID, `members/${getId(grace)}`), { role: "owner" }),
    403,
  );
  expectPlainText(
    await bob.patch(getPath(orgID, `members/${getId(ada)}`), { role: "viewer" }),
    403,
  );
  expectPlainText(await bob.delete(getPath(orgID, `members/${getId(ada)}`)), 403);
  expectPlainText(await bob.post(getPath(orgID, "transfer"), { user_id: getId(bob) }), 403);
  expectProblem(await ada.delete(getPath(orgID, `members/${getId(ada)}`)), 409);
  expectInvalid(await ada.post(getPath(orgID, "transfer"), { user_id: getId(ada) }), "user_id");

  const transferred = await ada.post(getPath(orgID, "transfer"), { user_id: getId(bob) });
  expect([transferred.status, transferred.json]).toEqual([
    200,
    expectedOrganization(orgID, { name: "Analytical Engines", role: "admin" }),
  ]);
  expect((await bob.get(`/v1/organizations/${orgID}`)).json).toMatchObject({ role: "owner" });
  expect((await bob.delete(getPath(orgID, `members/${getId(grace)}`))).status).toBe(204);
  expectPlainText(await grace.get(getPath(orgID, "members")), 403, TEXTS.notMember);
  expect((await ada.delete(getPath(orgID, `members/${getId(ada)}`))).status).toBe(204);
  expectProblem(await bob.delete(getPath(orgID, `members/${getId(ada)}`)), 404);
  expect((await ada.get("/v1/organizations")).json).toEqual([]);
});

test("members are listed in pages of 100, each once", async ({ ada, orgID, database }) => {
  await addComponent(ada, orgID);
  for (let i = 0; i < 105; i++) {
    const id = randomUUID();
    await database.query(
      "INSERT INTO users (id, email, name, password_hash, created_at, updated_at) " +
        "SELECT ?, ?, name, password_hash, created_at, updated_at FROM users WHERE id = ?",
      id,
      uniqueEmail(),
      getId(ada),
    );
    await database.query(
      "INSERT INTO memberships (organization_id, user_id, role, created_at) " +
        "SELECT id, ?, 'viewer', created_at FROM organizations WHERE id = ?",
      id,
      orgID,
    );
  }
  const first = await ada.get<JsonObject[]>(getPath(orgID, "members"));
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
  const second = await ada.get<JsonObject[]>(next);
  expect([first.json.length, second.json.length, second.headers.get("link")]).toEqual([
    100,
    6,
    null,
  ]);
  expect(new Set([...first.json, ...second.json].map(({ id }) => id)).size).toBe(106);
  expectInvalid(await ada.get(getPath(orgID, "members?before=x")), "before");
});

test("page settings can be read and changed, and errors name their fields", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const path = `/v1/organizations/${orgID}`;
  const given = {
    about: "Engines.",
    website_url: "https://acme.example",
    support_url: "https://acme.example/help",
    reply_to: " Help@ACME.example ",
    accent_color: "#1A73E8",
    languages: ["de", "en"],
    indexed: false,
  };
  const expected = expectedOrganization(orgID, {
    ...given,
    website_url: "https://acme.example/",
    reply_to: "help@acme.example",
    accent_color: "#1a73e8",
  });
  const changed = await ada.patch(path, { ...given, logo_url: "https://evil.example/" });
  expect([changed.status, changed.json]).toEqual([200, expected]);
  const read = await ada.get(path);
  expect([read.json, read.headers.get("etag")]).toEqual([expected, changed.headers.get("etag")]);
  expect((await ada.get("/v1/organizations")).json).toEqual([expected]);
  const bad = {
    name: "",
    time_zone: "Mars/Olympus",
    about: "x".repeat(2001),
    website_url: "javascript:alert(1)",
    support_url: "",
    reply_to: "acme",
    accent_color: "blue",
    languages: ["en", "tlh"],
    indexed: "yes",
  };
  expectInvalid(
    await ada.patch(path, bad),
    "name",
    "time_zone",
    "about",
    "website_url",
    "support_url",
    "reply_to",
    "accent_color",
    "languages.1",
    "indexed",
  );
  expect((await ada.get(path)).text).toBe(read.text);
});

test("organization settings support If-Match; a deleted organization's ID can be used again", async ({
  ada,
  bob,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  await join(ada, bob, orgID, "admin");
  const path = `/v1/organizations/${orgID}`;
  const etag = (await ada.get(path)).headers.get("etag")!;
  const changed = await ada.patch(
    path,
    { name: "  Engines 🚂 ", time_zone: "europe/berlin", id: "other", role: "viewer" },
    { "If-Match": etag },
  );
  expect([changed.status, changed.json]).toEqual([
    200,
    expectedOrganization(orgID, { name: "Engines 🚂", time_zone: "Europe/Berlin" }),
  ]);
  expect((await ada.get(path)).json).toEqual(changed.json);
  expectProblem(await ada.patch(path, { name: "Lost update" }, { "If-Match": etag }), 412);
  expect((await bob.patch(path, { name: "By an admin" })).status).toBe(200);
  expectPlainText(await bob.delete(path), 403);
  expectProblem(await ada.delete(path, { "If-Match": etag }), 412);
  expectProblem(
    await ada.patch(`/v1/organizations/${createOrganizationId()}`, { name: "Unused" }),
    404,
  );

  expect((await ada.delete(path)).status).toBe(202);
  expectProblem(await ada.get(path), 404);
  // The ID is free once the data has been deleted.
  await expect.poll(async () => (await ada.get(`${path}/components`)).json).toEqual([]);
  await addComponent(bob, orgID, "New");
  expect((await bob.get<JsonObject[]>(`${path}/components`)).json).toMatchObject([
    { name: "New", position: 0 },
  ]);
  expectPlainText(await ada.get(path), 403, TEXTS.notMember);
  expect(
    await database.query(
      "SELECT action, actor_name FROM audit_entries WHERE organization_id = ? AND action = 'organization.deleted'",
      orgID,
    ),
  ).toEqual([{ action: "organization.deleted", actor_name: "Ada Lovelace" }]);
});

test(
  "with closed registration, an invited person can register with the invitation token and accept",
  { tag: "@one-engine" },
  async ({ launch, server, ada, orgID }) => {
    await addComponent(ada, orgID);
    const { url } = await launch({ REGISTRATION: "closed" }, server);
    const strict = new ApiClient(url);
    strict.cookie = ada.cookie;
    const token = new URL(
      (await strict.post(getPath(orgID, "invitations"), { role: "editor" })).json.link as string,
    ).searchParams.get("token");
    const grace = new ApiClient(url);
    const account = { email: uniqueEmail(), password: PASSWORD, name: "Grace" };
    expectPlainText(await grace.post("/v1/auth/register", account), 403);
    expectPlainText(
      await grace.post("/v1/auth/register", { ...account, invitation_token: "x" }),
      403,
    );
    expectInvalid(
      await grace.post("/v1/auth/register", { ...account, invitation_token: 7 }),
      "invitation_token",
    );
    expect(
      (await grace.post("/v1/auth/register", { ...account, invitation_token: token })).status,
    ).toBe(201);
    expectPlainText(await grace.get(`/v1/organizations/${orgID}`), 403, TEXTS.notMember);
    expect((await grace.post(ACCEPT, { token })).json).toEqual(
      expectedOrganization(orgID, { role: "editor" }),
    );
    expectPlainText(
      await new ApiClient(url).post("/v1/auth/register", {
        ...account,
        email: uniqueEmail(),
        invitation_token: token,
      }),
      403,
    );
  },
);
