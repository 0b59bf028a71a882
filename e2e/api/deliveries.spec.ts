import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import {
  addComponent,
  addIncident,
  ApiClient,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { addMember, openDirectly } from "../support/test-database";
import {
  countStates,
  expectStates,
  readDeliveries,
  registerOwner,
  addSubscriber,
  subscribeMany,
} from "../support/deliveries";
import { expect, test as base } from "../support/fixtures";
import { listEmails, listRecipients, waitForEmail } from "../support/mailbox";
import { type Receiver, startReceiver } from "../support/receiver";
import type { TestServer } from "../support/test-server";
import {
  anId,
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  TEXTS,
} from "../support/expected-responses";

const PROMPT_MS = 1_000;

type Fixtures = {
  setup: { server: TestServer; ada: ApiClient; organization: string; componentId: string };
  receiver: Receiver;
};
const test = base.extend<Fixtures>({
  setup: async ({ getServer }, use) => {
    const server = await getServer({ WEBHOOK_ALLOW_PRIVATE: "on" });
    await use({ server, ...(await registerOwner(server.url)) });
  },
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver((_, response) => response.end("thanks"));
    await use(receiver);
    await receiver.stop();
  },
});

const received = (receiver: Receiver, count: number) =>
  expect.poll(() => receiver.received.length, { intervals: [10], timeout: 10_000 }).toBe(count);
const expectedDelivery = (organization: string, expected: JsonObject) => ({
  id: anId,
  organization_id: organization,
  event_id: anId,
  event: "incident.created",
  maintenance_id: null,
  component_id: null,
  state: "delivered",
  attempts: 1,
  next_attempt_at: null,
  created_at: aTimestamp,
  finished_at: aTimestamp,
  ...expected,
});

test(
  "an incident reaches a webhook within a second, with a signature that " +
    "the Standard Webhooks library verifies",
  async ({ setup, receiver }) => {
    const { ada, organization, componentId } = setup;
    const { id: subscriber, secret } = await addSubscriber(ada, organization, {
      address: receiver.url,
    });
    // The first message to a channel is slower, because it loads the channel's code.
    const first = await addIncident(ada, organization, { title: "First" });
    await received(receiver, 1);
    await expectStates(ada, organization, first, { delivered: 1 });
    const incident = await addIncident(ada, organization, {
      title: "No responses",
      impact: "major",
      component_ids: [componentId],
      body: "We are investigating.",
    });
    const respondedAt = performance.now();
    await received(receiver, 2);
    expect(performance.now() - respondedAt).toBeLessThan(PROMPT_MS);
    const { headers, body, method } = receiver.received[1]!;
    expect(method).toBe("POST");
    const verified = new Webhook(secret as string).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({
      page: { id: organization },
      incident: {
        id: incident.id,
        name: "No responses",
        impact: "major",
        status: "investigating",
        incident_updates: [
          {
            body: "We are investigating.",
            affected_components: [
              {
                code: componentId,
                name: "API",
                old_status: "operational",
                new_status: "partial_outage",
              },
            ],
          },
        ],
        components: [{ id: componentId, status: "partial_outage" }],
      },
      event: { kind: "incident.created" },
    });
    await expectStates(ada, organization, incident, { delivered: 1 });
    const [delivery, ...more] = await readDeliveries(ada, organization);
    expect(more).toHaveLength(1);
    expect(delivery).toEqual(
      expectedDelivery(organization, {
        id: headers["webhook-id"],
        incident_id: incident.id,
        title: "No responses",
        subscriber_id: subscriber,
        channel: "webhook",
        address: receiver.url,
        history: [
          {
            at: aTimestamp,
            duration_ms: expect.any(Number),
            status_code: 200,
            error: null,
            response: "",
          },
        ],
      }),
    );
  },
);

