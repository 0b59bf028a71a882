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
import { findLink, waitForEmail } from "../support/mailbox";
import {
  anId,
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  TEXTS,
} from "../support/expected-responses";

const NEW_PASSWORD = "a completely new password";
const del = (client: ApiClient, path: string, body?: unknown) =>
  client.call("DELETE", path, { body });
const getEmail = (client: ApiClient) => client.user!.email as string;

async function signIn(url: string, email: string, password = PASSWORD): Promise<ApiClient> {
  const client = new ApiClient(url);
  const reply = await client.post(
    "/v1/auth/login",
    { email, password },
    { "User-Agent": "Laptop" },
  );
  expect(reply.status, reply.text).toBe(200);
  return client;
}

test("the name of an account can be changed, and a stale If-Match is rejected", async ({ ada }) => {
  const etag = (await ada.get("/v1/me")).headers.get("etag")!;
  const changed = await ada.call("PATCH", "/v1/me", {
    body: { name: " أدا ", email: "eve@example.com", id: "x" },
    headers: { "If-Match": etag },
  });
  expect([changed.status, changed.json]).toEqual([
    200,
    { ...ada.user, name: "أدا", updated_at: aTimestamp },
  ]);
  expect((await ada.get("/v1/me")).json).toEqual(changed.json);
  expect((await ada.get("/v1/me")).headers.get("etag")).toBe(changed.headers.get("etag"));
  expectProblem(
    await ada.call("PATCH", "/v1/me", { body: { name: "Eve" }, headers: { "If-Match": etag } }),
    412,
  );
  expectInvalid(await ada.call("PATCH", "/v1/me", { body: { name: " " } }), "name");
});

test("a user can list sessions and end one or all others; a new password ends all others", async ({
  server,
  ada,
  bob,
}) => {
  const laptop = await signIn(server.url, getEmail(ada));
  const { json } = await laptop.get<JsonObject[]>("/v1/me/sessions");
  const entry = {
    id: anId,
    client: "Laptop",
    ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
    created_at: aTimestamp,
    last_used_at: aTimestamp,
    expires_at: aTimestamp,
    current: true,
  };
  expect(json).toEqual([entry, { ...entry, id: anId, client: expect.any(String), current: false }]);
  expect(
    (await ada.get<JsonObject[]>("/v1/me/sessions")).json.map(({ current }) => current),
  ).toEqual([false, true]);

  expectProblem(await del(bob, `/v1/me/sessions/${json[0]!.id as string}`), 404);
  const other = await del(ada, `/v1/me/sessions/${json[0]!.id as string}`);
  expect([other.status, other.text, other.headers.getSetCookie()]).toEqual([204, "", []]);
  expectPlainText(await laptop.get("/v1/me"), 401, TEXTS.noSession);
  expectProblem(await del(ada, `/v1/me/sessions/${json[0]!.id as string}`), 404);

  const [one, two] = [
    await signIn(server.url, getEmail(ada)),
    await signIn(server.url, getEmail(ada)),
  ];
  expect((await del(one, "/v1/me/sessions")).status).toBe(204);
  expect([
    (await ada.get("/v1/me")).status,
    (await two.get("/v1/me")).status,
    (await one.get("/v1/me")).status,
  ]).toEqual([401, 401, 200]);

  const three = await signIn(server.url, getEmail(ada));
  expectInvalid(
    await one.call("PUT", "/v1/me/password", {
      body: { current_password: "wrong", new_password: NEW_PASSWORD },
    }),
    "current_password",
  );
  expectInvalid(
    await one.call("PUT", "/v1/me/password", {
      body: { current_password: "", new_password: "short" },
    }),
    "current_password",
    "new_password",
  );
  expect(
    (
      await one.call("PUT", "/v1/me/password", {
        body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
      })
    ).status,
  ).toBe(204);
  expect([(await one.get("/v1/me")).status, (await three.get("/v1/me")).status]).toEqual([
    200, 401,
  ]);
  await signIn(server.url, getEmail(ada), NEW_PASSWORD);

  const own = (await one.get<JsonObject[]>("/v1/me/sessions")).json.find(({ current }) => current)!;
  const left = await del(one, `/v1/me/sessions/${own.id as string}`);
  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session_token=; Max-Age=0;/),
  ]);
  expectPlainText(await one.get("/v1/me"), 401, TEXTS.noSession);
});

