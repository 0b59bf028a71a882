import { randomUUID } from "node:crypto";
import { addComponent, addIncident, type JsonObject } from "../support/api";
import { expect, test } from "../support/fixtures";
import { expectInvalid } from "../support/expected-responses";

const at = (organization: string, path: string) => `/v1/organizations/${organization}/${path}`;
const DAY_MS = 86_400_000;
type Uptime = {
  days: number;
  time_zone: string;
  from: string;
  to: string;
  components: (JsonObject & { id: string })[];
  groups: JsonObject[];
};

test("uptime is computed from the status timeline, for components and groups, in the organization's time zone", async ({
  ada,
  orgID,
  database,
}) => {
  const group = (await ada.post(at(orgID, "component-groups"), { name: "All" })).json.id as string;
  const today = new Date().toISOString().slice(0, 10);
  const [affected, unaffected] = [
    (await ada.post(at(orgID, "components"), { name: "Down", group_id: group })).json.id as string,
    await addComponent(ada, orgID, "Search"),
  ];
  // The first component had a partial outage of two hours across midnight, ten days ago.
  const midnight = Date.parse(`${today}T00:00:00.000Z`) - 10 * DAY_MS;
  const iso = (ms: number) => new Date(ms).toISOString().replace("Z", "+00:00");
  const start = iso(midnight - 30 * DAY_MS);
  await database.query("UPDATE components SET created_at = ? WHERE id = ?", start, affected);
  await database.query(
    "UPDATE component_status_changes SET at = ? WHERE component_id = ?",
    start,
    affected,
  );
  for (const [ms, status] of [
    [midnight - 3_600_000, "partial_outage"],
    [midnight + 3_600_000, "operational"],
  ] as const) {
    await database.query(
      "INSERT INTO component_status_changes (id, component_id, status, at) VALUES (?, ?, ?, ?)",
      randomUUID(),
      affected,
      status,
      iso(ms),
    );
  }
  const incident = await addIncident(ada, orgID, { impact: "none", component_ids: [unaffected] });

  const reply = await ada.get<Uptime>(at(orgID, "uptime"));
  expect(reply.status, reply.text).toBe(200);
  const { days, time_zone, from, to, components, groups } = reply.json;
  expect({ days, time_zone, from }).toEqual({
    days: 90,
    time_zone: "Etc/UTC",
    from: new Date(Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - 89 * DAY_MS).toISOString(),
  });
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const percent =
    Math.floor(10_000 * (1 - (0.3 * 7_200) / ((Date.parse(to) - Date.parse(start)) / 1_000))) / 100;
  expect(components).toEqual([
    {
      id: affected,
      uptime: percent,
      counted_from: start.slice(0, 10),
      partial_outage_seconds: 7_200,
      major_outage_seconds: 0,
      days: [
        {
          date: date(midnight - DAY_MS),
          partial_outage_seconds: 3_600,
          major_outage_seconds: 0,
          degraded: false,
          incident_ids: [],
        },
        {
          date: date(midnight),
          partial_outage_seconds: 3_600,
          major_outage_seconds: 0,
          degraded: false,
          incident_ids: [],
        },
      ],
    },
    {
      id: unaffected,
      // A component has no uptime until 24 hours have been measured.
      uptime: null,
      counted_from: (incident.started_at as string).slice(0, 10),
      partial_outage_seconds: 0,
      major_outage_seconds: 0,
      days: [
        {
          date: (incident.started_at as string).slice(0, 10),
          partial_outage_seconds: 0,
          major_outage_seconds: 0,
          degraded: false,
          incident_ids: [incident.id],
        },
      ],
    },
  ]);
  expect(groups).toEqual([{ id: group, uptime: percent }]);

  // In another time zone, the outage is within one day. A later start date excludes it.
  await database.query(
    "UPDATE organizations SET time_zone = 'America/New_York' WHERE id = ?",
    orgID,
  );
  const elsewhere = (await ada.get<Uptime>(at(orgID, "uptime?days=365"))).json;
  expect(elsewhere).toMatchObject({
    days: 365,
    time_zone: "America/New_York",
    from: expect.stringMatching(/T0[45]:00:00\.000Z$/),
  });
  expect(elsewhere.components[0]!.days).toEqual([
    {
      date: date(midnight - DAY_MS),
      partial_outage_seconds: 7_200,
      major_outage_seconds: 0,
      degraded: false,
      incident_ids: [],
    },
  ]);
  await ada.call("PATCH", at(orgID, `components/${affected}`), {
    body: { start_date: date(midnight + 2 * DAY_MS) },
  });
  expect((await ada.get<Uptime>(at(orgID, "uptime"))).json.components[0]).toEqual({
    id: affected,
    uptime: 100,
    counted_from: date(midnight + 2 * DAY_MS),
    partial_outage_seconds: 0,
    major_outage_seconds: 0,
    days: [],
  });
});

test("an invalid number of days is rejected, and an organization without components has no uptime", async ({
  ada,
  orgID,
}) => {
  expectInvalid(await ada.get(at(orgID, "uptime?days=%00")), "days");
  const reply = await ada.get<Uptime>(at(orgID, "uptime?days=1"));
  expect(reply.json).toMatchObject({ days: 1, time_zone: "Etc/UTC", components: [], groups: [] });
});