test("the one-click unsubscribe link of an incident email unsubscribes only with a POST request", async ({
  setup,
}) => {
  const { server, ada, organization } = setup;
  const address = uniqueEmail();
  const { id } = await addSubscriber(ada, organization, { channel: "email", address });
  await addIncident(ada, organization, { title: "Emails are not sent" });
  const message = await waitForEmail(server.dataDir, address);
  expect(message.subject).toContain("Emails are not sent");
  const list = message.headers.get("list") as unknown as { unsubscribe: { url: string } };
  const link = new URL(list.unsubscribe.url);
  expect(message.headerLines.find(({ key }) => key === "list-unsubscribe-post")?.line).toBe(
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
  );
  const path = link.pathname + link.search;
  const visitor = new ApiClient(server.url);
  const state = async () =>
    (await ada.get(`/v1/organizations/${organization}/subscribers/${id as string}`)).json.state;
  expect((await visitor.get(path)).status).toBe(303);
  expect(await state()).toBe("active");
  const clicked = await visitor.call("POST", path, {
    rawBody: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(clicked.status).toBe(200);
  expect(await state()).toBe("unsubscribed");
  const next = await addIncident(ada, organization);
  await addSubscriber(ada, organization, { channel: "email", address: uniqueEmail() });
  const after = await addIncident(ada, organization);
  await expectStates(ada, organization, after, { delivered: 1 });
  expect(await countStates(ada, organization, next)).toEqual({});
  expect(
    (await listEmails(server.dataDir)).filter((one) => listRecipients(one).includes(address)),
  ).toHaveLength(1);
});

test("a delivery report counts by state and channel; deliveries can be filtered, paged, and read by ID", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  await subscribeMany(ada, organization, receiver, 60);
  const { id: mailed } = await addSubscriber(ada, organization, {
    channel: "email",
    address: uniqueEmail(),
  });
  const incident = await addIncident(ada, organization);
  await expectStates(ada, organization, incident, { delivered: 61 });
  const report = await ada.get(
    `/v1/organizations/${organization}/incidents/${incident.id as string}/deliveries`,
  );
  expect(report.json).toEqual({
    total: 61,
    states: { delivered: { total: 61, channels: { email: 1, webhook: 60 } } },
  });
  const summary = `/v1/organizations/${organization}/deliveries/summary`;
  for (const query of ["", "?hours=1"])
    expect(
      (await ada.get(summary + query)).json,
      "the summary counts all recent deliveries",
    ).toEqual(report.json);
  expectInvalid(await ada.get(`${summary}?hours=169`), "hours");
  const first = await ada.get<JsonObject[]>(`/v1/organizations/${organization}/deliveries`);
  expect(first.json).toHaveLength(50);
  const all = await readDeliveries(ada, organization);
  expect(new Set(all.map(({ id }) => id)).size).toBe(61);
  expect(await readDeliveries(ada, organization, "state=delivered")).toEqual(all);
  for (const query of ["state=dead", "state=pending", `subscriber=${randomUUID()}`])
    expect(await readDeliveries(ada, organization, query), query).toEqual([]);
  const of = incident.id as string;
  expect(await readDeliveries(ada, organization, `incident=${of}`)).toEqual(all);
  for (const query of [
    `incident=${randomUUID()}`,
    `maintenance=${of}`,
    `incident=${of}&state=dead`,
  ])
    expect(await readDeliveries(ada, organization, query), query).toEqual([]);
  const [one, ...more] = await readDeliveries(
    ada,
    organization,
    `subscriber=${mailed as string}&state=delivered`,
  );
  expect(more).toEqual([]);
  expect(await readDeliveries(ada, organization, "channel=email")).toEqual([one]);
  expect(one).toMatchObject({
    subscriber_id: mailed,
    channel: "email",
    history: [{ status_code: null, error: null, response: expect.stringMatching(/\.eml$/) }],
  });
  expect(
    (await ada.get(`/v1/organizations/${organization}/deliveries/${one!.id as string}`)).json,
  ).toEqual(one);
});

test("a redelivery has the ID and the text of the original", async ({ setup, receiver }) => {
  const { ada, organization } = setup;
  const { secret } = await addSubscriber(ada, organization, { address: receiver.url });
  const incident = await addIncident(ada, organization, { title: "Before the redelivery" });
  await expectStates(ada, organization, incident, { delivered: 1 });
  const [{ id }] = (await readDeliveries(ada, organization)) as [JsonObject];
  const again = await ada.post(
    `/v1/organizations/${organization}/deliveries/${id as string}/redeliver`,
  );
  expect([again.status, again.json]).toEqual([
    202,
    expect.objectContaining({ id, finished_at: null }),
  ]);
  await received(receiver, 2);
  await expectStates(ada, organization, incident, { delivered: 1 });
  const [one, two] = receiver.received;
  expect([two!.headers["webhook-id"], two!.body]).toEqual([one!.headers["webhook-id"], one!.body]);
  for (const { body, headers } of [one!, two!])
    new Webhook(secret as string).verify(body, headers as Record<string, string>);
  expect((await readDeliveries(ada, organization))[0]!.history).toHaveLength(2);
});

test("redelivery returns 409 while a retry is due soon, and 404 once the subscriber is deleted", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  receiver.respond = (_, response) => response.writeHead(500).end();
  const { id: subscriber } = await addSubscriber(ada, organization, { address: receiver.url });
  const incident = await addIncident(ada, organization);
  await expect
    .poll(async () => (await readDeliveries(ada, organization))[0]?.history)
    .toHaveLength(1);
  await expectStates(ada, organization, incident, { pending: 1 });
  const [{ id }] = (await readDeliveries(ada, organization)) as [JsonObject];
  const redeliver = () =>
    ada.post(`/v1/organizations/${organization}/deliveries/${id as string}/redeliver`);
  expectProblem(await redeliver(), 409);
  await ada.call("DELETE", `/v1/organizations/${organization}/subscribers/${subscriber as string}`);
  expectProblem(await redeliver(), 404);
});

