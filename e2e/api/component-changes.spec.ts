import { randomUUID } from "node:crypto";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  addIncident,
  type ApiResponse,
  type JsonObject,
  signUp,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import { openDirectly } from "../support/test-database";
import {
  anId,
  aTimestamp,
  expectedComponent,
  expectInvalid,
  expectProblem,
  expectedGroup,
} from "../support/expected-responses";

const at = (organization: string, path = "components") =>
  `/v1/organizations/${organization}/${path}`;
const listPositions = (reply: ApiResponse<JsonObject[]>) =>
  reply.json.map(({ id, position }) => [id, position]);

test("a component is created, edited, ordered, archived, and restored", async ({ ada, orgID }) => {
  const reply = await ada.post(at(orgID), {
    name: "API",
    start_date: "2026-01-31",
    status: "degraded_performance",
  });
  expect(reply.status, reply.text).toBe(201);
  const by = { kind: "user", id: ada.user!.id, name: "Ada Lovelace" };
  const set = { status_set_at: aTimestamp, status_set_by: by };
  expect(reply.json).toEqual(
    expectedComponent(orgID, {
      name: "API",
      position: 0,
      start_date: "2026-01-31",
      status: "degraded_performance",
      own_status: "degraded_performance",
      ...set,
    }),
  );
  const id = reply.json.id as string;
  const path = `${at(orgID)}/${id}`;
  const first = await ada.get(path);
  expect(first.json).toEqual(reply.json);
  expect(first.headers.get("etag")).toBe(reply.headers.get("etag"));

  const changed = await ada.patch(
    path,
    {
      name: " Public API ",
      description: "👋 שלום",
      start_date: null,
      status: "operational",
      position: 7,
    },
    { "If-Match": first.headers.get("etag")! },
  );
  expect(changed.status, changed.text).toBe(200);
  expect(changed.json).toEqual(
    expectedComponent(orgID, {
      ...set,
      id,
      name: "Public API",
      description: "👋 שלום",
      position: 0,
    }),
  );
  expect(changed.headers.get("etag")).toBe((await ada.get(path)).headers.get("etag"));
  expectProblem(
    await ada.patch(path, { name: "Lost" }, { "If-Match": first.headers.get("etag")! }),
    412,
  );
  expectProblem(await ada.delete(path, { "If-Match": first.headers.get("etag")! }), 412);
  expect((await ada.get(path, { "If-None-Match": changed.headers.get("etag")! })).status).toBe(304);

  const incident = await addIncident(ada, orgID, { impact: "major", component_ids: [id] });
  expect((await ada.get(path)).json).toMatchObject({
    status: "partial_outage",
    own_status: "operational",
  });
  const history = await ada.get<JsonObject[]>(`${path}/history`);
  expect(history.json.map(({ status }) => status)).toEqual([
    "partial_outage",
    "operational",
    "degraded_performance",
  ]);
  expect(history.json[0]).toEqual({ status: "partial_outage", at: incident.started_at });
  expect(history.headers.get("link")).toBeNull();

  const [web, mail] = [
    await addComponent(ada, orgID, "Web"),
    await addComponent(ada, orgID, "Mail"),
  ];
  expect(
    listPositions(
      await ada.put<JsonObject[]>(`${at(orgID)}/order`, { component_ids: [mail, id, web] }),
    ),
  ).toEqual([
    [mail, 0],
    [id, 1],
    [web, 2],
  ]);
  expect(listPositions(await ada.get<JsonObject[]>(at(orgID)))).toEqual([
    [mail, 0],
    [id, 1],
    [web, 2],
  ]);
  const other = createOrganizationId();
  const foreign = await addComponent(ada, other);
  expectInvalid(
    await ada.put(`${at(orgID)}/order`, { component_ids: [mail, mail, foreign, id] }),
    "component_ids.1",
    "component_ids.2",
    "component_ids",
  );
  expectInvalid(await ada.put(`${at(orgID)}/order`, { component_ids: "all" }), "component_ids");

  const deletion = await ada.delete(path);
  expect([deletion.status, deletion.text]).toEqual([204, ""]);
  expect((await ada.delete(path)).status).toBe(204);
  expect((await ada.get<JsonObject[]>(at(orgID))).json.map((component) => component.id)).toEqual([
    mail,
    web,
  ]);
  const archived = (await ada.get(path)).json;
  expect(archived).toMatchObject({
    position: -1,
    archived_at: aTimestamp,
    status: "partial_outage",
  });
  expect((await ada.get(`${at(orgID)}?archived=true`)).json).toEqual([archived]);
  expectInvalid(await ada.get(`${at(orgID)}?archived=maybe`), "archived");
  expect((await ada.get<JsonObject[]>(at(orgID, "incidents"))).json[0]).toEqual({
    ...incident,
    component_ids: [id],
  });
  expectInvalid(
    await ada.post(at(orgID, "incidents"), {
      title: "Website is slow",
      impact: "none",
      component_ids: [web, id],
    }),
    "component_ids.1",
  );
  expectInvalid(
    await ada.put(`${at(orgID)}/order`, { component_ids: [web, mail, id] }),
    "component_ids.2",
  );
  expect((await ada.patch(path, { archived: false })).json).toMatchObject({
    position: 3,
    archived_at: null,
  });
  expect(
    listPositions(
      await ada.put<JsonObject[]>(`${at(orgID)}/order`, { component_ids: [web, mail, id] }),
    ),
  ).toEqual([
    [web, 0],
    [mail, 1],
    [id, 2],
  ]);
  expect(await addComponent(ada, orgID, "Last")).toEqual(
    (await ada.get<JsonObject[]>(at(orgID))).json[3]!.id,
  );

  expect((await ada.delete(`${at(orgID)}/${web}`)).status).toBe(204);
  for (const reply of [
    await ada.get(`${at(orgID)}/${web}`),
    await ada.get(`${at(orgID)}/${web}/history`),
    await ada.patch(`${at(orgID)}/${web}`, {}),
    await ada.delete(`${at(orgID)}/${web}`),
  ]) {
    expectProblem(reply, 404);
  }
});

