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
import { addMember } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { findLink, waitForEmail } from "../support/mailbox";
import {
  anId,
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  expectedOrganization,
  TEXTS,
} from "../support/expected-responses";

const ACCEPT = "/v1/invitations/accept";
const getPath = (organization: string, id?: string) =>
  `/v1/organizations/${organization}/invitations${id === undefined ? "" : `/${id}`}`;
const getEmail = (client: ApiClient) => client.user!.email as string;
const expectedInvitation = (
  organization: string,
  inviter: ApiClient,
  email: string,
  role: string,
) => ({
  id: anId,
  organization_id: organization,
  email,
  role,
  invited_by: inviter.user!.id,
  created_at: aTimestamp,
  expires_at: aTimestamp,
});

async function invite(
  inviter: ApiClient,
  organization: string,
  email: string,
  role: string,
  dataDir: string,
): Promise<string> {
  const reply = await inviter.post(getPath(organization), { email, role });
  expect(reply.status, reply.text).toBe(201);
  return findLink(await waitForEmail(dataDir, email), "/invitation").searchParams.get("token")!;
}

test("an invitation is emailed, listed, and accepted once by the account with its email address", async ({
  server,
  ada,
  orgID,
}) => {
  await ada.post("/v1/organizations", { id: orgID, name: "Analytical Engines" });
  const email = uniqueEmail();
  const created = await ada.post(getPath(orgID), {
    email: ` ${email.toUpperCase()} `,
    role: "editor",
    organization_id: "other",
  });
  expect([created.status, created.json]).toEqual([
    201,
    expectedInvitation(orgID, ada, email, "editor"),
  ]);
  const { created_at, expires_at } = created.json as { created_at: string; expires_at: string };
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 3_600_000);
  expect((await ada.get(getPath(orgID))).json).toEqual([created.json]);

  const message = await waitForEmail(server.dataDir, email);
  expect(message.subject).toBe("Ada Lovelace invited you to Analytical Engines");
  const token = findLink(message, "/invitation").searchParams.get("token")!;
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(created.text).not.toContain(token);

  const invitee = new ApiClient(server.url);
  expectPlainText(await invitee.post(ACCEPT, { token }), 401, TEXTS.noSession);
  await invitee.post("/v1/auth/register", { email, password: PASSWORD, name: "Grace" });
  expectPlainText(await invitee.get(`/v1/organizations/${orgID}`), 403, TEXTS.notMember);
  const accepted = await invitee.post(ACCEPT, { token });
  expect([accepted.status, accepted.json]).toEqual([
    200,
    expectedOrganization(orgID, { name: "Analytical Engines", role: "editor" }),
  ]);
  expect((await invitee.get("/v1/organizations")).json).toEqual([accepted.json]);
  expect(
    (await invitee.post(`/v1/organizations/${orgID}/components`, { name: "By Grace" })).status,
  ).toBe(201);
  expect((await ada.get(getPath(orgID))).json).toEqual([]);
  expectInvalid(await invitee.post(ACCEPT, { token }), "token");
  expectProblem(await ada.post(getPath(orgID), { email, role: "admin" }), 409);
  expect(server.output()).not.toContain(token);
});

test("accepting with another email address returns 403 in plain text, and the invitation stays valid", async ({
  server,
  ada,
  bob,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const grace = await signUp(server.url, "Grace");
  const token = await invite(ada, orgID, getEmail(grace), "viewer", server.dataDir);
  expectPlainText(await bob.post(ACCEPT, { token }), 403);
  expectPlainText(await bob.get(`/v1/organizations/${orgID}`), 403, TEXTS.notMember);
  expect((await grace.post(ACCEPT, { token })).status).toBe(200);
});

test("a member who accepts an invitation gets 409 and keeps their role", async ({
  server,
  ada,
  bob,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const token = await invite(ada, orgID, getEmail(bob), "admin", server.dataDir);
  await addMember(database, orgID, bob.user!.id as string, "viewer");
  expectProblem(await bob.post(ACCEPT, { token }), 409);
  expect((await bob.get(`/v1/organizations/${orgID}`)).json).toMatchObject({ role: "viewer" });
});

test("only one of many concurrent requests can accept an invitation", async ({
  server,
  ada,
  bob,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const token = await invite(ada, orgID, getEmail(bob), "editor", server.dataDir);
  const replies = await Promise.all(Array.from({ length: 8 }, () => bob.post(ACCEPT, { token })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
});

test("an invitation can be revoked once, only by its own organization", async ({
  server,
  ada,
  bob,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const theirs = createOrganizationId();
  await addComponent(bob, theirs);
  const token = await invite(ada, orgID, getEmail(bob), "editor", server.dataDir);
  const [{ id }] = (await ada.get<[{ id: string }]>(getPath(orgID))).json;
  expectProblem(await bob.call("DELETE", getPath(theirs, id)), 404);
  const ended = await ada.call("DELETE", getPath(orgID, id));
  expect([ended.status, ended.text]).toEqual([204, ""]);
  expectProblem(await ada.call("DELETE", getPath(orgID, id)), 404);
  expectInvalid(await bob.post(ACCEPT, { token }), "token");
});

test("an expired invitation is not listed and cannot be accepted", async ({
  server,
  ada,
  bob,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const token = await invite(ada, orgID, getEmail(bob), "editor", server.dataDir);
  await database.query(
    "UPDATE invitations SET expires_at = created_at WHERE organization_id = ?",
    orgID,
  );
  expect((await ada.get(getPath(orgID))).json).toEqual([]);
  expectInvalid(await bob.post(ACCEPT, { token }), "token");
});

test("each role may invite only up to its own permissions", async ({
  server,
  ada,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const offers: Record<string, number[]> = {
    viewer: [403, 403, 403, 403],
    editor: [403, 403, 403, 403],
    admin: [201, 201, 201, 403],
    owner: [201, 201, 201, 201],
  };
  for (const [held, expected] of Object.entries(offers)) {
    const member = await signUp(server.url, held);
    await addMember(database, orgID, member.user!.id as string, held as "viewer");
    const statuses = [];
    for (const role of ["viewer", "editor", "admin", "owner"])
      statuses.push((await member.post(getPath(orgID), { email: uniqueEmail(), role })).status);
    expect(statuses, held).toEqual(expected);
    expect((await member.get(getPath(orgID))).status).toBe(expected[0] === 403 ? 403 : 200);
  }
  const { json } = await ada.get<JsonObject[]>(getPath(orgID));
  expect(json.map(({ role }) => role)).toEqual([
    "owner",
    "admin",
    "editor",
    "viewer",
    "admin",
    "editor",
    "viewer",
  ]);
});

test(
  "an invalid invitation returns 400 with one entry per invalid field, and creates nothing",
  { tag: "@one-engine" },
  async ({ ada, orgID }) => {
    await addComponent(ada, orgID);
    const body = { email: "a@example.com\r\nBcc: b@example.com", role: "king" };
    expectInvalid(await ada.post(getPath(orgID), body), "email", "role");
    expect((await ada.get(getPath(orgID))).json).toEqual([]);
  },
);

test("an invalid invitation token returns 400 that names the field", async ({ ada }) => {
  for (const body of [
    { token: "a\0" },
    { token: "x" },
    { token: randomUUID() },
    { token: "a".repeat(5_000) },
  ]) {
    expectInvalid(await ada.post(ACCEPT, body), "token");
  }
});