test("delivery reports count a delivery as failing only after its first attempt has failed", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  let respond = () => {};
  const release = new Promise<void>((resolve) => (respond = resolve));
  receiver.respond = (_, response) =>
    void release.then(() => response.writeHead(503, { "Retry-After": "3600" }).end());
  await addSubscriber(ada, organization, { address: receiver.url });
  const incident = await addIncident(ada, organization);
  await expect.poll(() => receiver.received.length).toBe(1);
  const counts = { total: 1, channels: { webhook: 1 } };
  const reports = [`incidents/${incident.id as string}/deliveries`, "deliveries/summary"];
  const read = (path: string) => async () =>
    (await ada.get(`/v1/organizations/${organization}/${path}`)).json;
  for (const path of reports)
    await expect.poll(read(path)).toEqual({ total: 1, states: { pending: counts } });
  respond();
  for (const path of reports)
    await expect
      .poll(read(path))
      .toEqual({ total: 1, states: { pending: counts }, failing: counts });
});

test("redelivery sends a waiting delivery immediately, and only once", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  receiver.respond = (_, response) =>
    response
      .writeHead(429, { "Retry-After": new Date(Date.now() + 3_600_000).toUTCString() })
      .end();
  await addSubscriber(ada, organization, { address: receiver.url });
  const incident = await addIncident(ada, organization);
  await expect
    .poll(async () => (await readDeliveries(ada, organization))[0]?.history)
    .toHaveLength(1);
  const [{ id, next_attempt_at }] = (await readDeliveries(ada, organization)) as [JsonObject];
  expect(Date.parse(next_attempt_at as string) - Date.now()).toBeGreaterThan(3_500_000);
  // Responds only after all five requests, because a delivery that has finished can be redelivered.
  let allowResponses = () => {};
  const allRequested = new Promise<void>((resolve) => (allowResponses = resolve));
  receiver.respond = (_, response) => void allRequested.then(() => response.end());
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      ada.post(`/v1/organizations/${organization}/deliveries/${id as string}/redeliver`),
    ),
  );
  allowResponses();
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
  await expectStates(ada, organization, incident, { delivered: 1 });
  expect(receiver.received).toHaveLength(2);
});

test("subscribers are notified of incidents that affect their components, but not with notify: false", async ({
  setup,
  receiver,
}) => {
  const { ada, organization, componentId: a } = setup;
  const b = await addComponent(ada, organization, "Web");
  const at = (path: string) => `http://127.0.0.1:${receiver.port}/${path}`;
  await addSubscriber(ada, organization, { address: at("everything") });
  await addSubscriber(ada, organization, { address: at("a"), component_ids: [a] });
  await addSubscriber(ada, organization, { address: at("b"), component_ids: [b] });
  const expectRecipients = async (fields: JsonObject, ...paths: string[]) => {
    receiver.received.length = 0;
    const silent = await addIncident(ada, organization, { ...fields, notify: false });
    const incident = await addIncident(ada, organization, fields);
    await expectStates(ada, organization, incident, { delivered: paths.length });
    expect(receiver.received.map(({ url }) => url.slice(1)).toSorted()).toEqual(paths);
    expect(await countStates(ada, organization, silent)).toEqual({});
  };
  await expectRecipients({ component_ids: [a, b] }, "a", "b", "everything");
  await expectRecipients({ component_ids: [a] }, "a", "everything");
  await expectRecipients({ component_ids: [b] }, "b", "everything");
  await expectRecipients({}, "everything");
});