test("groups are created, edited, ordered, and deleted, and contain components", async ({
  ada,
  orgID,
}) => {
  const groups = at(orgID, "component-groups");
  const key = { "Idempotency-Key": randomUUID() };
  const reply = await ada.post(
    groups,
    { name: " Regions ", description: "Where it runs", collapsed: true },
    key,
  );
  expect(reply.status, reply.text).toBe(201);
  expect(reply.json).toEqual(
    expectedGroup(orgID, {
      name: "Regions",
      description: "Where it runs",
      collapsed: true,
      position: 0,
    }),
  );
  expect(
    (
      await ada.post(
        groups,
        { name: " Regions ", description: "Where it runs", collapsed: true },
        key,
      )
    ).json,
  ).toEqual(reply.json);
  const regions = reply.json.id as string;
  const tools = (await ada.post(groups, { name: "Tools" })).json.id as string;

  const east = (await ada.post(at(orgID), { name: "East", group_id: regions })).json.id as string;
  const west = await addComponent(ada, orgID, "West");
  expect((await ada.patch(`${at(orgID)}/${west}`, { group_id: regions })).json).toMatchObject({
    group_id: regions,
  });
  await ada.put(`${at(orgID)}/order`, { component_ids: [west, east] });
  expect((await ada.get(groups)).json).toEqual([
    expectedGroup(orgID, {
      id: regions,
      name: "Regions",
      description: "Where it runs",
      collapsed: true,
      position: 0,
      component_ids: [west, east],
    }),
    expectedGroup(orgID, { id: tools, name: "Tools", position: 1 }),
  ]);

  const { headers, json } = await ada.get(`${groups}/${regions}`);
  expect(json.component_ids).toEqual([west, east]);
  const changed = await ada.patch(
    `${groups}/${regions}`,
    { name: "Places", collapsed: false },
    { "If-Match": headers.get("etag")! },
  );
  expect(changed.json).toEqual({
    ...json,
    name: "Places",
    collapsed: false,
    updated_at: aTimestamp,
  });
  expectProblem(
    await ada.patch(`${groups}/${regions}`, { name: "Lost" }, { "If-Match": headers.get("etag")! }),
    412,
  );
  expect(
    listPositions(await ada.put<JsonObject[]>(`${groups}/order`, { group_ids: [tools, regions] })),
  ).toEqual([
    [tools, 0],
    [regions, 1],
  ]);
  expectInvalid(
    await ada.put(`${groups}/order`, { group_ids: [tools, tools, east] }),
    "group_ids.1",
    "group_ids.2",
    "group_ids",
  );

  expect((await ada.delete(`${groups}/${regions}`)).status).toBe(204);
  expectProblem(await ada.get(`${groups}/${regions}`), 404);
  expect((await ada.get<JsonObject[]>(at(orgID))).json).toEqual([
    expectedComponent(orgID, { id: west, name: "West", position: 0 }),
    expectedComponent(orgID, { id: east, name: "East", position: 1 }),
  ]);
});

