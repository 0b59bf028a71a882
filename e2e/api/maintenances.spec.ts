import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { addComponent, addIncident, ApiClient, type JsonObject } from "../support/api";
import { openDirectly } from "../support/test-database";
import { withSession, readDeliveries, registerOwner, addSubscriber } from "../support/deliveries";
import { expect, test as base } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import type { TestServer } from "../support/test-server";
import {
  expectInvalid,
  expectProblem,
  expectedMaintenanceUpdate,
  expectedMaintenance,
} from "../support/expected-responses";

const PRIVATE = { WEBHOOK_ALLOW_PRIVATE: "on" };
const POLLING = { intervals: [20, 50, 100], timeout: 15_000 };
const getTimeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

type Fixtures = {
  setup: { server: TestServer; ada: ApiClient; organization: string; componentId: string };
  receiver: Receiver;
};
const test = base.extend<Fixtures>({
  setup: async ({ getServer }, use) => {
    const server = await getServer(PRIVATE);
    await use({ server, ...(await registerOwner(server.url)) });
  },
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

type Message = {
  page: JsonObject;
  incident: JsonObject & { id: string; incident_updates: JsonObject[]; components: JsonObject[] };
  event: { kind: string };
};
const parseMessages = (receiver: Receiver) =>
  receiver.received.map(({ body }) => JSON.parse(body) as Message);
const listKinds = (receiver: Receiver, id: unknown) =>
  parseMessages(receiver)
    .filter(({ incident }) => incident.id === id)
    .map(({ event }) => event.kind.replace("maintenance.", ""))
    .toSorted();
const expectMessages = (receiver: Receiver, id: unknown, ...kinds: string[]) =>
  expect.poll(() => listKinds(receiver, id), POLLING).toEqual(kinds.toSorted());

async function schedule(
  client: ApiClient,
  organization: string,
  fields: JsonObject = {},
): Promise<JsonObject> {
  const reply = await client.post(`/v1/organizations/${organization}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInMinutes(120),
    scheduled_until: getTimeInMinutes(180),
    ...fields,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.json;
}

test("a maintenance is scheduled, started, and completed manually, and each update reaches a webhook", async ({
  setup,
  receiver,
}) => {
  const { server, ada, organization, componentId } = setup;
  const path = `/v1/organizations/${organization}/maintenances`;
  const { secret } = await addSubscriber(ada, organization, { address: receiver.url });
  const times = { scheduled_for: getTimeInMinutes(120), scheduled_until: getTimeInMinutes(180) };
  const body = {
    title: "  שדרוג 🛠️ disks ",
    ...times,
    component_ids: [componentId],
    body: "We are replacing them.",
  };
  const key = { "Idempotency-Key": randomUUID() };
  const created = await ada.post(path, body, key);
  const expected = { title: "שדרוג 🛠️ disks", ...times, component_ids: [componentId] };
  expect([created.status, created.json]).toEqual([
    201,
    expectedMaintenance(organization, expected),
  ]);
  const again = await ada.post(path, body, key);
  expect([again.status, again.json, again.headers.get("idempotency-replayed")]).toEqual([
    201,
    created.json,
    "true",
  ]);
  const id = created.json.id as string;
  const one = `${path}/${id}`;

  const got = await ada.get(one);
  const etag = got.headers.get("etag")!;
  expect([got.json, etag]).toEqual([created.json, created.headers.get("etag")]);
  expect((await ada.get(one, { "If-None-Match": etag })).status).toBe(304);
  const list = await ada.get<JsonObject[]>(`${path}?status=scheduled&component_id=${componentId}`);
  expect(list.json).toEqual([created.json]);
  expect(
    (
      await ada.get(`${path}?status=scheduled&component_id=${componentId}`, {
        "If-None-Match": list.headers.get("etag")!,
      })
    ).status,
  ).toBe(304);
  expect((await ada.get(`${path}?status=completed`)).json).toEqual([]);
  expect(
    (await ada.get(`${path}?q=DISKS&from=${new Date().toISOString()}&to=2100-01-01`)).json,
  ).toEqual([created.json]);
  expect((await ada.get(`${path}?q=n_w`)).json).toEqual([]);
  expect((await ada.get(`${path}?to=2020-01-01`)).json).toEqual([]);

  const moved = await ada.call("PATCH", one, {
    body: { scheduled_until: getTimeInMinutes(240), reminder_minutes: 30 },
    headers: { "If-Match": etag },
  });
  expect([moved.status, moved.json.reminder_minutes]).toEqual([200, 30]);
  expectProblem(
    await ada.call("PATCH", one, {
      body: { title: "Network upgrade" },
      headers: { "If-Match": etag },
    }),
    412,
  );
  expect((await ada.get(one)).headers.get("etag")).toBe(moved.headers.get("etag"));

  const database = await openDirectly(server.databaseUrl);
  await database.query(
    "UPDATE maintenances SET reminder_at = created_at, due_at = created_at WHERE id = ?",
    id,
  );
  await expectMessages(receiver, id, "scheduled", "rescheduled", "reminder");

  const started = await ada.post(`${one}/start`, undefined, { "Idempotency-Key": "start" });
  expect([started.status, started.json]).toMatchObject([
    200,
    { status: "in_progress", started_at: expect.any(String), ended_at: null },
  ]);
  expect(
    (await ada.get<JsonObject[]>(`/v1/organizations/${organization}/components`)).json[0]!.status,
  ).toBe("operational");
  expect(
    (
      await database.query(
        "SELECT recorded_status AS status FROM components WHERE id = ?",
        componentId,
      )
    )[0]!.status,
  ).toBe("under_maintenance");
  expectProblem(await ada.post(`${one}/start`), 409);
  const update = await ada.post(`${one}/updates`, {
    status: "verifying",
    body: "All disks are replaced.",
  });
  expect([update.status, update.json]).toEqual([
    201,
    expectedMaintenanceUpdate(id, {
      status: "verifying",
      body: "All disks are replaced.",
      components: [
        {
          id: componentId,
          name: "API",
          status: "under_maintenance",
          old_status: "under_maintenance",
          new_status: "under_maintenance",
        },
      ],
    }),
  ]);
  const edited = await ada.call("PATCH", `${one}/updates/${update.json.id as string}`, {
    body: { body: "All disks are installed." },
    headers: { "If-Match": update.headers.get("etag")! },
  });
  expect([edited.status, edited.json]).toEqual([
    200,
    {
      ...update.json,
      body: "All disks are installed.",
      updated_at: expect.any(String),
      edited_at: edited.json.updated_at,
      earlier: [
        {
          body: "All disks are replaced.",
          format: "plain",
          translations: {},
          replaced_at: edited.json.updated_at,
          replaced_by: ada.user!.id,
        },
      ],
    },
  ]);
  expect((await ada.get(`${one}/updates/${update.json.id as string}`)).json).toEqual(edited.json);
  const completions = await Promise.all([ada.post(`${one}/complete`), ada.post(`${one}/complete`)]);
  expect(completions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expectProblem(await ada.post(`${one}/updates`, { status: "in_progress" }), 409);
  const updates = await ada.get<JsonObject[]>(`${one}/updates`);
  expect(
    updates.json.map(
      ({ status, edited_at: editedAt }) => `${status as string} ${editedAt !== null}`,
    ),
  ).toEqual([
    "completed false",
    "verifying true",
    "in_progress false",
    "scheduled false",
    "scheduled false",
  ]);

  await expectMessages(
    receiver,
    id,
    "scheduled",
    "rescheduled",
    "reminder",
    "started",
    "updated",
    "completed",
  );
  for (const { body: text, headers } of receiver.received)
    new Webhook(secret as string).verify(text, headers as Record<string, string>);
  const messages = Object.fromEntries(
    parseMessages(receiver).map((message) => [
      message.event.kind.replace("maintenance.", ""),
      message,
    ]),
  );
  const listTexts = (message: Message | undefined) => [
    message!.incident.status,
    message!.incident.incident_updates[0]!.body,
    message!.incident.components[0]!.status,
    message!.page.status_indicator,
  ];
  expect(listTexts(messages.scheduled)).toEqual([
    "scheduled",
    "We are replacing them.",
    "operational",
    "none",
  ]);
  expect(listTexts(messages.rescheduled)).toEqual([
    "scheduled",
    expect.stringContaining("rescheduled"),
    "operational",
    "none",
  ]);
  expect(listTexts(messages.reminder)).toEqual([
    "scheduled",
    expect.stringContaining("rescheduled"),
    "operational",
    "none",
  ]);
  expect(listTexts(messages.started)).toEqual([
    "in_progress",
    expect.stringContaining("in progress"),
    "under_maintenance",
    "maintenance",
  ]);
  expect(listTexts(messages.updated)).toEqual([
    "verifying",
    "All disks are replaced.",
    "under_maintenance",
    "maintenance",
  ]);
  expect(listTexts(messages.completed)).toEqual([
    "completed",
    "The scheduled maintenance has been completed.",
    "operational",
    "none",
  ]);
  expect(messages.completed!.incident).toMatchObject({
    name: "שדרוג 🛠️ disks",
    impact: "maintenance",
    scheduled_for: times.scheduled_for,
    scheduled_until: moved.json.scheduled_until,
    started_at: started.json.started_at,
    resolved_at: expect.any(String),
  });

  await expect
    .poll(async () => (await ada.get(`${one}/deliveries`)).json, POLLING)
    .toEqual({ total: 6, states: { delivered: { total: 6, channels: { webhook: 6 } } } });
  expect(await readDeliveries(ada, organization)).toMatchObject(
    Array.from({ length: 6 }, () => ({ maintenance_id: id, incident_id: null })),
  );
  const audit = await database.query(
    "SELECT actor_kind AS kind, action FROM audit_entries WHERE organization_id = ? AND subject_id = ? ORDER BY id",
    organization,
    id,
  );
  expect(audit.map(({ kind, action }) => `${kind as string} ${action as string}`)).toEqual([
    "user maintenance.created",
    "user maintenance.rescheduled",
    "system maintenance.reminded",
    "user maintenance.started",
    "user maintenance.updated",
    "user maintenance.completed",
  ]);
  await database.close();

  const { id: second } = await schedule(ada, organization);
  expect((await ada.post(`${path}/${second as string}/cancel`)).json).toMatchObject({
    status: "cancelled",
    started_at: null,
  });
  await expectMessages(receiver, second, "scheduled", "cancelled");
  const { id: third } = await schedule(ada, organization, { notify: false });
  const postponed = await schedule(ada, organization, { notify: false });
  const message = { body: "The new disks have not arrived." };
  const canceledPath = `${path}/${postponed.id as string}`;
  expect((await ada.post(`${canceledPath}/cancel`, message)).status).toBe(200);
  expect((await ada.get(`${canceledPath}/updates`)).json[0]).toMatchObject(message);
  expect((await ada.call("DELETE", `${path}/${third as string}`)).status).toBe(204);
  expectProblem(await ada.get(`${path}/${third as string}`), 404);
  expect(listKinds(receiver, third)).toEqual([]);
});

test("a maintenance starts and completes automatically", async ({ setup, receiver }) => {
  const { ada, organization, componentId } = setup;
  await addSubscriber(ada, organization, { address: receiver.url });
  const times = { scheduled_for: getTimeInMinutes(-1), scheduled_until: getTimeInMinutes(0.05) };
  const { id } = await schedule(ada, organization, { ...times, component_ids: [componentId] });
  const read = async () =>
    (await ada.get(`/v1/organizations/${organization}/maintenances/${id as string}`)).json;
  await expect.poll(async () => (await read()).status, POLLING).toBe("in_progress");
  await expect.poll(async () => (await read()).status, POLLING).toBe("completed");
  expect(await read()).toMatchObject({
    started_at: times.scheduled_for,
    ended_at: times.scheduled_until,
  });
  await expectMessages(receiver, id, "scheduled", "started", "completed");
});

test("a maintenance that ended while no server was running is completed once, even if several servers start", async ({
  launch,
  createServerStorage,
  receiver,
}) => {
  const storage = await createServerStorage();
  const before = await launch(PRIVATE, storage);
  const { ada, organization, componentId } = await registerOwner(before.url);
  await addSubscriber(ada, organization, { address: receiver.url });
  const { id } = await schedule(ada, organization, { component_ids: [componentId] });
  const { id: open } = await schedule(ada, organization);
  await expectMessages(receiver, id, "scheduled");
  await before.stop();
  const database = await openDirectly(storage.databaseUrl);
  const past =
    "(SELECT o.created_at FROM organizations o WHERE o.id = maintenances.organization_id)";
  await database.query(
    `UPDATE maintenances SET scheduled_for = ${past}, due_at = ${past},
       scheduled_until = created_at WHERE id = ?`,
    id as string,
  );
  await database.query(
    `UPDATE maintenances SET scheduled_for = ${past}, due_at = ${past} WHERE id = ?`,
    open as string,
  );
  const [one, two] = await Promise.all([launch(PRIVATE, storage), launch(PRIVATE, storage)]);
  const read = async (server: TestServer, what: unknown) =>
    (
      await withSession(ada, new ApiClient(server.url)).get(
        `/v1/organizations/${organization}/maintenances/${what as string}`,
      )
    ).json;
  await expect.poll(async () => (await read(one, id)).status, POLLING).toBe("completed");
  const after = await read(two, id);
  expect(after).toMatchObject({
    status: "completed",
    started_at: after.scheduled_for,
    ended_at: after.scheduled_until,
  });
  await expect.poll(async () => (await read(two, open)).status, POLLING).toBe("in_progress");
  await expectMessages(receiver, id, "scheduled", "completed");
  await expectMessages(receiver, open, "scheduled", "started");
  const rows = await database.query(
    "SELECT kind FROM notification_events WHERE organization_id = ? ORDER BY id",
    organization,
  );
  expect(rows.map(({ kind }) => kind)).toHaveLength(4);
  const statuses = await database.query(
    "SELECT recorded_status AS status FROM components WHERE id = ?",
    componentId,
  );
  expect(statuses).toEqual([{ status: "operational" }]);
  await database.close();
  for (const server of [one, two]) expect([await server.stop(), server.stderr()]).toEqual([0, ""]);
});

test("an unresolved incident determines the status of its component during and after maintenance", async ({
  setup,
}) => {
  const { ada, organization, componentId } = setup;
  const { id } = await schedule(ada, organization, { component_ids: [componentId], notify: false });
  const status = async () =>
    (await ada.get<JsonObject[]>(`/v1/organizations/${organization}/components`)).json[0]!.status;
  await ada.post(`/v1/organizations/${organization}/maintenances/${id as string}/start`);
  await addIncident(ada, organization, { impact: "major", component_ids: [componentId] });
  expect(await status()).toBe("partial_outage");
  await ada.post(`/v1/organizations/${organization}/maintenances/${id as string}/complete`);
  expect(await status()).toBe("partial_outage");
});

test("a response lists all invalid fields of a maintenance, and nothing is written", async ({
  server,
  ada,
  bob,
  orgID,
}) => {
  const componentId = await addComponent(ada, orgID);
  const path = `/v1/organizations/${orgID}/maintenances`;
  const [start, end] = [getTimeInMinutes(10), getTimeInMinutes(20)];
  const valid = { title: "a", scheduled_for: start, scheduled_until: end };
  const invalidBodies: [unknown, ...string[]][] = [
    [
      {
        title: "\0",
        scheduled_for: "soon",
        scheduled_until: "9999-01-01T00:00:00Z",
        component_ids: {},
        body: 7,
        auto_start: null,
        auto_complete: 1,
        reminder_minutes: 10_081,
        notify: "yes",
        notify_after_seconds: -1,
        template_id: 1,
      },
      "title",
      "scheduled_for",
      "scheduled_until",
      "component_ids",
      "body",
      "auto_start",
      "auto_complete",
      "reminder_minutes",
      "notify",
      "notify_after_seconds",
      "template_id",
    ],
    [
      {
        ...valid,
        scheduled_for: getTimeInMinutes(6 * 366 * 24 * 60),
        scheduled_until: getTimeInMinutes(6 * 367 * 24 * 60),
        component_ids: [componentId, "\u{1f4a5}"],
      },
      "scheduled_for",
      "scheduled_until",
      "component_ids.1",
    ],
    [{ ...valid, scheduled_for: getTimeInMinutes(-20) }, "scheduled_for"],
    [{ ...valid, template_id: randomUUID() }, "template_id"],
  ];
  for (const [body, ...paths] of invalidBodies) expectInvalid(await ada.post(path, body), ...paths);
  expect((await ada.get(path)).json).toEqual([]);
  expectInvalid(
    await ada.get(`${path}?status=done&from=today&to=x&q=%00&before=x&component_id=%00`),
    "status",
    "from",
    "to",
    "q",
    "before",
    "component_id",
  );

  const past = await schedule(ada, orgID, {
    scheduled_for: "2020-01-01T00:00:00+02:00",
    scheduled_until: "2020-01-01T00:30:00Z",
    component_ids: [componentId],
  });
  expect(past).toEqual(
    expectedMaintenance(orgID, {
      title: "New disks",
      status: "completed",
      scheduled_for: "2019-12-31T22:00:00.000Z",
      scheduled_until: "2020-01-01T00:30:00.000Z",
      started_at: "2019-12-31T22:00:00.000Z",
      ended_at: "2020-01-01T00:30:00.000Z",
      notify: false,
      component_ids: [componentId],
    }),
  );
  const { id } = await schedule(ada, orgID);
  const patch = (body: unknown, what = id) =>
    ada.call("PATCH", `${path}/${what as string}`, { body });
  expectInvalid(await patch({ scheduled_until: getTimeInMinutes(100) }), "scheduled_until");
  expectInvalid(
    await patch({ title: "", scheduled_for: "soon", reminder_minutes: -1, component_ids: [1] }),
    "title",
    "scheduled_for",
    "reminder_minutes",
    "component_ids.0",
  );
  expectProblem(await patch({ scheduled_until: getTimeInMinutes(100) }, past.id), 409);
  for (const move of ["start", "complete", "cancel"])
    expectProblem(await ada.post(`${path}/${past.id as string}/${move}`), 409);
  expectProblem(await ada.post(`${path}/${id as string}/complete`), 409);
  expectInvalid(
    await ada.post(`${path}/${id as string}/updates`, { status: "resolved", body: 1 }),
    "status",
    "body",
  );

  const own = `/v1/organizations/${orgID}-b`;
  await addComponent(bob, `${orgID}-b`);
  for (const what of ["", "/updates", "/deliveries"])
    expectProblem(await bob.get(`${own}/maintenances/${id as string}${what}`), 404);
  for (const move of ["start", "cancel"])
    expectProblem(await bob.post(`${own}/maintenances/${id as string}/${move}`), 404);
  expectInvalid(
    await bob.post(`${own}/maintenances`, { ...valid, component_ids: [componentId] }),
    "component_ids.0",
  );
  expect((await new ApiClient(server.url).get(path)).status).toBe(401);
});