test("setting a component's status notifies subscribers to component changes only with notify: true", async ({
  setup,
  receiver,
}) => {
  const { ada, organization, componentId: id } = setup;
  const at = (path: string) => `http://127.0.0.1:${receiver.port}/${path}`;
  const other = await addComponent(ada, organization, "Web");
  await addSubscriber(ada, organization, { address: at("incidents") });
  await addSubscriber(ada, organization, { address: at("all"), component_updates: true });
  await addSubscriber(ada, organization, {
    address: at("other"),
    component_updates: true,
    component_ids: [other],
  });
  const path = `/v1/organizations/${organization}/components/${id}`;
  const set = async (body: JsonObject) =>
    expect((await ada.call("PATCH", path, { body })).status).toBe(200);
  await set({ status: "major_outage" });
  await set({ status: "partial_outage", notify: true });
  await received(receiver, 1);
  const [{ url, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(url).toBe("/all");
  const { event, ...content } = JSON.parse(body) as { event: JsonObject };
  expect(event).toEqual({ id: anId, kind: "component.updated", created_at: aTimestamp });
  expect(content).toEqual({
    meta: {
      unsubscribe: expect.any(String),
      documentation: expect.any(String),
      generated_at: event.created_at,
    },
    page: {
      id: organization,
      status_indicator: "minor",
      status_description: "Minor Service Outage",
    },
    component_update: {
      id: event.id,
      component_id: id,
      component_type: "Component",
      old_status: "major_outage",
      new_status: "partial_outage",
      created_at: event.created_at,
    },
    component: {
      id,
      name: "API",
      status: "partial_outage",
      created_at: aTimestamp,
      updated_at: aTimestamp,
      position: 1,
      description: null,
      showcase: true,
      start_date: null,
      group_id: null,
      page_id: organization,
      group: false,
      only_show_if_degraded: false,
    },
  });
  await expect
    .poll(async () => (await readDeliveries(ada, organization))[0]?.state)
    .toBe("delivered");
  expect((await readDeliveries(ada, organization))[0]).toMatchObject({
    event: "component.updated",
    incident_id: null,
    maintenance_id: null,
    component_id: id,
    title: "API",
  });
  const entries = await ada.get<JsonObject[]>(
    `/v1/organizations/${organization}/audit-log?subject_id=${id as string}`,
  );
  expect(entries.json.slice(0, 2)).toMatchObject([
    {
      before: { own_status: "major_outage" },
      after: { own_status: "partial_outage", notified: true },
    },
    { after: { own_status: "major_outage" } },
  ]);
  expect(entries.json[1]!.after).not.toHaveProperty("notified");

  const incident = await addIncident(ada, organization, {
    component_ids: [id],
    impact: "critical",
  });
  await expectStates(ada, organization, incident, { delivered: 2 });
  await set({ status: "degraded_performance", notify: true });
  const kinds = (await readDeliveries(ada, organization)).map(({ event: kind }) => kind);
  expect(kinds.filter((kind) => kind === "component.updated")).toHaveLength(1);
  expectInvalid(await ada.call("PATCH", path, { body: { notify: "yes" } }), "notify");
});

test("with NOTIFICATIONS=off, nothing is sent until a server without this setting starts", async ({
  launch,
  createServerStorage,
  receiver,
}) => {
  const storage = await createServerStorage();
  const silent = await launch({ NOTIFICATIONS: "off", WEBHOOK_ALLOW_PRIVATE: "on" }, storage);
  const { ada, organization } = await registerOwner(silent.url);
  await addSubscriber(ada, organization, { address: receiver.url });
  await addIncident(ada, organization, { title: "Only in the copy" });
  await silent.stop();
  expect(receiver.received).toEqual([]);

  await launch({ WEBHOOK_ALLOW_PRIVATE: "on" }, storage);
  await received(receiver, 1);
});

test("a new subscriber is not notified of earlier incidents", async ({ setup, receiver }) => {
  const { ada, organization } = setup;
  const incident = await addIncident(ada, organization);
  await addSubscriber(ada, organization, { address: receiver.url });
  const next = await addIncident(ada, organization);
  await expectStates(ada, organization, next, { delivered: 1 });
  expect(await countStates(ada, organization, incident)).toEqual({});
});

test("chat channels receive messages in the format of their service", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  for (const channel of ["slack", "discord", "teams"])
    await addSubscriber(ada, organization, {
      channel,
      address: `http://127.0.0.1:${receiver.port}/${channel}`,
    });
  const incident = await addIncident(ada, organization, {
    title: "<!channel> @everyone",
    impact: "critical",
  });
  await expectStates(ada, organization, incident, { delivered: 3 });
  const bodies = Object.fromEntries(
    receiver.received.map(({ url, body }) => [url.slice(1), JSON.parse(body) as JsonObject]),
  );
  expect(bodies.slack).toMatchObject({
    text: expect.stringContaining("&lt;!channel&gt;"),
    blocks: expect.any(Array),
  });
  expect(bodies.discord).toMatchObject({
    embeds: [{ title: expect.stringContaining("everyone") }],
    allowed_mentions: { parse: [] },
  });
  expect(bodies.teams).toMatchObject({
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive" }],
  });
  for (const { headers } of receiver.received) expect(headers["webhook-signature"]).toBeUndefined();
  // Anyone with a chat channel's URL can post to the channel, so no response has the full URL.
  const text = JSON.stringify(await readDeliveries(ada, organization));
  for (const channel of ["slack", "discord", "teams"])
    expect(text).not.toContain(`:${receiver.port}/${channel}`);
});

test("unexpected query values and IDs do not cause a 500 response", async ({ setup }) => {
  const { ada, organization } = setup;
  const path = `/v1/organizations/${organization}/deliveries`;
  const names = ["state", "channel", "subscriber", "incident", "maintenance", "before"];
  expectInvalid(await ada.get(`${path}?${names.map((name) => `${name}=%00`).join("&")}`), ...names);
  for (const query of ["subscriber=", "before=x", "before=%25", `subscriber=${"a".repeat(3_000)}`])
    expect((await ada.get(`${path}?${query}`)).status, query).toBe(200);
  for (const id of ["x", "%00", "..%2F..", "a".repeat(3_000)]) {
    expect((await ada.get(`${path}/${id}`)).status, id).toBe(404);
    expect((await ada.post(`${path}/${id}/redeliver`)).status, id).toBe(404);
    expect(
      (await ada.get(`/v1/organizations/${organization}/incidents/${id}/deliveries`)).status,
      id,
    ).toBe(404);
  }
});

test("a test message is sent to one subscriber, is signed and marked as a test, and is listed as a delivery", async ({
  setup,
  receiver,
}) => {
  const { server, ada, organization } = setup;
  const { id, secret } = await addSubscriber(ada, organization, { address: receiver.url });
  await addSubscriber(ada, organization, { address: `${receiver.url}&other` });
  const address = uniqueEmail();
  const { id: reader } = await addSubscriber(ada, organization, { channel: "email", address });
  const path = (subscriber: unknown) =>
    `/v1/organizations/${organization}/subscribers/${subscriber as string}/test`;

  const reply = await ada.post(path(id));
  expect(reply.status, reply.text).toBe(202);
  expect(reply.json).toEqual(
    expectedDelivery(organization, {
      event: "test",
      incident_id: null,
      title: null,
      subscriber_id: id,
      address: receiver.url,
      channel: "webhook",
      state: "pending",
      attempts: 0,
      next_attempt_at: aTimestamp,
      finished_at: null,
      history: [],
    }),
  );
  await received(receiver, 1);
  const { headers, body, url } = receiver.received[0]!;
  expect(
    new Webhook(secret as string).verify(body, headers as Record<string, string>),
  ).toMatchObject({
    page: { id: organization, status_indicator: "none" },
    incident: {
      name: "Test message",
      status: "resolved",
      impact: "none",
      components: [],
      incident_updates: [{ body: expect.stringContaining("This is a test.") as unknown }],
    },
    event: { kind: "test" },
  });
  expect([headers["webhook-id"], url]).toEqual([
    reply.json.id,
    new URL(receiver.url).pathname + new URL(receiver.url).search,
  ]);

  const delivered = () => readDeliveries(ada, organization, "state=delivered");
  await expect
    .poll(delivered)
    .toMatchObject([
      { id: reply.json.id, event: "test", history: [{ status_code: 200, response: "" }] },
    ]);
  expect(
    (
      await ada.post(
        `/v1/organizations/${organization}/deliveries/${reply.json.id as string}/redeliver`,
      )
    ).status,
  ).toBe(202);
  await received(receiver, 2);
  expect(receiver.received[1]!.headers["webhook-id"]).toBe(reply.json.id);

  expect((await ada.post(path(reader))).status).toBe(202);
  const message = await waitForEmail(server.dataDir, address);
  expect(message.subject).toContain("] Test: Test message");
  expect(message.text).toContain("No incident has occurred");
  expect(message.text).not.toMatch(/Impact|Resolved/);
  expect(await ada.get<JsonObject[]>(`/v1/organizations/${organization}/incidents`)).toMatchObject({
    json: [],
  });

  const unconfirmed = await ada.post(`/v1/organizations/${organization}/subscribers`, {
    channel: "email",
    address: uniqueEmail(),
  });
  expectProblem(await ada.post(path(unconfirmed.json.id)), 409);
  for (let sent = 2; sent < 10; sent++) expect((await ada.post(path(id))).status).toBe(202);
  const refused = await ada.post(path(id));
  expectProblem(refused, 429);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
});

test.describe("every operation on deliveries", () => {
  const calls = (organization: string, delivery: string, incident: string) => [
    {
      method: "GET",
      path: `/v1/organizations/${organization}/deliveries`,
      needs: "viewer",
      status: 200,
    },
    {
      method: "GET",
      path: `/v1/organizations/${organization}/deliveries/${delivery}`,
      needs: "viewer",
      status: 200,
    },
    {
      method: "GET",
      path: `/v1/organizations/${organization}/incidents/${incident}/deliveries`,
      needs: "viewer",
      status: 200,
    },
    {
      method: "POST",
      path: `/v1/organizations/${organization}/deliveries/${delivery}/redeliver`,
      needs: "editor",
      status: 202,
    },
  ];

  test(
    "returns 401 without a session, 403 for non-members, and 404 for another " +
      "organization's IDs; viewers can read, and editors can redeliver",
    async ({ setup, receiver }) => {
      const { server, ada, organization } = setup;
      await addSubscriber(ada, organization, { address: receiver.url });
      const incident = await addIncident(ada, organization);
      await expectStates(ada, organization, incident, { delivered: 1 });
      const [{ id }] = (await readDeliveries(ada, organization)) as [JsonObject];
      const [viewer, editor] = [await signUp(server.url), await signUp(server.url)];
      const nonMember = await registerOwner(server.url);
      const database = await openDirectly(server.databaseUrl);
      await addMember(database, organization, viewer.user!.id as string, "viewer");
      await addMember(database, organization, editor.user!.id as string, "editor");
      await database.close();
      for (const { method, path, needs, status } of calls(
        organization,
        id as string,
        incident.id as string,
      )) {
        expectPlainText(await new ApiClient(server.url).call(method, path), 401, TEXTS.noSession);
        expectPlainText(await nonMember.ada.call(method, path), 403, TEXTS.notMember);
        expect((await viewer.call(method, path)).status, `viewer: ${method} ${path}`).toBe(
          needs === "viewer" ? status : 403,
        );
      }
      expect(receiver.received).toHaveLength(1);
      for (const { method, path } of calls(
        nonMember.organization,
        id as string,
        incident.id as string,
      ).slice(1))
        expectProblem(await nonMember.ada.call(method, path), 404);
      for (const { method, path, status } of calls(
        organization,
        id as string,
        incident.id as string,
      ))
        expect((await editor.call(method, path)).status, `${method} ${path}`).toBe(status);
    },
  );
});