test("a response lists all invalid fields of a component, and nothing changes", async ({
  ada,
  bob,
  orgID,
}) => {
  const id = await addComponent(ada, orgID);
  const other = createOrganizationId();
  const [foreign, foreignGroup] = [
    await addComponent(bob, other),
    (await bob.post(at(other, "component-groups"), { name: "Theirs" })).json.id,
  ];
  const path = `${at(orgID)}/${id}`;
  const before = (await ada.get(path)).json;
  const futureDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  for (const [body, ...fields] of [
    [
      {
        name: " ",
        description: null,
        group_id: 7,
        start_date: 0,
        status: "under_maintenance",
        archived: "no",
      },
      "name",
      "description",
      "group_id",
      "start_date",
      "status",
      "archived",
    ],
    [{ group_id: foreignGroup, start_date: futureDate }, "group_id", "start_date"],
    [{ group_id: "", start_date: "9999-12-31" }, "group_id", "start_date"],
  ] as [unknown, ...string[]][]) {
    expectInvalid(await ada.patch(path, body), ...fields);
  }
  expectInvalid(
    await ada.post(at(orgID), { name: "New", group_id: foreignGroup, start_date: futureDate }),
    "group_id",
    "start_date",
  );
  expectInvalid(
    await ada.post(at(orgID, "component-groups"), { description: 1, collapsed: "yes" }),
    "name",
    "description",
    "collapsed",
  );
  expectInvalid(await ada.get(`${path}/history?before=yesterday`), "before");
  expectProblem(await ada.patch(`${at(orgID)}/${foreign}`, { name: "Mine" }), 404);
  for (const unknownPath of [
    `${at(orgID)}/${foreign}`,
    `${at(orgID)}/${foreign}/history`,
    `${at(orgID)}/%20`,
    `${at(orgID)}/${"x".repeat(500)}`,
    at(orgID, `component-groups/${foreignGroup as string}`),
  ]) {
    expectProblem(await ada.get(unknownPath), 404);
  }
  expectProblem(await ada.get(`${at(orgID)}/order`), 405);
  expect((await ada.get(at(orgID))).json).toEqual([before]);
  expect((await ada.get(at(orgID, "component-groups"))).json).toEqual([]);
});

const large = "10,000 components can be listed and ordered in one request, and more can be created";
test(large, { tag: "@faults" }, async ({ launch, createServerStorage, orgID }) => {
  // The worker thread publishes these components after the test, so they have their own server.
  const storage = await createServerStorage();
  const server = await launch({}, storage);
  const ada = await signUp(server.url);
  const database = await openDirectly(storage.databaseUrl);
  const first = await addComponent(ada, orgID, "First");
  await database.query(
    `INSERT INTO components (id, organization_id, name, description, status, recorded_status,
        position, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
     SELECT CONCAT(c.id, '-', n.i), c.organization_id, c.name, c.description, c.status,
        c.recorded_status, n.i, c.created_at, c.updated_at
     FROM components c, n WHERE c.id = ?`,
    first,
  );
  await database.query(
    "UPDATE organizations SET next_position = 10000, revision = revision + 1 WHERE id = ?",
    orgID,
  );
  await database.close();
  const listed = (await ada.get<{ id: string }[]>(at(orgID))).json.map(({ id }) => id);
  expect(listed).toHaveLength(10_000);
  const [ordered, created] = await Promise.all([
    ada.put<JsonObject[]>(`${at(orgID)}/order`, { component_ids: listed.toReversed() }),
    ada.post(at(orgID), { name: "Search" }),
  ]);
  expect(created.status).toBe(201);
  // The order is rejected if the new component was created first.
  if (ordered.status === 400) expectInvalid(ordered, "component_ids");
  else expect(ordered.json.map(({ id }) => id)).toEqual(listed.toReversed());
  const all = (await ada.get<JsonObject[]>(at(orgID))).json;
  expect(all.map(({ position }) => position)).toEqual(
    Array.from({ length: 10_001 }, (_, index) => index),
  );
  expect(all.at(-1)).toEqual(
    expectedComponent(orgID, { id: anId, name: "Search", position: 10_000 }),
  );
  const uptime = await ada.get<{ components: JsonObject[] }>(at(orgID, "uptime"));
  expect(uptime.json.components).toHaveLength(10_001);
});
