import { addComponent, addIncident, uniqueEmail, type Wire } from "../support/api";
import { addSubscriber } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { waitForEmail } from "../support/mailbox";
import { expectInvalid } from "../support/shapes";

test("an incident preview matches the email that is sent later, and writes nothing", async ({
  server,
  ada,
  handle,
  database,
}) => {
  const component = await addComponent(ada, handle, "API");
  const [reader, follower] = [uniqueEmail(), uniqueEmail()];
  await addSubscriber(ada, handle, { channel: "email", address: reader });
  await addSubscriber(ada, handle, {
    address: `https://receiver.invalid/${handle}`,
    component_ids: [await addComponent(ada, handle, "Other")],
  });
  const path = `/v1/organizations/${handle}/incidents`;
  const stateOf = () =>
    database.query(
      "SELECT (SELECT revision FROM organizations WHERE id = ?) AS revision, " +
        "(SELECT COUNT(*) FROM audit_entries WHERE organization_id = ?) AS entries, " +
        "(SELECT COUNT(*) FROM notification_events WHERE organization_id = ?) AS events",
      handle,
      handle,
      handle,
    );

  const body = {
    title: "API is slow <now>",
    impact: "major",
    component_ids: [component],
    body: "Requests take long.\n\nWe look into it.",
  };
  const before = await stateOf();
  const preview = await ada.post<{ mail: { subject: string; html: string; text: string } }>(
    `${path}/preview`,
    body,
  );
  expect(preview.status, preview.text).toBe(200);
  expect(await stateOf()).toEqual(before);
  expect(preview.json).toMatchObject({
    audience: { total: 1, by_channel: { email: 1, webhook: 0, slack: 0, discord: 0, teams: 0 } },
    components: [
      { id: component, name: "API", status_before: "operational", status_after: "partial_outage" },
    ],
  });

  const incident = await addIncident(ada, handle, body);
  const mail = await waitForEmail(server.dataDir, reader);
  const { subject, html, text } = preview.json.mail;
  // Removes times, tokens and incident IDs, which differ between the preview and the email.
  const comparable = (words: string) =>
    words
      .replaceAll(/token=[\w-]+/g, "token=")
      .replaceAll(/incidents\/[\w-]+/g, "incidents/")
      .replaceAll(/\d\d:\d\d/g, "00:00")
      .replaceAll("\r\n", "\n")
      .trim();
  expect([mail.subject, comparable(mail.html as string), comparable(mail.text!)]).toEqual([
    subject,
    comparable(html),
    comparable(text),
  ]);

  await addSubscriber(ada, handle, {
    channel: "email",
    address: follower,
    incident_ids: [incident.id],
  });
  const next = (fields: Wire) =>
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

test("a maintenance can be previewed", async ({ ada, handle }) => {
  const component = await addComponent(ada, handle, "API");
  await addSubscriber(ada, handle, { channel: "email", address: uniqueEmail() });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const path = `/v1/organizations/${handle}/maintenances`;
  const reply = await ada.post(`${path}/preview`, {
    title: "New disks",
    scheduled_for: inHours(1),
    scheduled_until: inHours(2),
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
      scheduled_for: inHours(2),
      scheduled_until: inHours(1),
    }),
    "scheduled_until",
  );

  const maintenance = (
    await ada.post<Wire>(path, {
      title: "New disks",
      scheduled_for: inHours(1),
      scheduled_until: inHours(2),
      component_ids: [component],
    })
  ).json;
  const below = `${path}/${maintenance.id as string}`;
  const start = await ada.post(`${below}/updates/preview`, { status: "in_progress" });
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
  expect((await ada.post(`${below}/updates/preview`, { notify: false })).json).toMatchObject({
    audience: { total: 0 },
  });
  expect((await ada.post(`${below}/updates/preview`, { status: "completed" })).status).toBe(409);
  expect((await ada.get(below)).json, "the preview changes nothing").toEqual(maintenance);
});
