import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  addIncident,
  ApiClient,
  type JsonObject,
  PASSWORD,
  signUp,
} from "../support/api";
import { runCli } from "../support/cli";
import { addSubscriber, readDeliveries } from "../support/deliveries";
import { anId, aTimestamp, expectPlainText, expectProblem } from "../support/expected-responses";
import { expect, test } from "../support/fixtures";
import { listEmails, listRecipients } from "../support/mailbox";
import { startReceiver } from "../support/receiver";
import { allOperations } from "../support/routes";
import { startSmtpServer } from "../support/smtp";
import { type DirectDatabase, openDirectly } from "../support/test-database";

test.use({ publishTo: "local" });

const makeAdministrator = (database: DirectDatabase, { user }: ApiClient) =>
  database.query("UPDATE users SET is_administrator = (1 = 1) WHERE id = ?", user!.id as string);

const administrationCalls = allOperations.filter(({ access }) => access === "administrator");
const NOT_ADMINISTRATOR = "Requires an administrator of this installation.\n";
const bodies: Record<string, JsonObject> = {
  changeUserAccess: { disabled: true },
  changeSuspension: { suspended: true },
};

test("only administrators of the installation can use /v1/admin, only with a session, not a token", async ({
  ada,
  bob,
  orgID,
  server,
  database,
}) => {
  expect(administrationCalls.length).toBeGreaterThan(8);
  await makeAdministrator(database, ada);
  await addComponent(ada, orgID);
  const { json } = await ada.post(`/v1/organizations/${orgID}/tokens`, {
    name: "CI",
    role: "admin",
  });
  for (const { id, method, path } of administrationCalls) {
    const url = path.replace("{userID}", ada.user!.id as string).replace("{organizationID}", orgID);
    const options = bodies[id] === undefined ? {} : { body: bodies[id] };
    expectPlainText(await bob.call(method, url, options), 403, NOT_ADMINISTRATOR);
    const headers = { Authorization: `Bearer ${json.token as string}` };
    const withToken = await new ApiClient(server.url).call(method, url, { ...options, headers });
    expect(withToken.status, id).toBe(401);
  }
  expect((await ada.get("/v1/me")).status).toBe(200);
  expect((await ada.get("/v1/admin/users")).status).toBe(200);
  await database.query(
    "UPDATE users SET is_administrator = (1 = 0) WHERE id = ?",
    ada.user!.id as string,
  );
  expectPlainText(await ada.get("/v1/admin/users"), 403, NOT_ADMINISTRATOR);
});

test("the first user of an installation is its administrator, and the second one is not", async ({
  launch,
}) => {
  const server = await launch();
  const [first, second] = [await signUp(server.url), await signUp(server.url)];
  const users = await first.get<JsonObject[]>("/v1/admin/users");
  expect(users.json).toEqual([
    {
      id: second.user!.id,
      name: "Ada Lovelace",
      email: second.user!.email,
      administrator: false,
      disabled_at: null,
      created_at: aTimestamp,
      last_active_at: aTimestamp,
      sessions: 1,
      organizations: 0,
    },
    expect.objectContaining({ id: first.user!.id, administrator: true }),
  ]);
  expectPlainText(await second.get("/v1/admin/users"), 403, NOT_ADMINISTRATOR);
});

