import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import { later, createMembership, NOW, createActor } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { newGroup } from "@/lib/component-groups/schema";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import {
  changeIncident,
  createIncident,
  postIncidentUpdate,
  previewIncident,
  previewIncidentUpdate,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import { createManageLink, createUnsubscribePageLink } from "@/lib/links";
import { renderEventEmail } from "@/lib/email/event-emails";
import { toEmailOrganization, emailOrganizationFields } from "@/lib/email/email-organization";
import { createMaintenance, previewMaintenance } from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import type { EventKind } from "@/lib/notifications/notification-event";
import { parsePayload } from "@/lib/notifications/outbox";
import { fanOut, findNextBatch } from "@/lib/notifications/fan-out";
import { changeOrganization, lockOrganization } from "@/lib/organizations/commands";
import { organizationChange } from "@/lib/organizations/schema";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { serializePreview } from "./serialize";

type Input = Record<string, unknown>;
const EMPTY_AUDIENCE = {
  total: 0,
  by_channel: { email: 0, webhook: 0, slack: 0, discord: 0, teams: 0 },
};

/** Creates a subscriber for each combination of three channels, four filters, and four states. */
async function createFixture() {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (const name of ["API", "Website"])
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const incident = await createIncident(
    context,
    scope,
    newIncident.parse({ title: "Existing incident", impact: "minor", component_ids: [ids[0]] }),
  );
  const subscriptions: Input[] = [
    {},
    { component_ids: [ids[0]] },
    { component_ids: [ids[1]] },
    { incident_ids: [incident.id] },
  ];
  const addresses = [
    () => ({ channel: "email", address: `${newId()}@example.com`, skip_confirmation: true }),
    () => ({ channel: "webhook", address: `https://receiver.example/${newId()}` }),
    () => ({ channel: "slack", address: `https://hooks.slack.com/services/${newId()}` }),
  ];
  const states = ["active", "quarantined", "unsubscribed", "unconfirmed"];
  const inputs = addresses.flatMap((createAddress) =>
    subscriptions.flatMap((subscription) =>
      states.map((state) => ({
        state,
        input: newSubscriber.parse({ ...createAddress(), ...subscription }),
      })),
    ),
  );
  const subscribers = await Promise.all(
    inputs.map(async ({ state, input }) => ({
      state,
      id: (await createSubscriber(context, scope, input)).subscriber.id,
    })),
  );
  await transaction(async (tx) => {
    for (const state of states) {
      const ids = subscribers
        .filter((subscriber) => subscriber.state === state)
        .map(({ id }) => id);
      await tx.subscriber.updateMany({
        where: { id: { in: ids } },
        data: { state, ...(state === "unconfirmed" && { confirmedAt: null }) },
      });
    }
    await tx.notificationEvent.updateMany({
      where: { organizationId: scope.id },
      data: { fannedOutAt: NOW },
    });
  });
  return { context: { ...context, now: later(60_000) }, scope, ids, incident };
}

async function fanOutAndCount(scope: OrganizationScope) {
  for (
    let batch = await findNextBatch("", later(60_000));
    batch !== null;
    batch = await findNextBatch("", later(60_000))
  )
    await fanOut(batch, later(60_000));
  const event = await reader().notificationEvent.findFirstOrThrow({
    where: { organizationId: scope.id },
    orderBy: { id: "desc" },
  });
  const rows = await reader().delivery.groupBy({
    by: ["channel"],
    where: { eventId: event.id, state: "pending" },
    _count: { _all: true },
  });
  const counts = Object.fromEntries(rows.map(({ channel, _count }) => [channel, _count._all]));
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    by_channel: { ...EMPTY_AUDIENCE.by_channel, ...counts },
  };
}

async function renderNewestEmail(scope: OrganizationScope) {
  const row = await reader().notificationEvent.findFirstOrThrow({
    where: { organizationId: scope.id },
    orderBy: { id: "desc" },
    include: { organization: { select: emailOrganizationFields } },
  });
  const organization = toEmailOrganization(row.organization);
  const event = {
    id: row.id,
    kind: row.kind as EventKind,
    createdAt: row.createdAt,
    language: "en" as const,
    payload: parsePayload(row, organization.url),
  };
  return removeIds(
    await renderEventEmail(
      { event, organization },
      { manage: createManageLink("preview"), unsubscribe: createUnsubscribePageLink("preview") },
    ),
  );
}

/** Replaces IDs in an email, because a preview and the actual write have different IDs. */
const removeIds = <Email extends object>(email: Email): Email =>
  JSON.parse(
    JSON.stringify(email).replaceAll(/(incidents|maintenances)\/[\w-]+/g, "$1/id"),
  ) as Email;

