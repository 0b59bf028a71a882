import { addComponent, addIncident, uniqueEmail, type JsonObject } from "../support/api";
import { addSubscriber } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { waitForEmail } from "../support/mailbox";
import { expectInvalid } from "../support/expected-responses";

test("an incident preview matches the email that is sent later, and writes nothing", async ({
  server,
  ada,
  orgID,
  database,
}) => {
  const component = await addComponent(ada, orgID, "API");
  const [reader, follower] = [uniqueEmail(), uniqueEmail()];
  await addSubscriber(ada, orgID, { channel: "email", address: reader });
  await addSubscriber(ada, orgID, {
    address: `https://receiver.invalid/${orgID}`,
    component_ids: [await addComponent(ada, orgID, "Other")],
  });
  const path = `/v1/organizations/${orgID}/incidents`;
  const readState = () =>
    database.query(
      "SELECT (SELECT revision FROM organizations WHERE id = ?) AS revision, " +
        "(SELECT COUNT(*) FROM audit_entries WHERE organization_id = ?) AS entries, " +
        "(SELECT COUNT(*) FROM notification_events WHERE organization_id = ?) AS events",
      orgID,
      orgID,
      orgID,
    );

  const body = {
    title: "API is slow <now>",
    impact: "major",
    component_ids: [component],
    body: "Requests are slow.\n\nWe are investigating.",
  };
  const before = await readState();
  const preview = await ada.post<{ mail: { subject: string; html: string; text: string } }>(
    `${path}/preview`,
    body,
  );
  expect(preview.status, preview.text).toBe(200);
  expect(await readState()).toEqual(before);
  expect(preview.json).toMatchObject({
    audience: { total: 1, by_channel: { email: 1, webhook: 0, slack: 0, discord: 0, teams: 0 } },
    components: [
      { id: component, name: "API", status_before: "operational", status_after: "partial_outage" },
    ],
  });

  const incident = await addIncident(ada, orgID, body);
  const email = await waitForEmail(server.dataDir, reader);
  const { subject, html, text } = preview.json.mail;
  // Removes times, tokens, and incident IDs, which differ between preview and email.
  const comparable = (source: string) =>
    source
      .replaceAll(/token=[\w-]+/g, "token=")
      .replaceAll(/incidents\/[\w-]+/g, "incidents/")
      .replaceAll(/\d\d:\d\d/g, "00:00")
      .replaceAll("\r\n", "\n")
      .trim();
  expect([email.subject, comparable(email.html as string), comparable(email.text!)]).toEqual([
    subject,
    comparable(html),
    comparable(text),
  ]);

  await addSubscriber(ada, orgID, {
    channel: "email",
    address: follower,
    incident_ids: [incident.id],
  });
  const next = (fields: JsonObject) =>
    ada.post(`${path}/${incident.id as string}/updates/preview`, { status: "resolved", ...fields });
  expect((await next({})).json).toMatchObject({
    audience: { total: 2, by_channel: { email: 2 } },
    components: [{ status_before: "partial_outage", status_after: "operational" }],
    mail: {
      subject: expect.stringContaining("API is slow") as unknown,
      text: expect.stringContaining("This incident has been resolved.") as unknown,
    },
  });
  expect((await next({ notify: false })).json).toMatchObject({ audience: { total: 0 } });
  expectInvalid(
    await next({ components: [{ id: component, status: "major_outage" }] }),
    "components.0.status",
  );
  expectInvalid(await ada.post(`${path}/preview`, { component_ids: ["x"] }), "title", "impact");
  expect((await ada.get(`${path}/${incident.id as string}`)).json).toMatchObject({
    status: "investigating",
  });
});

test("a maintenance preview shows recipients, component statuses, and the email, and saves nothing", async ({
  ada,
  orgID,
}) => {
  const component = await addComponent(ada, orgID, "API");
  await addSubscriber(ada, orgID, { channel: "email", address: uniqueEmail() });
  const getTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const path = `/v1/organizations/${orgID}/maintenances`;
  const reply = await ada.post(`${path}/preview`, {
    title: "New disks",
    scheduled_for: getTimeInHours(1),
    scheduled_until: getTimeInHours(2),
    component_ids: [component],
  });
  expect([reply.status, reply.json]).toMatchObject([
    200,
    {
      audience: { total: 1, by_channel: { email: 1 } },
      components: [{ id: component, status_before: "operational", status_after: "operational" }],
      mail: {
        subject: expect.stringContaining("Maintenance: New disks") as unknown,
        text: expect.stringContaining("Maintenance has been scheduled.") as unknown,
      },
    },
  ]);
  expect((await ada.get(path)).json).toEqual([]);
  expectInvalid(
    await ada.post(`${path}/preview`, {
      title: "New disks",
      scheduled_for: getTimeInHours(2),
      scheduled_until: getTimeInHours(1),
    }),
    "scheduled_until",
  );

  const maintenance = (
    await ada.post<JsonObject>(path, {
      title: "New disks",
      scheduled_for: getTimeInHours(1),
      scheduled_until: getTimeInHours(2),
      component_ids: [component],
    })
  ).json;
  const itemPath = `${path}/${maintenance.id as string}`;
  const start = await ada.post(`${itemPath}/updates/preview`, { status: "in_progress" });
  expect([start.status, start.json]).toMatchObject([
    200,
    {
      audience: { total: 1, by_channel: { email: 1 } },
      components: [
        { id: component, status_before: "operational", status_after: "under_maintenance" },
      ],
      mail: { subject: expect.stringContaining("New disks") as unknown },
    },
  ]);
  expect((await ada.post(`${itemPath}/updates/preview`, { notify: false })).json).toMatchObject({
    audience: { total: 0 },
  });
  expect((await ada.post(`${itemPath}/updates/preview`, { status: "completed" })).status).toBe(409);
  expect((await ada.get(itemPath)).json, "the preview changes nothing").toEqual(maintenance);
});