test("a disabled user is signed out and can't sign in or use API tokens until enabled again", async ({
  ada,
  bob,
  orgID,
  server,
  database,
}) => {
  await makeAdministrator(database, ada);
  await addComponent(bob, orgID);
  const { json: created } = await bob.post(`/v1/organizations/${orgID}/tokens`, {
    name: "CI",
    role: "editor",
  });
  const token = { Authorization: `Bearer ${created.token as string}` };
  const components = `/v1/organizations/${orgID}/components`;
  const readWithToken = () => new ApiClient(server.url).get(components, token);
  const signIn = () =>
    new ApiClient(server.url).post("/v1/auth/login", {
      email: bob.user!.email,
      password: PASSWORD,
    });
  const user = `/v1/admin/users/${bob.user!.id as string}`;
  expect((await readWithToken()).status).toBe(200);

  const disabled = await ada.call("PATCH", user, { body: { disabled: true } });
  expect(disabled.json).toMatchObject({ disabled_at: aTimestamp, sessions: 0, organizations: 1 });
  expect((await bob.get("/v1/me")).status).toBe(401);
  expect((await readWithToken()).status).toBe(401);
  expectPlainText(
    await signIn(),
    403,
    "Your account is disabled. Contact the administrator of this installation.\n",
  );
  expect((await signIn()).headers.getSetCookie()).toEqual([]);

  expect((await ada.call("PATCH", user, { body: { disabled: false } })).json).toMatchObject({
    disabled_at: null,
  });
  expect((await signIn()).status).toBe(200);
  expect((await readWithToken()).status).toBe(200);
  expect((await ada.call("DELETE", `${user}/sessions`)).status).toBe(204);
  const { json: entries } = await ada.get<JsonObject[]>(
    `/v1/admin/audit-log?subject_id=${bob.user!.id as string}`,
  );
  expect(entries).toMatchObject([
    { action: "user.sessions_ended", before: { sessions: 1 } },
    { action: "user.enabled" },
    { action: "user.disabled" },
  ]);
  expect(entries[2]).toEqual({
    id: anId,
    at: aTimestamp,
    actor: { kind: "user", id: ada.user!.id, name: "Ada Lovelace" },
    action: "user.disabled",
    subject: { type: "user", id: bob.user!.id, name: bob.user!.email },
    before: null,
    after: null,
    ip_address: "127.0.0.1",
    user_agent: expect.any(String) as unknown,
    request_id: anId,
  });
});

test("administrators can't disable themselves, and unknown users and organizations return 404", async ({
  ada,
  database,
}) => {
  await makeAdministrator(database, ada);
  const own = `/v1/admin/users/${ada.user!.id as string}`;
  expectProblem(await ada.call("PATCH", own, { body: { disabled: true } }), 409);
  expect((await ada.get("/v1/me")).status).toBe(200);
  const unknown = "01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f";
  const requests: [string, string, JsonObject?][] = [
    ["PATCH", `/v1/admin/users/${unknown}`, { disabled: true }],
    ["DELETE", `/v1/admin/users/${unknown}/sessions`],
    ["PATCH", `/v1/admin/organizations/${createOrganizationId()}`, { suspended: true }],
  ];
  for (const [method, path, body] of requests)
    expectProblem(await ada.call(method, path, body === undefined ? {} : { body }), 404);
});

test("a suspended organization can be read but not changed, and has no status page until the suspension ends", async ({
  orgID,
  getServer,
}) => {
  const server = await getServer({ WEBHOOK_ALLOW_PRIVATE: "on" });
  const [ada, owner] = [await signUp(server.url), await signUp(server.url)];
  const receiver = await startReceiver();
  const organization = `/v1/organizations/${orgID}`;
  await addComponent(owner, orgID);
  await addSubscriber(owner, orgID, { address: receiver.url });
  const readPage = async (path = "") =>
    (await fetch(`${server.url}/status/${orgID}${path}`)).status;
  expect(await readPage()).toBe(200);
  const listStored = () =>
    readdirSync(join(server.dataDir, "public"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(orgID))
      .map(({ name }) => name);
  await expect.poll(listStored).not.toEqual([]);
  const suspend = (suspended: boolean) =>
    ada.call("PATCH", `/v1/admin/organizations/${orgID}`, { body: { suspended } });

  expect((await suspend(true)).json).toEqual({
    id: orgID,
    name: orgID,
    suspended_at: aTimestamp,
    created_at: aTimestamp,
    members: 1,
    components: 1,
    incidents: 0,
    subscribers: 1,
  });
  for (const path of ["", "/history", "/api/v2/summary.json"])
    await expect.poll(() => readPage(path)).toBe(404);
  await expect.poll(listStored).toEqual([]);
  expect((await owner.get(organization)).json).toMatchObject({ suspended_at: aTimestamp });
  const rejected = [
    await owner.post(`${organization}/incidents`, { title: "API is down", impact: "major" }),
    await owner.call("PATCH", organization, { body: { name: "Acme" } }),
    await owner.call("DELETE", organization),
  ];
  for (const reply of rejected)
    expectPlainText(
      reply,
      403,
      "This organization is suspended and can't be changed. Contact the administrator of this installation.\n",
    );
  const subscription = { channel: "email", address: "reader@example.com" };
  expectProblem(await owner.post(`${organization}/subscriptions`, subscription), 404);

  expect((await suspend(false)).json).toMatchObject({ suspended_at: null });
  await expect.poll(() => readPage()).toBe(200);
  await expect.poll(listStored).not.toEqual([]);
  await addIncident(owner, orgID, { title: "After the suspension" });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]!.body).toContain("After the suspension");
  expect((await readDeliveries(owner, orgID)).length).toBe(1);
  await receiver.stop();
});