test("a new email address is confirmed once by the emailed link, without a session", async ({
  server,
  ada,
  bob,
}) => {
  const old = getEmail(ada);
  const email = uniqueEmail();
  expectInvalid(
    await ada.post("/v1/me/email", { email: "nowhere", password: "" }),
    "email",
    "password",
  );
  expectInvalid(await ada.post("/v1/me/email", { email, password: "wrong" }), "password");
  expectInvalid(await ada.post("/v1/me/email", { email: old, password: PASSWORD }), "email");
  expectPlainText(
    await ada.post("/v1/me/email", { email: getEmail(bob), password: PASSWORD }),
    409,
    TEXTS.emailTaken,
  );
  const reply = await ada.post("/v1/me/email", {
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
  });
  expect([reply.status, reply.json]).toEqual([202, { message: expect.any(String) }]);
  const message = await waitForEmail(server.dataDir, email);
  expect(message.subject).toBe("Confirm your new email address");
  const notice = await waitForEmail(server.dataDir, old);
  expect(notice.text).toContain(email);
  const token = findLink(message, "/confirm-email").searchParams.get("token")!;
  expect(notice.text).not.toContain(token);
  expect((await ada.get("/v1/me")).json).toMatchObject({ email: old });

  const visitor = new ApiClient(server.url);
  for (const bad of ["x", 7])
    expectInvalid(await visitor.post("/v1/me/email/confirm", { token: bad }), "token");
  const confirmed = await visitor.post("/v1/me/email/confirm", { token });
  expect([confirmed.status, confirmed.text, visitor.cookie]).toEqual([204, "", null]);
  expect((await ada.get("/v1/me")).json).toEqual({ ...ada.user, email, updated_at: aTimestamp });
  expectInvalid(await visitor.post("/v1/me/email/confirm", { token }), "token");
  expectPlainText(
    await visitor.post("/v1/auth/login", { email: old, password: PASSWORD }),
    401,
    TEXTS.badCredentials,
  );
  await signIn(server.url, email);
  expect(server.output()).not.toContain(token);
});

test("confirming an email address that another account registered in the meantime returns 409", async ({
  server,
  ada,
}) => {
  const email = uniqueEmail();
  expect((await ada.post("/v1/me/email", { email, password: PASSWORD })).status).toBe(202);
  const token = findLink(
    await waitForEmail(server.dataDir, email),
    "/confirm-email",
  ).searchParams.get("token")!;
  expect(
    (
      await new ApiClient(server.url).post("/v1/auth/register", {
        email,
        password: PASSWORD,
        name: "Quick",
      })
    ).status,
  ).toBe(201);
  expectPlainText(
    await new ApiClient(server.url).post("/v1/me/email/confirm", { token }),
    409,
    TEXTS.emailTaken,
  );
  expect((await ada.get("/v1/me")).json).toEqual(ada.user);
});

test("wrong passwords in an open session count as failed sign-ins", async ({ server }) => {
  const eve = await signUp(server.url);
  for (let i = 0; i < 10; i++)
    expectInvalid(await del(eve, "/v1/me", { password: `guess ${i}` }), "password");
  for (const reply of [
    await del(eve, "/v1/me", { password: PASSWORD }),
    await eve.call("PUT", "/v1/me/password", {
      body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    }),
  ]) {
    expectProblem(reply, 429);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(800);
  }
  expect((await eve.get("/v1/me")).status).toBe(200);
});

test("an account can be deleted, with its sessions, unless it is the only owner of an organization", async ({
  server,
  ada,
  bob,
}) => {
  const [own, theirs] = [createOrganizationId(), createOrganizationId()];
  await ada.post("/v1/organizations", { id: own, name: "Analytical Engines" });
  await addComponent(bob, theirs);
  const invitation = await bob.post(`/v1/organizations/${theirs}/invitations`, { role: "editor" });
  await ada.post("/v1/invitations/accept", {
    token: new URL(invitation.json.link as string).searchParams.get("token"),
  });
  const laptop = await signIn(server.url, getEmail(ada));
  expectInvalid(await del(ada, "/v1/me", {}), "password");
  expectInvalid(await del(ada, "/v1/me", { password: "wrong" }), "password");
  const refused = await del(ada, "/v1/me", { password: PASSWORD });
  expectProblem(refused, 409, { detail: expect.stringContaining(`Analytical Engines (${own})`) });
  expect(refused.text).not.toContain(theirs);
  expect((await del(ada, `/v1/organizations/${own}`)).status).toBe(202);

  const reply = await del(ada, "/v1/me", { password: PASSWORD });
  expect([reply.status, reply.text, reply.headers.getSetCookie()]).toEqual([
    204,
    "",
    [expect.stringMatching(/^session_token=; Max-Age=0;/)],
  ]);
  expectPlainText(await laptop.get("/v1/me"), 401, TEXTS.noSession);
  expectPlainText(
    await new ApiClient(server.url).post("/v1/auth/login", {
      email: getEmail(ada),
      password: PASSWORD,
    }),
    401,
    TEXTS.badCredentials,
  );
  expect((await bob.get<JsonObject[]>(`/v1/organizations/${theirs}/members`)).json).toHaveLength(1);
  expect(
    (
      await new ApiClient(server.url).post("/v1/auth/register", {
        email: getEmail(ada),
        password: PASSWORD,
        name: "Ada again",
      })
    ).status,
  ).toBe(201);
});
