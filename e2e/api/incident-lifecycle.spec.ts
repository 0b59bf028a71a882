import { Webhook } from "standardwebhooks";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, addIncident, type ApiClient, signUp, type JsonObject } from "../support/api";
import { addMember } from "../support/test-database";
import { registerOwner, addSubscriber } from "../support/deliveries";
import { expect, test as base } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import type { TestServer } from "../support/test-server";
import {
  anId,
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  expectedIncidentDetail,
  expectedIncidentUpdate,
  expectedIncident,
  expectedTemplate,
  expectStatus,
} from "../support/expected-responses";

type TestSetup = { server: TestServer; ada: ApiClient; organization: string; componentId: string };
const test = base.extend<{ setup: TestSetup; receiver: Receiver }>({
  setup: async ({ getServer }, use) => {
    const server = await getServer({ WEBHOOK_ALLOW_PRIVATE: "on" });
    await use({ server, ...(await registerOwner(server.url)) });
  },
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

const at = (organization: string, incident?: JsonObject) =>
  `/v1/organizations/${organization}/incidents${incident ? `/${incident.id as string}` : ""}`;
const readStatuses = async (client: ApiClient, organization: string) =>
  (await client.get<JsonObject[]>(`/v1/organizations/${organization}/components`)).json.map(
    ({ status }) => status,
  );
type Message = {
  page: JsonObject;
  incident: JsonObject & { incident_updates: JsonObject[] };
  event: { kind: string };
};

test("an incident is updated, resolved, reopened, and deleted, and a webhook gets each notification", async ({
  setup,
  receiver,
}) => {
  const { ada, organization, componentId } = setup;
  const website = await addComponent(ada, organization, "Website");
  const { secret } = await addSubscriber(ada, organization, { address: receiver.url });
  const messages = (): Message[] =>
    receiver.received.map(
      ({ body, headers }) =>
        new Webhook(secret as string).verify(body, headers as Record<string, string>) as Message,
    );
  const nthMessage = async (count: number): Promise<Message> => {
    await expect
      .poll(() => receiver.received.length, { intervals: [10, 20, 50], timeout: 10_000 })
      .toBe(count);
    return messages()[count - 1]!;
  };

  const incident = await addIncident(ada, organization, {
    title: "API is down",
    impact: "major",
    component_ids: [componentId],
    body: "We are investigating.",
  });
  const path = at(organization, incident);
  expect(incident).toEqual(
    expectedIncident(organization, {
      title: "API is down",
      impact: "major",
      component_ids: [componentId],
    }),
  );
  expect((await nthMessage(1)).event.kind).toBe("incident.created");
  const { id: follower } = await addSubscriber(ada, organization, {
    address: `${receiver.url}&silent`,
    incident_ids: [incident.id],
  });
  const whole = expectStatus(await ada.get(path));
  expect(whole).toEqual(
    expectedIncidentDetail(organization, {
      ...incident,
      title: "API is down",
      impact: "major",
      components: [{ id: componentId, name: "API", status: "partial_outage" }],
      follower_count: 1,
    }),
  );
  expectStatus(
    await ada.delete(`/v1/organizations/${organization}/subscribers/${follower as string}`),
    204,
  );

  const first = expectStatus(
    await ada.post(`${path}/updates`, {
      status: "identified",
      body: "A disk is full.",
      notify: false,
    }),
    201,
  );
  expect(first).toEqual(
    expectedIncidentUpdate(incident, {
      status: "identified",
      body: "A disk is full.",
      notified: false,
      author_id: ada.user!.id,
      components: [
        {
          id: componentId,
          name: "API",
          status: "partial_outage",
          old_status: "partial_outage",
          new_status: "partial_outage",
        },
      ],
    }),
  );
  const key = { "Idempotency-Key": "second-update" };
  const body = {
    status: "identified",
    components: [
      { id: website, status: "degraded_performance" },
      { id: componentId, status: "major_outage" },
    ],
  };
  const second = expectStatus(await ada.post(`${path}/updates`, body, key), 201);
  const again = await ada.post(`${path}/updates`, body, key);
  expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([
    201,
    JSON.stringify(second),
    "true",
  ]);
  expect(second).toMatchObject({
    body: "The issue has been identified and a fix is being implemented.",
    edited_at: null,
    earlier: [],
  });
  expect(await readStatuses(ada, organization)).toEqual(["major_outage", "degraded_performance"]);
  expect(await nthMessage(2)).toMatchObject({
    event: { kind: "incident.updated" },
    page: { status_indicator: "major" },
    incident: {
      status: "identified",
      shortlink: expect.stringMatching(
        new RegExp(
          `^http://localhost:\\d+/status/${organization}/incidents/${second.incident_id as string}$`,
        ),
      ) as unknown,
      incident_updates: [
        {
          id: second.id,
          affected_components: [
            { code: componentId, old_status: "partial_outage", new_status: "major_outage" },
            { code: website, old_status: "operational", new_status: "degraded_performance" },
          ],
        },
        {
          id: first.id,
          body: "A disk is full.",
          affected_components: null,
          deliver_notifications: false,
        },
        { body: "We are investigating." },
      ],
      components: [
        {
          id: componentId,
          status: "major_outage",
          position: 1,
          created_at: aTimestamp,
          updated_at: aTimestamp,
        },
        { id: website, status: "degraded_performance", position: 2 },
      ],
    },
  });
  const updateBody = "מתאוששים 🩹\u202e — e\u0301";
  expectStatus(
    await ada.post(`${path}/updates`, {
      status: "monitoring",
      body: updateBody,
      components: [{ id: website, status: "operational" }],
    }),
    201,
  );
  expect((await nthMessage(3)).incident.incident_updates[0]!.body).toBe(updateBody);

  const updatePath = `${path}/updates/${first.id as string}`;
  const seen = (await ada.get(updatePath)).headers.get("etag")!;
  const edited = await ada.patch(
    updatePath,
    { body: "A disk is full on two machines." },
    { "If-Match": seen },
  );
  expect(expectStatus(edited)).toEqual({
    ...first,
    body: "A disk is full on two machines.",
    updated_at: aTimestamp,
    edited_at: aTimestamp,
    earlier: [
      {
        body: "A disk is full.",
        format: "plain",
        translations: {},
        replaced_at: edited.json.edited_at,
        replaced_by: ada.user!.id,
      },
    ],
  });
  expectProblem(
    await ada.patch(
      updatePath,
      { body: "A disk is full on three machines." },
      { "If-Match": seen },
    ),
    412,
  );
  expect((await ada.get(updatePath)).headers.get("etag")).toBe(edited.headers.get("etag"));
  expect(
    expectStatus(await ada.get<JsonObject[]>(`${path}/updates`)).map((update) => update.body),
  ).toEqual([updateBody, second.body, "A disk is full on two machines.", "We are investigating."]);

  const title = "API and website are down";
  const corrected = await ada.patch(
    path,
    { title },
    { "If-Match": (await ada.get(path)).headers.get("etag")! },
  );
  expect(expectStatus(corrected)).toMatchObject({
    title,
    impact: "major",
    component_ids: [componentId, website],
  });
  expectProblem(await ada.patch(path, { title: "Mine" }, { "If-Match": '"stale"' }), 412);

  const replies = await Promise.all([
    ada.post(`${path}/resolve`, { body: "All requests succeed." }),
    ada.post(`${path}/resolve`, { body: "All requests succeed." }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const resolved = replies.find(({ status }) => status === 200)!.json;
  expect(resolved).toMatchObject({
    title,
    status: "resolved",
    resolved_at: aTimestamp,
    components: [{ status: "operational" }, { status: "operational" }],
  });
  expect(await nthMessage(4)).toMatchObject({
    event: { kind: "incident.resolved" },
    page: { status_indicator: "none" },
    incident: {
      status: "resolved",
      resolved_at: resolved.resolved_at,
      incident_updates: [{ body: "All requests succeed." }, {}, {}, {}, {}],
    },
  });
  expect(await readStatuses(ada, organization)).toEqual(["operational", "operational"]);

  expect(
    expectStatus(await ada.post(`${path}/reopen`, { body: "The errors are back." })),
  ).toMatchObject({
    status: "investigating",
    resolved_at: null,
    components: [{ status: "major_outage" }, { status: "operational" }],
  });
  expect(await nthMessage(5)).toMatchObject({
    event: { kind: "incident.reopened" },
    incident: { status: "investigating", resolved_at: null },
  });
  expectProblem(await ada.post(`${path}/reopen`, {}), 409);
  expectProblem(await ada.put(`${path}/postmortem`, { body: "Too early.", published: true }), 409);
  expect(expectStatus(await ada.post(`${path}/resolve`, {}))).toMatchObject({ status: "resolved" });
  expect((await nthMessage(6)).event.kind).toBe("incident.resolved");

  expectProblem(await ada.get(`${path}/postmortem`), 404);
  expectProblem(
    await ada.call("PUT", `${path}/postmortem`, {
      body: { body: "There is no postmortem yet." },
      headers: { "If-Match": "*" },
    }),
    412,
  );
  expect(
    expectStatus(await ada.put(`${path}/postmortem`, { body: "Confidential draft." })),
  ).toEqual({
    body: "Confidential draft.",
    format: "plain",
    published_at: null,
    translations: {},
    updated_at: aTimestamp,
  });
  const published = expectStatus(
    await ada.put(`${path}/postmortem`, { body: "Logs filled the disk. 🧯", published: true }),
  );
  expect(published).toEqual({
    body: "Logs filled the disk. 🧯",
    format: "plain",
    published_at: aTimestamp,
    translations: {},
    updated_at: published.published_at,
  });
  expect(await nthMessage(7)).toMatchObject({
    event: { kind: "incident.postmortem_published" },
    incident: {
      postmortem_body: "Logs filled the disk. 🧯",
      postmortem_published_at: published.published_at,
    },
  });
  expectStatus(
    await ada.put(`${path}/postmortem`, {
      body: "Logs filled the disk. We rotate them.",
      published: true,
    }),
  );
  expect(expectStatus(await ada.get(path)).postmortem).toMatchObject({
    body: "Logs filled the disk. We rotate them.",
    published_at: published.published_at,
  });
  expect(
    expectStatus(await ada.put(`${path}/postmortem`, { body: "Second draft.", published: false })),
  ).toMatchObject({ published_at: null });
  expectStatus(await ada.delete(`${path}/postmortem`), 204);
  expect(expectStatus(await ada.get(path)).postmortem).toBeNull();

  expectStatus(await ada.delete(path), 204);
  for (const deletedPath of [path, `${path}/updates`, `${path}/postmortem`, updatePath])
    expectProblem(await ada.get(deletedPath), 404);
  expect(expectStatus(await ada.get(at(organization)))).toEqual([]);
  const deliveries = expectStatus(
    await ada.get<JsonObject[]>(`/v1/organizations/${organization}/deliveries`),
  );
  expect(deliveries.map(({ event, incident_id }) => [event, incident_id])).toEqual(
    [
      "incident.postmortem_published",
      "incident.resolved",
      "incident.reopened",
      "incident.resolved",
      "incident.updated",
      "incident.updated",
      "incident.created",
    ].map((event) => [event, null]),
  );
  expect(receiver.received).toHaveLength(7);
  expect(JSON.stringify(receiver.received)).not.toContain("Confidential");
  expect(messages().map(({ incident: { id } }) => id)).toEqual(Array(7).fill(incident.id));
});

test("a backfilled incident is listed by its start time, and notifies subscribers only on request", async ({
  setup,
  receiver,
}) => {
  const { ada, organization, componentId } = setup;
  await addSubscriber(ada, organization, { address: receiver.url });
  const [started_at, resolved_at] = ["2026-01-10T08:00:00.000Z", "2026-01-10T09:30:00.000Z"];
  const fields = {
    title: "Website was unreachable",
    impact: "critical",
    component_ids: [componentId],
    body: "A cable was cut.",
  };
  const past = await addIncident(ada, organization, {
    ...fields,
    started_at: "2026-01-10T10:00:00+02:00",
    resolved_at,
  });
  expect(past).toEqual(
    expectedIncident(organization, {
      title: "Website was unreachable",
      impact: "critical",
      status: "resolved",
      component_ids: [componentId],
      started_at,
      resolved_at,
    }),
  );
  const updates = expectStatus(await ada.get<JsonObject[]>(`${at(organization, past)}/updates`));
  expect(
    updates.map(({ status, display_at, notified, components }) => [
      status,
      display_at,
      notified,
      (components as JsonObject[])[0]!.status,
    ]),
  ).toEqual([
    ["resolved", resolved_at, false, "operational"],
    ["investigating", started_at, false, "major_outage"],
  ]);
  expect(await readStatuses(ada, organization)).toEqual(["operational"]);
  const newer = await addIncident(ada, organization, { title: "Search is slow", notify: false });
  expect(expectStatus(await ada.get<JsonObject[]>(at(organization))).map(({ id }) => id)).toEqual([
    newer.id,
    past.id,
  ]);

  const moved = expectStatus(
    await ada.patch(at(organization, past), { started_at: "2026-01-10T07:00:00Z" }),
  );
  expect(moved).toMatchObject({ started_at: "2026-01-10T07:00:00.000Z", resolved_at });
  expectInvalid(
    await ada.patch(at(organization, past), { started_at: "2026-01-10T09:30:00.001Z" }),
    "started_at",
  );

  const notified = await addIncident(ada, organization, {
    ...fields,
    title: "Website outage on Friday",
    started_at,
    resolved_at,
    notify: true,
  });
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    event: { kind: "incident.created" },
    incident: {
      id: notified.id,
      status: "resolved",
      started_at,
      resolved_at,
      incident_updates: [
        { display_at: resolved_at, body: "A cable was cut." },
        { display_at: started_at },
      ],
    },
  });

  const refused: [JsonObject, string[]][] = [
    [{ started_at: resolved_at, resolved_at: started_at }, ["resolved_at"]],
    [{ started_at: "9999-12-31T23:59:59Z" }, ["started_at"]],
    [{ resolved_at }, ["started_at"]],
    [
      { components: [{ id: "x", status: "operational" }], component_ids: ["y"] },
      ["components.0.id", "component_ids.0"],
    ],
  ];
  for (const [wrong, paths] of refused)
    expectInvalid(
      await ada.post(at(organization), { ...fields, component_ids: [], ...wrong }),
      ...paths,
    );
  expect(expectStatus(await ada.get<JsonObject[]>(at(organization)))).toHaveLength(3);
});

test("an incident from a template keeps the request's own values and takes the rest from the template", async ({
  ada,
  bob,
  orgID,
}) => {
  const path = `/v1/organizations/${orgID}/templates`;
  const component = await addComponent(ada, orgID);
  const fields = {
    kind: "incident",
    name: "Provider 🔥",
    title: "Our provider is down",
    impact: "critical",
    status: "identified",
    body: "We are in contact.",
    component_ids: [component],
  };
  const made = await ada.post(path, fields);
  const template = expectStatus(made, 201);
  expect(template).toEqual(expectedTemplate(orgID, fields));
  const one = `${path}/${template.id as string}`;
  expect(made.headers.get("etag")).toBe((await ada.get(one)).headers.get("etag"));
  expectProblem(await ada.post(path, fields), 409);
  const work = expectStatus(
    await ada.post(path, { ...fields, kind: "maintenance", status: "scheduled" }),
    201,
  );
  expect(work).toEqual(
    expectedTemplate(orgID, { ...fields, kind: "maintenance", status: "scheduled", impact: null }),
  );
  expect(expectStatus(await ada.get<JsonObject[]>(path)).map(({ id }) => id)).toEqual([
    work.id,
    template.id,
  ]);
  expect(expectStatus(await ada.get(`${path}?kind=incident`))).toEqual([template]);
  expectInvalid(await ada.get(`${path}?kind=postmortem`), "kind");
  expectInvalid(
    await ada.post(path, { kind: "incident", component_ids: ["\0"] }),
    "name",
    "title",
    "impact",
    "component_ids.0",
  );
  expectInvalid(
    await ada.post(path, { ...fields, name: "Other", component_ids: [component, "unknown"] }),
    "component_ids.1",
  );

  const created = expectStatus(await ada.post(at(orgID), { template_id: template.id }), 201);
  expect(created).toEqual(
    expectedIncident(orgID, {
      title: "Our provider is down",
      impact: "critical",
      status: "identified",
      component_ids: [component],
    }),
  );
  expect(expectStatus(await ada.get<JsonObject[]>(`${at(orgID, created)}/updates`))[0]!.body).toBe(
    "We are in contact.",
  );
  const given = {
    title: "Emails are delayed",
    impact: "none",
    status: "monitoring",
    component_ids: [],
  };
  expect(
    expectStatus(await ada.post(at(orgID), { ...given, template_id: template.id }), 201),
  ).toEqual(expectedIncident(orgID, given));
  for (const template_id of [work.id, "unknown", "\u{1F600}"])
    expectInvalid(await ada.post(at(orgID), { template_id }), "template_id");

  expect(expectStatus(await ada.patch(one, { title: "Provider", body: "" }))).toEqual({
    ...template,
    title: "Provider",
    body: "",
    updated_at: aTimestamp,
  });
  expectInvalid(await ada.patch(one, { status: "scheduled" }), "status");
  const elsewhere = createOrganizationId();
  await addComponent(bob, elsewhere);
  const foreign = one.replace(orgID, elsewhere);
  for (const reply of [
    await bob.get(foreign),
    await bob.patch(foreign, { title: "Mine" }),
    await bob.delete(foreign),
  ])
    expectProblem(reply, 404);
  expectStatus(await ada.delete(one), 204);
  expectProblem(await ada.get(one), 404);
  expectInvalid(await ada.post(at(orgID), { template_id: template.id }), "template_id");
});

test("unknown IDs return 404, and invalid fields are listed", async ({
  server,
  ada,
  bob,
  orgID,
  database,
}) => {
  const incident = await addIncident(ada, orgID);
  const other = await addIncident(ada, orgID);
  const path = at(orgID, incident);
  const update = expectStatus(await ada.get<JsonObject[]>(`${path}/updates`))[0]!;
  const elsewhere = createOrganizationId();
  await addIncident(bob, elsewhere);
  const foreign = at(elsewhere, incident);
  const misplaced = `${at(orgID, other)}/updates/${update.id as string}`;
  for (const [client, unknownPath] of [
    [bob, foreign],
    [ada, `${at(orgID)}/unknown`],
    [ada, `${at(orgID)}/%00`],
    [ada, `${at(orgID)}/%F0%9F%98%80`],
  ] as const) {
    for (const reply of [
      await client.get(unknownPath),
      await client.patch(unknownPath, { title: "Mine" }),
      await client.get(`${unknownPath}/updates`),
      await client.post(`${unknownPath}/updates`, {}),
      await client.post(`${unknownPath}/resolve`, {}),
      await client.post(`${unknownPath}/reopen`, {}),
      await client.get(`${unknownPath}/postmortem`),
      await client.put(`${unknownPath}/postmortem`, { body: "x" }),
      await client.delete(`${unknownPath}/postmortem`),
      await client.get(`${unknownPath}/updates/${update.id as string}`),
      await client.delete(unknownPath),
    ]) {
      expectProblem(reply, 404);
    }
  }
  for (const reply of [await ada.get(misplaced), await ada.patch(misplaced, { body: "x" })])
    expectProblem(reply, 404);

  expectInvalid(
    await ada.patch(path, { title: "\0", impact: "huge", started_at: "soon" }),
    "title",
    "impact",
    "started_at",
  );
  expectInvalid(
    await ada.post(`${path}/updates`, {
      status: "postmortem",
      body: "🙂".repeat(25_001),
      notify: "no",
      components: [{}],
      component_ids: {},
    }),
    "status",
    "body",
    "notify",
    "components.0.id",
    "components.0.status",
    "component_ids",
  );
  expectInvalid(await ada.post(`${path}/resolve`, { body: "\ud800" }), "body");
  expectInvalid(await ada.post(`${path}/reopen`, { status: "resolved" }), "status");
  expectInvalid(await ada.patch(`${path}/updates/${update.id as string}`, { body: " " }), "body");
  expectInvalid(
    await ada.put(`${path}/postmortem`, { body: "x".repeat(25_001), published: "yes" }),
    "body",
    "published",
  );
  expectInvalid(await ada.get(`${path}/updates?before=x`), "before");
  const longest = "🙂".repeat(25_000);
  expect(expectStatus(await ada.post(`${path}/updates`, { body: longest }), 201).body).toBe(
    longest,
  );
  expect(expectStatus(await ada.put(`${path}/postmortem`, { body: longest })).body).toBe(longest);

  const viewer = await signUp(server.url);
  await addMember(database, orgID, viewer.user!.id as string, "viewer");
  expect(expectStatus(await viewer.get(path)).postmortem).toEqual({
    body: longest,
    format: "plain",
    published_at: null,
    translations: {},
    updated_at: aTimestamp,
  });
  expectPlainText(await viewer.post(`${path}/resolve`, {}), 403);
  expect(
    expectStatus(await viewer.get<JsonObject[]>(at(orgID))).find(({ id }) => id === incident.id),
  ).toEqual({
    ...incident,
    updated_at: aTimestamp,
  });
  expect(
    await database.query(
      "SELECT action FROM audit_entries WHERE organization_id = ? AND subject_type = ? ORDER BY id",
      orgID,
      "postmortem",
    ),
  ).toEqual([{ action: "postmortem.created" }]);
  expect(expectStatus(await ada.get<JsonObject[]>(`${path}/updates`))).toEqual([
    expectedIncidentUpdate(incident, {
      id: anId,
      status: "investigating",
      body: longest,
      author_id: ada.user!.id,
      notified: true,
      components: [],
    }),
    update,
  ]);
});
