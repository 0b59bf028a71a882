import { randomUUID } from "node:crypto";
import {
  addComponent,
  addIncident,
  ApiClient,
  type ApiResponse,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { addMember } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import {
  anId,
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  TEXTS,
} from "../support/expected-responses";

const webhook = () => `https://receiver.example/${randomUUID()}`;
const aSecret: unknown = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/);
const csv = { "Content-Type": "text/csv" };

const expectedSubscriber = (organization: string, expected: JsonObject) => ({
  id: anId,
  organization_id: organization,
  state: "active",
  everything: true,
  component_updates: false,
  component_ids: [],
  incident_ids: [],
  language: null,
  contact_email: null,
  quarantined_at: null,
  confirmed_at: aTimestamp,
  created_at: aTimestamp,
  updated_at: aTimestamp,
  ...expected,
});

async function subscribe(
  client: ApiClient,
  organization: string,
  body: JsonObject = {},
): Promise<JsonObject> {
  const reply = await client.post(`/v1/organizations/${organization}/subscribers`, {
    channel: "webhook",
    address: webhook(),
    ...body,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.json;
}

test("a subscriber is created, read, edited, and deleted", async ({ ada, orgID }) => {
  const [a, b] = [await addComponent(ada, orgID, "API"), await addComponent(ada, orgID, "Web")];
  const incident = (await addIncident(ada, orgID)).id;
  const path = `/v1/organizations/${orgID}/subscribers`;
  const address = webhook();
  const created = await ada.post(path, {
    channel: "webhook",
    address,
    component_ids: [b, a],
    contact_email: "OPS@example.com",
  });
  expect(created.status).toBe(201);
  const { secret, ...subscriber } = created.json;
  expect(secret).toEqual(aSecret);
  expect(subscriber).toEqual(
    expectedSubscriber(orgID, {
      channel: "webhook",
      address,
      everything: false,
      component_ids: [a, b],
      contact_email: "ops@example.com",
    }),
  );

  expect((await ada.get(`${path}/${subscriber.id}`)).json).toEqual(subscriber);
  expect((await ada.get(path)).json).toEqual([subscriber]);
  const changed = await ada.call("PATCH", `${path}/${subscriber.id}`, {
    body: {
      component_ids: [],
      incident_ids: [incident],
      component_updates: true,
      language: "pt",
      contact_email: null,
    },
  });
  expect(changed.json).toEqual({
    ...subscriber,
    component_updates: true,
    component_ids: [],
    incident_ids: [incident],
    language: "pt",
    contact_email: null,
    updated_at: aTimestamp,
  });

  expect((await ada.call("DELETE", `${path}/${subscriber.id}`)).status).toBe(204);
  expectProblem(await ada.call("DELETE", `${path}/${subscriber.id}`), 404);
  expectProblem(await ada.get(`${path}/${subscriber.id}`), 404);
  expect((await ada.get(path)).json).toEqual([]);
});

test("editing a subscriber with a stale If-Match is rejected", async ({ ada, orgID }) => {
  const path = `/v1/organizations/${orgID}/subscribers/${(await subscribe(ada, orgID)).id as string}`;
  const change = (email: string, etag: string) =>
    ada.call("PATCH", path, { body: { contact_email: email }, headers: { "If-Match": etag } });
  const seen = (await ada.get(path)).headers.get("etag")!;
  const first = await change("ops@example.com", seen);
  expect([first.status, first.headers.get("etag")]).toEqual([
    200,
    (await ada.get(path)).headers.get("etag"),
  ]);
  expectProblem(await change("dev@example.com", seen), 412);
  expect((await ada.get(path)).json).toEqual(first.json);
});

test("an email subscriber must confirm unless confirmation is skipped; a chat URL is masked and encrypted", async ({
  ada,
  orgID,
  database,
}) => {
  const [unconfirmed, known] = [uniqueEmail(), uniqueEmail()];
  expect(await subscribe(ada, orgID, { channel: "email", address: unconfirmed })).toEqual(
    expectedSubscriber(orgID, {
      channel: "email",
      address: unconfirmed,
      state: "unconfirmed",
      confirmed_at: null,
    }),
  );
  expect(
    await subscribe(ada, orgID, { channel: "email", address: known, skip_confirmation: true }),
  ).toEqual(expectedSubscriber(orgID, { channel: "email", address: known }));
  const emails = await database.query(
    "SELECT recipient FROM mail_jobs WHERE recipient IN (?, ?)",
    unconfirmed,
    known,
  );
  expect(emails).toEqual([{ recipient: unconfirmed }]);
  const slack = await subscribe(ada, orgID, {
    channel: "slack",
    address: "https://hooks.slack.com/services/T0/B0/secretab12",
  });
  expect(slack).toEqual(
    expectedSubscriber(orgID, { channel: "slack", address: "https://hooks.slack.com/…/ab12" }),
  );
  expect(
    JSON.stringify(
      await database.query("SELECT * FROM subscribers WHERE organization_id = ?", orgID),
    ),
  ).not.toContain("secretab12");
});

test(
  "ten concurrent requests subscribe an address once",
  { tag: "@postgresql" },
  async ({ ada, orgID }) => {
    await addComponent(ada, orgID);
    const body = { channel: "webhook", address: webhook() };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ada.post(`/v1/organizations/${orgID}/subscribers`, body)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expectProblem(
      replies.find(({ status }) => status === 409)!,
      409,
    );
  },
);

test("each page of the subscriber list links to the next one with the same filter", async ({
  ada,
  orgID,
}) => {
  const rows = Array.from(
    { length: 230 },
    (_, index) => `${index}-${orgID}@example.com,true\n`,
  ).join("");
  expect(
    (
      await ada.call("POST", `/v1/organizations/${orgID}/subscribers/import`, {
        rawBody: `address,confirmed\n${rows}`,
        headers: csv,
      })
    ).json,
  ).toMatchObject({ created: 230 });
  const sizes: number[] = [];
  const seen: unknown[] = [];
  for (
    let path: string | undefined = `/v1/organizations/${orgID}/subscribers?channel=email`;
    path !== undefined;
  ) {
    const { headers, json }: ApiResponse<JsonObject[]> = await ada.get<JsonObject[]>(path);
    sizes.push(json.length);
    seen.push(...json.map(({ address }) => address));
    path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    expect(path === undefined || path.includes("channel=email")).toBe(true);
  }
  expect(sizes).toEqual([100, 100, 30]);
  expect(seen).toEqual(
    Array.from({ length: 230 }, (_, index) => `${229 - index}-${orgID}@example.com`),
  );
  expect(
    (
      await ada.get<JsonObject[]>(
        `/v1/organizations/${orgID}/subscribers?q=${encodeURIComponent("17-")}&state=active`,
      )
    ).json,
  ).toHaveLength(3);
});

test("a rotated secret is shown once", async ({ ada, orgID }) => {
  const { id, secret, ...subscriber } = await subscribe(ada, orgID);
  const path = `/v1/organizations/${orgID}/subscribers/${id as string}`;
  const rotated = await ada.post(`${path}/rotate-secret`, {});
  expect(rotated.json).toEqual({ ...subscriber, id, secret: aSecret, updated_at: aTimestamp });
  expect(rotated.json.secret).not.toBe(secret);
  expect((await ada.get(path)).text).not.toContain("whsec_");
  expectInvalid(await ada.post(`${path}/rotate-secret`, { overlap_hours: 169 }), "overlap_hours");
  const { id: mailbox } = await subscribe(ada, orgID, {
    channel: "email",
    address: uniqueEmail(),
  });
  expectProblem(
    await ada.post(`/v1/organizations/${orgID}/subscribers/${mailbox as string}/rotate-secret`, {}),
    409,
  );
});

test("a quarantined subscriber can be reactivated once", async ({ ada, orgID, database }) => {
  const { id } = await subscribe(ada, orgID);
  const path = `/v1/organizations/${orgID}/subscribers/${id as string}/reactivate`;
  expectProblem(await ada.post(path, { replay: true }), 409);
  await database.query(
    "UPDATE subscribers SET state = 'quarantined', quarantined_at = created_at WHERE id = ?",
    id as string,
  );
  expectInvalid(await ada.post(path, {}), "replay");
  const reply = await ada.post(path, { replay: true });
  expect(reply.json).toMatchObject({
    id,
    state: "active",
    quarantined_at: null,
    replayed: 0,
    cancelled: 0,
  });
  expectProblem(await ada.post(path, { replay: true }), 409);
});

test("a CSV import returns a report; importing the exported file again changes nothing", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID, "=API;1");
  await addComponent(ada, orgID, "Web");
  const path = `/v1/organizations/${orgID}/subscribers`;
  const file = [
    "channel,address,components,contact_email,confirmed,component_updates,language",
    `email,+a-${orgID}@example.com,Web,,true,,de`,
    `webhook,https://receiver.example/${orgID},,ops@example.com,,yes,`,
    "fax,1,,,",
    `slack,https://hooks.slack.com/services/${orgID},Web,,`,
    "",
  ].join("\n");
  const load = (rawBody: string | Uint8Array) =>
    ada.call(`POST`, `${path}/import`, {
      rawBody,
      headers: { "Content-Type": "text/csv; charset=utf-8" },
    });
  const report = await load(file);
  expect(report.status).toBe(200);
  expect(report.json).toEqual({
    created: 3,
    updated: 0,
    skipped: 0,
    failed: 1,
    rows: [
      { line: 2, status: "created" },
      { line: 3, status: "created", secret: aSecret },
      { line: 4, status: "failed", message: expect.any(String) },
      { line: 5, status: "created" },
    ],
  });
  const before = (await ada.get(path)).text;
  const exported = await ada.get(`${path}/export`);
  expect(exported.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(exported.headers.get("content-disposition")).toBe(
    `attachment; filename="subscribers-${orgID}.csv"`,
  );
  expect(exported.text).toBe(
    [
      "channel,address,components,contact_email,confirmed,component_updates,language",
      `email,'+a-${orgID}@example.com,Web,,true,false,de`,
      `webhook,https://receiver.example/${orgID},,ops@example.com,true,true,`,
      `slack,https://hooks.slack.com/services/${orgID},Web,,true,false,`,
      "",
    ].join("\r\n"),
  );
  expect((await load(exported.text)).json).toMatchObject({
    created: 0,
    updated: 0,
    skipped: 3,
    failed: 0,
  });
  expect((await ada.get(path)).text).toBe(before);
});

test("an invalid or too large import file is rejected as a whole", async ({ ada, orgID }) => {
  await addComponent(ada, orgID);
  const path = `/v1/organizations/${orgID}/subscribers/import`;
  expectProblem(await ada.post(path, { address: "a@example.com" }), 415);
  expectProblem(
    await ada.call("POST", path, { rawBody: new Uint8Array([0xff, 0xfe, 0x00]), headers: csv }),
    400,
  );
  for (const rawBody of ["", "x\ny\n", "address,address\n"])
    expectProblem(await ada.call("POST", path, { rawBody, headers: csv }), 400, {
      errors: [{ path: "", message: expect.any(String) }],
    });
  expectProblem(
    await ada.call("POST", path, {
      rawBody: `address\n${"a@example.com\n".repeat(20_001)}`,
      headers: csv,
    }),
    413,
  );
  expectProblem(
    await ada.call("POST", path, { rawBody: "a".repeat(5_242_881), headers: csv }),
    413,
  );
});

const unusedId = "01900000-0000-7000-8000-000000000000";

test("an invalid subscriber returns 400 with one entry per field, and is not created", async ({
  ada,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/subscribers`;
  const bad = {
    address: "https://user:pass@example.com/",
    component_ids: ["\0"],
    incident_ids: "all",
    everything: "yes",
    contact_email: "ops@example.com\r\nBcc: b@example.com",
  };
  expectInvalid(
    await ada.post(path, { channel: "webhook", ...bad }),
    "address",
    "component_ids.0",
    "incident_ids",
    "everything",
    "contact_email",
  );
  expectInvalid(await ada.post(path, { channel: "__proto__", ...bad }), "channel");
  const valid = { channel: "webhook", address: "https://example.com/" };
  const rejected: [string, JsonObject][] = [
    ["address", { address: "http://169.254.169.254/latest/meta-data" }],
    [
      "address",
      { channel: "discord", address: "https://discord.com.evil.example/api/webhooks/1/x" },
    ],
    ["component_ids.0", { component_ids: ["' OR 1=1"] }],
    ["incident_ids.0", { incident_ids: [unusedId] }],
    ["everything", { everything: true, component_ids: [unusedId] }],
  ];
  for (const [field, fields] of rejected)
    expectInvalid(await ada.post(path, { ...valid, ...fields }), field);
  await addComponent(ada, orgID);
  expect((await ada.get(path)).json).toEqual([]);
});

test("invalid queries of the subscriber list return 400, and unknown subscriber IDs 404", async ({
  ada,
  orgID,
}) => {
  await subscribe(ada, orgID);
  const path = `/v1/organizations/${orgID}/subscribers`;
  expectInvalid(
    await ada.get(`${path}?before=x&channel=fax&state=gone&q=%00&component_id=%00`),
    "before",
    "channel",
    "state",
    "q",
    "component_id",
  );
  for (const query of [
    "q=%ED%A0%80",
    "q=%25",
    "q=_",
    "q=%27%3B--",
    "q=",
    `component_id=${unusedId}`,
    `before=${unusedId}`,
  ])
    expect((await ada.get(`${path}?${query}`)).status, query).toBe(200);
  for (const id of ["x", "%00", "..%2F..", "import/x", unusedId, "a".repeat(3_000)]) {
    expect(
      (await sendRawRequest(ada.url, "GET", `${path}/${id}`, { headers: { Cookie: ada.cookie! } }))
        .status,
      id,
    ).toBe(404);
  }
});

test.describe("every operation on subscribers", () => {
  const calls = (organization: string, id: string) => {
    const path = `/v1/organizations/${organization}/subscribers`;
    const json = (body: unknown) => ({ body });
    return [
      { method: "GET", path, needs: "viewer", status: 200 },
      { method: "GET", path: `${path}/${id}`, needs: "viewer", status: 200 },
      { method: "GET", path: `${path}/export`, needs: "editor", status: 200 },
      {
        method: "POST",
        path,
        needs: "editor",
        status: 201,
        options: json({ channel: "webhook", address: webhook() }),
      },
      {
        method: "PATCH",
        path: `${path}/${id}`,
        needs: "editor",
        status: 200,
        options: json({ contact_email: "ops@example.com" }),
      },
      {
        method: "POST",
        path: `${path}/${id}/rotate-secret`,
        needs: "editor",
        status: 200,
        options: json({}),
      },
      {
        method: "POST",
        path: `${path}/${id}/reactivate`,
        needs: "editor",
        status: 409,
        options: json({ replay: false }),
      },
      {
        method: "POST",
        path: `${path}/import`,
        needs: "editor",
        status: 200,
        options: { rawBody: "address\n", headers: csv },
      },
      { method: "DELETE", path: `${path}/${id}`, needs: "editor", status: 204 },
    ];
  };

  test("returns 401 without a session, 403 for non-members; viewers can read, and editors can write", async ({
    server,
    ada,
    bob,
    orgID,
    database,
  }) => {
    const id = (await subscribe(ada, orgID)).id as string;
    const [viewer, editor] = [await signUp(server.url), await signUp(server.url)];
    await addMember(database, orgID, viewer.user!.id as string, "viewer");
    await addMember(database, orgID, editor.user!.id as string, "editor");
    const list = async () => (await ada.get(`/v1/organizations/${orgID}/subscribers`)).text;
    const before = await list();
    for (const { method, path, needs, status, options } of calls(orgID, id)) {
      expectPlainText(
        await new ApiClient(server.url).call(method, path, options),
        401,
        TEXTS.noSession,
      );
      expectPlainText(await bob.call(method, path, options), 403, TEXTS.notMember);
      const reply = await viewer.call(method, path, options);
      expect(reply.status, `viewer: ${method} ${path}`).toBe(needs === "viewer" ? status : 403);
    }
    expect(await list()).toBe(before);
    for (const { method, path, status, options } of calls(orgID, id))
      expect((await editor.call(method, path, options)).status, `${method} ${path}`).toBe(status);
  });

  test("finds no subscriber of another organization", async ({ ada, bob, orgID }) => {
    const id = (await subscribe(ada, orgID)).id as string;
    const own = `${orgID}-2`;
    await addComponent(bob, own);
    for (const { method, path, options } of calls(own, id).filter((call) =>
      call.path.includes(id),
    )) {
      expectProblem(await bob.call(method, path, options), 404);
    }
    expect((await ada.get(`/v1/organizations/${orgID}/subscribers/${id}`)).status).toBe(200);
  });
});

test("the subscriber summary has counts by channel, state, and component", async ({
  ada,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/subscribers/summary`;
  const none = { unconfirmed: 0, active: 0, quarantined: 0, unsubscribed: 0 };
  const emptySummary = {
    total: 0,
    channels: { email: none, webhook: none, slack: none, discord: none, teams: none },
    everything: 0,
    components: [],
  };
  expect((await ada.get(path)).json).toEqual(emptySummary);
  const component = await addComponent(ada, orgID);
  const rows = Array.from({ length: 150 }, () => `webhook,${webhook()}`).join("\n");
  expect(
    (
      await ada.call("POST", `/v1/organizations/${orgID}/subscribers/import`, {
        rawBody: `channel,address\n${rows}\n`,
        headers: csv,
      })
    ).json,
  ).toMatchObject({ created: 150 });
  await subscribe(ada, orgID, { component_ids: [component] });
  await subscribe(ada, orgID, { channel: "email", address: uniqueEmail() });
  expect((await ada.get(path)).json).toEqual({
    ...emptySummary,
    total: 152,
    channels: {
      ...emptySummary.channels,
      email: { ...none, unconfirmed: 1 },
      webhook: { ...none, active: 151 },
    },
    everything: 150,
    components: [{ component_id: component, count: 1 }],
  });
});