const readDatabase = async (scope: OrganizationScope) => {
  const filter = { where: { organizationId: scope.id } };
  const db = reader();
  return [
    await db.organization.findMany({ where: { id: scope.id } }),
    await db.incident.findMany(filter),
    await db.maintenance.findMany(filter),
    await db.notificationEvent.findMany(filter),
    await db.auditEntry.findMany(filter),
    await db.component.findMany(filter),
    await db.incidentUpdate.count(),
  ];
};

describe("a preview matches the email and audience of the event, and changes nothing", () => {
  test.each<[string, (ids: string[]) => Input]>([
    ["without components", () => ({ impact: "none" })],
    ["that affects the first component", (ids) => ({ impact: "major", component_ids: [ids[0]] })],
    [
      "that affects both components and sets the status of one",
      (ids) => ({
        impact: "minor",
        component_ids: ids,
        components: [{ id: ids[1], status: "major_outage" }],
      }),
    ],
  ])("for an incident %s", async (_, fields) => {
    const { context, scope, ids } = await createFixture();
    const input = newIncident.parse({
      title: "API is down",
      body: "We see errors.",
      ...fields(ids),
    });
    const before = await readDatabase(scope);
    const preview = serializePreview(await previewIncident(context, scope, input));
    expect(await readDatabase(scope)).toEqual(before);
    await createIncident(context, scope, input);
    expect(removeIds(preview.mail)).toEqual(await renderNewestEmail(scope));
    expect(preview.audience).toEqual(await fanOutAndCount(scope));
    expect(preview.audience.total).toBeGreaterThan(0);
  });

  test("for an update, including subscribers of its incident", async () => {
    const { context, scope, ids, incident } = await createFixture();
    const input = newIncidentUpdate.parse({
      status: "identified",
      body: "A disk is full.",
      components: [{ id: ids[1], status: "partial_outage" }],
    });
    const before = await readDatabase(scope);
    const preview = serializePreview(
      await previewIncidentUpdate(context, scope, incident.id, input),
    );
    expect(await readDatabase(scope)).toEqual(before);
    expect(preview.components).toEqual([
      {
        id: ids[0],
        name: "API",
        status_before: "degraded_performance",
        status_after: "degraded_performance",
      },
      { id: ids[1], name: "Website", status_before: "operational", status_after: "partial_outage" },
    ]);
    await postIncidentUpdate(context, scope, incident.id, input);
    expect(removeIds(preview.mail)).toEqual(await renderNewestEmail(scope));
    expect(preview.audience).toEqual(await fanOutAndCount(scope));
    expect(preview.audience).toEqual({
      total: 12,
      by_channel: { ...EMPTY_AUDIENCE.by_channel, email: 4, webhook: 4, slack: 4 },
    });
  });

  test("for an update after a change of the title and impact", async () => {
    const { context, scope, incident } = await createFixture();
    await changeIncident(context, scope, incident.id, { title: "Renamed", impact: "major" });
    const input = newIncidentUpdate.parse({ status: "identified", body: "A disk is full." });
    const { mail } = serializePreview(
      await previewIncidentUpdate(context, scope, incident.id, input),
    );
    await postIncidentUpdate(context, scope, incident.id, input);
    expect(removeIds(mail)).toEqual(await renderNewestEmail(scope));
    expect(mail.subject).toBe(`[${scope.id}] Existing incident`);
    expect(mail.text).toContain("Major impact (was minor impact)");
  });

  test("for a maintenance", async () => {
    const { context, scope, ids } = await createFixture();
    const input = newMaintenance.parse({
      title: "Disk replacement",
      scheduled_for: later(3_600_000).toISOString(),
      scheduled_until: later(7_200_000).toISOString(),
      component_ids: [ids[1]],
    });
    const before = await readDatabase(scope);
    const preview = serializePreview(await previewMaintenance(context, scope, input));
    expect(await readDatabase(scope)).toEqual(before);
    await createMaintenance(context, scope, input);
    expect(removeIds(preview.mail)).toEqual(await renderNewestEmail(scope));
    expect(preview.audience).toEqual(await fanOutAndCount(scope));
    expect(preview.audience.total).toBe(6);
  });
});

test("the email in a preview shows a component's group before the component's name", async () => {
  const { context, scope, ids } = await createFixture();
  const group = await createGroup(context, scope, newGroup.parse({ name: "Europe" }));
  await changeComponent(context, scope, ids[0]!, { group_id: group.id });
  const input = newIncident.parse({ title: "Outage", impact: "major", component_ids: ids });
  const { mail, components } = serializePreview(await previewIncident(context, scope, input));
  expect(mail.text).toContain("Europe › API: ");
  expect(components.map(({ name }) => name)).toEqual(["API", "Website"]);
});