test("administrators see the results of the checks, and the IP address and headers of their request", async ({
  ada,
  database,
}) => {
  await makeAdministrator(database, ada);
  const { json } = await ada.get<{ checks: { name: string; status: string }[] }>(
    "/v1/admin/checks",
  );
  expect(json.checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect(json.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...["node", "app", "schema", "data directory", "disk", "settings", "database", "migrations"],
      ...["encryption key", "database version", "clock", "queue of deliveries", "email"],
      ...["backups", "proxy"],
    ]),
  );
  const { json: own } = await ada.get("/v1/admin/process", { Via: "1.1 proxy" });
  expect(own).toMatchObject({
    request: {
      client: "127.0.0.1",
      protocol: "http",
      headers: [{ name: "host" }, { name: "via", value: "1.1 proxy" }],
    },
  });
  expect(JSON.stringify(own)).not.toContain("session_token");
});

test(
  "sending a test email returns the response of the mail server",
  { tag: "@one-engine" },
  async ({ launch }) => {
    let isRejecting = false;
    const smtp = await startSmtpServer({
      onRcptTo: (_address, _session, callback) =>
        callback(
          isRejecting
            ? Object.assign(new Error("Mailbox unavailable"), { responseCode: 550 })
            : null,
        ),
    });
    const server = await launch({ SMTP_URL: smtp.url, EMAIL_VERIFICATION: "off" });
    const ada = await signUp(server.url);
    const sent = await ada.post("/v1/admin/test-email");
    expect(sent.json).toEqual({
      name: "test email",
      status: "ok",
      message: `The mail server accepted the email to ${ada.user!.email as string}: 250 OK queued as 4711`,
    });
    expect(smtp.received.map(({ to }) => to)).toEqual([[ada.user!.email]]);
    isRejecting = true;
    const rejected = await ada.post("/v1/admin/test-email");
    expect(rejected.json).toMatchObject({
      status: "fail",
      message: expect.stringContaining("Mailbox unavailable") as unknown,
      fix: "Correct SMTP_URL and MAIL_FROM.",
    });
    await smtp.stop();
  },
);

test("without a mail server, the test email is written to a file", async ({
  ada,
  database,
  server,
}) => {
  await makeAdministrator(database, ada);
  const sent = await ada.post("/v1/admin/test-email");
  expect(sent.json).toMatchObject({ status: "warn", fix: "Set SMTP_URL to send emails." });
  const emails = await listEmails(server.dataDir);
  expect(emails.flatMap(listRecipients)).toContain(ada.user!.email);
});

test("a failed request is listed as a recent error, with its request ID and cause", async ({
  launch,
  orgID,
}) => {
  const server = await launch();
  const ada = await signUp(server.url);
  await addComponent(ada, orgID);
  const readErrors = async () =>
    (await ada.get<{ recent_errors: JsonObject[] }>("/v1/admin/process")).json.recent_errors;
  expect(await readErrors()).toEqual([]);
  const database = await openDirectly(server.databaseUrl);
  await database.query("DROP TABLE templates");
  await database.close();
  const failed = await ada.get(`/v1/organizations/${orgID}/templates`);
  expect(failed.status).toBe(500);
  expect(await readErrors()).toEqual([
    {
      at: aTimestamp,
      message: "request failed",
      error: expect.stringContaining("templates") as unknown,
      request_id: failed.headers.get("x-request-id"),
    },
  ]);
});

test("the installation's audit log contains the actions of the command line", async ({
  launch,
  createServerStorage,
}) => {
  const storage = await createServerStorage();
  const server = await launch({}, storage);
  const ada = await signUp(server.url);
  const email = ada.user!.email as string;
  for (const args of [
    ["user", "create", "grace@example.com", "--admin"],
    ["user", "make-admin", email],
    ["user", "make-admin", "grace@example.com", "--remove"],
    ["backup", `${storage.dataDir}/candor.backup`],
  ])
    expect((await runCli(args, storage)).code, args.join(" ")).toBe(0);
  const { json } = await ada.get<JsonObject[]>("/v1/admin/audit-log");
  const byCommandLine = { kind: "system", id: null, name: "Command line" };
  expect(json.map(({ actor, action }) => ({ actor, action }))).toEqual(
    [
      "backup.created",
      "user.administrator_removed",
      "user.administrator_added",
      "user.created",
    ].map((action) => ({ actor: byCommandLine, action })),
  );
});