test("a preview has the email in each of the page's languages", async () => {
  const { context, scope } = await createFixture();
  await changeOrganization(
    context,
    scope,
    organizationChange.parse({ languages: ["en", "de", "fr"] }),
  );
  const input = newIncident.parse({
    title: "API is down",
    impact: "minor",
    translations: { de: { title: "API ausgefallen", body: "Wir suchen die Ursache." } },
  });
  const { mail } = serializePreview(await previewIncident(context, scope, input));
  expect(mail.subject).toContain("API is down");
  expect(Object.keys(mail.translations!)).toEqual(["de", "fr"]);
  expect(mail.translations!.de!.subject).toContain("API ausgefallen");
  expect(mail.translations!.de!.text).toContain("Wir suchen die Ursache.");
  expect(mail.translations!.fr!.subject).toContain("API is down");
  expect(mail.translations!.fr!.html).toContain('lang="fr"');
  expect(mail.translations!.de!.html).not.toContain('lang="en"');
  expect(mail.translations!.fr!.html).toMatch(/<h1[^>]*><bdi lang="en">API is down</);
});

test("a preview without notification has the message and an empty audience", async () => {
  const { context, scope, ids, incident } = await createFixture();
  const past = (hours: number) => later(-hours * 3_600_000).toISOString();
  const silent = [
    await previewIncident(
      context,
      scope,
      newIncident.parse({
        title: "Slow search",
        impact: "minor",
        component_ids: ids,
        notify: false,
      }),
    ),
    await previewIncident(
      context,
      scope,
      newIncident.parse({
        title: "Slow search",
        impact: "minor",
        component_ids: ids,
        started_at: past(2),
        resolved_at: past(1),
      }),
    ),
    await previewIncidentUpdate(
      context,
      scope,
      incident.id,
      newIncidentUpdate.parse({ body: "Slow search", notify: false }),
    ),
    await previewMaintenance(
      context,
      scope,
      newMaintenance.parse({
        title: "Slow search",
        scheduled_for: past(2),
        scheduled_until: past(1),
      }),
    ),
    await previewMaintenance(
      context,
      scope,
      newMaintenance.parse({
        title: "Slow search",
        scheduled_for: past(-2),
        scheduled_until: past(-3),
        notify: false,
      }),
    ),
  ];
  for (const preview of silent) {
    expect(serializePreview(preview).audience).toEqual(EMPTY_AUDIENCE);
    expect(preview.email.html).toContain("Slow search");
  }
  const notified = await previewIncident(
    context,
    scope,
    newIncident.parse({ title: "Slow search", impact: "minor", started_at: past(2), notify: true }),
  );
  expect(serializePreview(notified).audience.total).toBe(3);
});

test("a preview returns the same errors as the write, and does not claim an unclaimed organization ID", async () => {
  const { context, scope } = await createFixture();
  await expect(
    previewIncident(
      context,
      scope,
      newIncident.parse({ title: "API is down", impact: "minor", component_ids: ["x"] }),
    ),
  ).rejects.toMatchObject({ kind: "invalid" });
  await expect(
    previewIncidentUpdate(context, scope, "x", newIncidentUpdate.parse({})),
  ).rejects.toMatchObject({
    kind: "not_found",
  });
  const viewer = await createMembership("viewer");
  await expect(
    previewIncident(
      viewer.context,
      viewer.scope,
      newIncident.parse({ title: "API is down", impact: "minor" }),
    ),
  ).rejects.toMatchObject({ kind: "forbidden" });

  const [newUser, id] = [await createActor(), createOrganizationId()];
  const preview = await previewIncident(
    newUser,
    await getOrganizationScope(newUser.actor, id, "editor"),
    newIncident.parse({ title: "API is down", impact: "minor" }),
  );
  expect(preview.email.subject).toContain(`[${id}]`);
  expect(await reader().organization.count({ where: { id } })).toBe(0);
  expect(
    (await reader().user.findUniqueOrThrow({ where: { id: newUser.actor.userId } }))
      .claimedOrganizations,
  ).toBe(0);
});

test("a preview responds while another write holds the organization's lock", async () => {
  const { context, scope } = await createFixture();
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let write = Promise.resolve();
  await new Promise<void>((onLocked) => {
    write = transaction(async (tx) => {
      await lockOrganization(tx, scope, context.actor);
      onLocked();
      await isReleased;
    });
  });
  const input = newIncident.parse({ title: "API is down", impact: "minor" });
  const preview = await previewIncident(context, scope, input);
  release();
  await write;
  expect(serializePreview(preview).audience.total).toBe(3);
});
