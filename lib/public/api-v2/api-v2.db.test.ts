import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Statuspage } from "statuspage.io";
import { expect, onTestFinished, test } from "vitest";
import type { z } from "zod";
import { responseSchemas } from "@/e2e/support/api-v2-schema";
import { later, createMembership, NOW, createActor } from "@/e2e/support/database-fixtures";
import {
  changeGroup,
  createGroup,
  deleteGroup,
  orderGroups,
} from "@/lib/component-groups/commands";
import {
  changeComponent,
  createComponent,
  deleteComponent,
  orderComponents,
} from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { transaction } from "@/lib/db/database";
import {
  changeIncident,
  createIncident,
  deleteIncident,
  deletePostmortem,
  postIncidentUpdate,
  reopenIncident,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import {
  runDueSteps,
  changeMaintenance,
  createMaintenance,
  deleteMaintenance,
  transitionMaintenance,
} from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { createInvitation } from "@/lib/organizations/invitations";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { createToken } from "@/lib/tokens/commands";
import { newApiToken } from "@/lib/tokens/schema";
import { readPublicContent } from "@/lib/public/readers/public-content";
import { getPastEvents } from "@/lib/public/readers/event-history";
import { changeUpdate } from "@/lib/updates/commands";
import { listUpdates } from "@/lib/updates/queries";
import { buildApiBody, pastSections, presentSections } from "./serialize";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => later(ms).toISOString();
const PAGE_URL = "https://status.acme.example/status/acme";

type ApiPath = keyof typeof responseSchemas;
type Bodies = { [Path in ApiPath]: z.infer<(typeof responseSchemas)[Path]> };

async function tenant() {
  const { context, scope } = await createMembership();
  const when = (ms: number) => ({ ...context, now: later(ms) });
  const all = async (): Promise<Bodies> => {
    const present = (await readPublicContent(scope.id, NOW))!;
    const all = { ...presentSections, ...pastSections };
    const bodies = Object.entries(all).map(async ([path, getSections]) => {
      const sections = await getSections(present, () => getPastEvents(scope.id));
      return [path, buildApiBody(present, PAGE_URL, sections)] as const;
    });
    return Object.fromEntries(await Promise.all(bodies)) as Bodies;
  };
  return {
    context,
    scope,
    when,
    all,
    component: (input: Record<string, unknown>, ms = 0) =>
      createComponent(when(ms), scope, newComponent.parse(input)),
    report: (input: Record<string, unknown>, ms = 0) =>
      createIncident(
        when(ms),
        scope,
        newIncident.parse({ title: "API is down", impact: "major", ...input }),
      ),
    postUpdate: (id: string, input: Record<string, unknown>, ms: number) =>
      postIncidentUpdate(when(ms), scope, id, { ...newIncidentUpdate.parse(input) }),
    plan: (input: Record<string, unknown>, ms = 0) =>
      createMaintenance(
        when(ms),
        scope,
        newMaintenance.parse({
          title: "Disk replacement",
          scheduled_for: at(DAY),
          scheduled_until: at(DAY + HOUR),
          ...input,
        }),
      ),
    changedAt: async () => Date.parse((await readPublicContent(scope.id, NOW))!.changedAt),
  };
}

/** Creates a page with groups, components, incidents, and maintenance in most of their states. */
async function createFullPage() {
  const acme = await tenant();
  const { context, scope, when, component, report, postUpdate, plan } = acme;
  await changeOrganization(context, scope, { name: "Acme", time_zone: "Europe/Berlin" });
  const group = await createGroup(context, scope, {
    name: "Europe",
    description: "Frankfurt and Paris",
    collapsed: false,
  });
  await createGroup(context, scope, { name: "Empty group", description: "", collapsed: false });
  const api = await component({
    name: "API",
    description: "api.acme.example",
    start_date: "2026-01-01",
  });
  const site = await component({ name: "Website", group_id: group.id });
  const mail = await component({ name: "Mail", group_id: group.id });
  const disks = await component({ name: "Disks" });
  const deleted = await component({ name: "Fax" });
  const resolved = await report(
    {
      title: "Certificate has expired",
      impact: "critical",
      component_ids: [api.id, deleted.id],
      body: "Requests fail.",
    },
    MINUTE,
  );
  await postUpdate(
    resolved.id,
    {
      status: "identified",
      body: "A certificate has expired.",
      components: [{ id: api.id, status: "degraded_performance" }],
    },
    2 * MINUTE,
  );
  await postUpdate(resolved.id, { status: "monitoring", notify: false }, 3 * MINUTE);
  await resolveIncident(when(4 * MINUTE), scope, resolved.id, {
    body: "All requests succeed again.",
    notify: true,
  });
  await savePostmortem(when(5 * MINUTE), scope, resolved.id, {
    body: "Certificates are now renewed automatically.",
    published: true,
    notify: true,
  });
  await changeComponent(when(5 * MINUTE), scope, deleted.id, { archived: true });
  await report({ title: "Search results are outdated", impact: "none", notify: false }, 6 * MINUTE);
  await report({ title: "Website is slow", impact: "minor", component_ids: [site.id] }, 7 * MINUTE);
  await report(
    { title: "Emails are not delivered", impact: "major", component_ids: [mail.id] },
    8 * MINUTE,
  );
  await report(
    {
      title: "Card payments failed",
      impact: "minor",
      component_ids: [api.id],
      started_at: at(-3 * DAY),
      resolved_at: at(-2 * DAY),
      status: "resolved",
    },
    9 * MINUTE,
  );
  const running = await plan({
    title: "New disks",
    component_ids: [disks.id],
    scheduled_for: at(10 * MINUTE),
    scheduled_until: at(DAY),
    body: "We are replacing all disks.",
  });
  await runDueSteps({ id: running.id, organizationId: scope.id }, later(10 * MINUTE));
  await plan({
    title: "Database upgrade",
    component_ids: [api.id],
    scheduled_for: at(2 * DAY),
    scheduled_until: at(3 * DAY),
  });
  await plan({ title: "Network upgrade", scheduled_for: at(DAY), scheduled_until: at(2 * DAY) });
  await plan({
    title: "Router upgrade",
    scheduled_for: at(-DAY),
    scheduled_until: at(-DAY + HOUR),
    component_ids: [api.id],
  });
  const cancelled = await plan({ title: "Load balancer upgrade" });
  await transitionMaintenance(when(11 * MINUTE), scope, cancelled.id, "cancel");
  return acme;
}

/** Replaces generated IDs with numbered ones, so that responses are the same in every run. */
function replaceIds(all: object, orgID: string): string {
  const ids = new Map<string, string>();
  const known = (id: string) => {
    if (!ids.has(id))
      ids.set(id, `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`);
    return ids.get(id)!;
  };
  return JSON.stringify(all, null, 2)
    .replaceAll(orgID, "acme")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, known);
}

test("API v2 responses match the golden files on both database engines", async () => {
  const { all, scope } = await createFullPage();
  await transaction((tx) =>
    tx.organization.update({
      where: { id: scope.id },
      data: { publicVersion: Date.parse("2026-11-20T09:41:00Z") },
    }),
  );
  const shown = await all();
  for (const path of Object.keys(responseSchemas) as ApiPath[]) {
    const body = shown[path];
    // The schema must not remove or reorder keys.
    expect(JSON.stringify(responseSchemas[path].parse(body))).toBe(JSON.stringify(body));
    await expect(`${replaceIds(body, scope.id)}\n`).toMatchFileSnapshot(
      `golden/${path.replaceAll("/", "-")}`,
    );
  }
});

test("a third-party Statuspage client can read API v2 responses if its base URL is changed", async () => {
  const { all } = await createFullPage();
  const shown = await all();
  const server = createServer((request, response) => {
    const body = shown[(request.url ?? "").replace("/status/acme/api/v2/", "") as ApiPath] as
      object | undefined;
    response
      .writeHead(body ? 200 : 404, { "Content-Type": "application/json" })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const client = new Statuspage("acme");
  client.setApiUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/status/acme`);
  const { api } = client;
  const summary = await api.getSummary();
  expect(summary).toEqual(shown["summary.json"]);
  expect([
    summary.page.name,
    summary.status.description,
    summary.incidents.map(({ name }) => name),
  ]).toEqual([
    "Acme",
    "Minor Service Outage",
    ["Emails are not delivered", "Website is slow", "Search results are outdated"],
  ]);
  expect((await api.getStatus()).status).toEqual({
    indicator: "minor",
    description: "Minor Service Outage",
  });
  const { components } = await api.getComponents();
  expect(components.map(({ name, status, group }) => [name, status, group])).toEqual([
    ["API", "operational", false],
    ["Disks", "under_maintenance", false],
    ["Europe", "partial_outage", true],
    ["Website", "degraded_performance", false],
    ["Mail", "partial_outage", false],
  ]);
  expect((await api.incidents.getUnresolved()).incidents.map(({ status }) => status)).toEqual([
    "investigating",
    "investigating",
    "investigating",
  ]);
  const { incidents } = await api.incidents.getAll();
  expect(incidents.map(({ name, status }) => [name, status])).toEqual([
    ["Emails are not delivered", "investigating"],
    ["Website is slow", "investigating"],
    ["Search results are outdated", "investigating"],
    ["Certificate has expired", "postmortem"],
    ["Card payments failed", "resolved"],
  ]);
  expect(incidents[3]!.incident_updates.map(({ status }) => status)).toEqual([
    "postmortem",
    "resolved",
    "monitoring",
    "identified",
    "investigating",
  ]);
  expect(
    (await api.scheduledMaintenances.getUpcoming()).scheduled_maintenances.map(({ name }) => name),
  ).toEqual(["Network upgrade", "Database upgrade"]);
});

test("API v2 has no data for an unknown organization", async () => {
  for (const id of ["unknown-organization", "", "../etc"]) {
    expect(await readPublicContent(id, NOW)).toBeNull();
  }
});

test("the API v2 status of a new page is operational until it has an incident with impact", async () => {
  const { all, report, component } = await tenant();
  const status = async () => (await all())["status.json"].status;
  expect(await status()).toEqual({ indicator: "none", description: "All Systems Operational" });
  await report({ impact: "critical" });
  expect(await status()).toEqual({ indicator: "critical", description: "Major System Outage" });
  await component({ name: "API" });
  expect(await status()).toEqual({ indicator: "major", description: "Partial System Outage" });
});

test("API v2 incident lists contain the newest 50 incidents, or all unresolved incidents", async () => {
  const { all, report } = await tenant();
  for (let index = 0; index < 51; index++) {
    await report({
      title: `Unresolved ${index}`,
      impact: "none",
      started_at: at(-HOUR + index * 1_000),
    });
    await report({
      title: `Resolved ${index}`,
      impact: "none",
      started_at: at(-DAY + index * 1_000),
      resolved_at: at(-HOUR),
      status: "resolved",
    });
  }
  const shown = await all();
  expect(shown["incidents/unresolved.json"].incidents).toHaveLength(51);
  expect(shown["incidents/resolved.json"].incidents).toHaveLength(50);
  expect(shown["incidents.json"].incidents).toHaveLength(50);
  expect(shown["incidents.json"].incidents[0]!.name).toBe("Unresolved 50");
  expect(shown["incidents/resolved.json"].incidents[0]!.name).toBe("Resolved 50");
});

test("a published postmortem sets the incident's status while it is the latest update", async () => {
  const { all, report, scope, when } = await tenant();
  const { id } = await report({ impact: "minor" });
  const readIncident = async () => {
    const { status, resolved_at, incident_updates } = (await all())["incidents.json"].incidents[0]!;
    return [status, resolved_at === null, incident_updates.map((update) => update.status)];
  };
  await resolveIncident(when(HOUR), scope, id, { body: "", notify: true });
  await savePostmortem(when(2 * HOUR), scope, id, { body: "Draft", notify: true });
  expect(await readIncident()).toEqual(["resolved", false, ["resolved", "investigating"]]);
  await savePostmortem(when(3 * HOUR), scope, id, {
    body: "Postmortem",
    published: true,
    notify: true,
  });
  expect(await readIncident()).toEqual([
    "postmortem",
    false,
    ["postmortem", "resolved", "investigating"],
  ]);
  await reopenIncident(when(4 * HOUR), scope, id, {
    status: "identified",
    body: "The errors are back.",
    notify: true,
    components: [],
    component_ids: [],
  });
  expect(await readIncident()).toEqual([
    "identified",
    true,
    ["identified", "postmortem", "resolved", "investigating"],
  ]);
  await resolveIncident(when(5 * HOUR), scope, id, { body: "", notify: true });
  expect(await readIncident()).toEqual([
    "resolved",
    false,
    ["resolved", "identified", "postmortem", "resolved", "investigating"],
  ]);
  await savePostmortem(when(6 * HOUR), scope, id, {
    body: "Postmortem",
    published: false,
    notify: true,
  });
  expect(await readIncident()).toEqual([
    "resolved",
    false,
    ["resolved", "identified", "resolved", "investigating"],
  ]);
});

test("a postmortem shows whether its publication notified subscribers", async () => {
  const { all, report, scope, when } = await tenant();
  const { id } = await report({ impact: "minor" });
  await resolveIncident(when(HOUR), scope, id, { body: "", notify: false });
  const publish = async (hours: number, published: boolean, notify: boolean) => {
    await savePostmortem(when(hours * HOUR), scope, id, { body: "Postmortem", published, notify });
    return (await all())["incidents.json"].incidents[0]!.incident_updates.find(
      ({ status }) => status === "postmortem",
    )?.deliver_notifications;
  };
  expect(await publish(2, true, true)).toBe(true);
  expect(await publish(3, true, false), "the text of a published postmortem changed").toBe(true);
  expect(await publish(4, false, false)).toBeUndefined();
  expect(await publish(5, true, false)).toBe(false);
});

test("API v2 responses contain no private data", async () => {
  const { all, context, scope, when, component, report } = await tenant();
  const api = await component({ name: "API" });
  const { id } = await report({ component_ids: [api.id], body: "SECRET-earlier" });
  const subject = { kind: "incident", id } as const;
  const { updates } = await listUpdates(scope, subject);
  await changeUpdate(when(HOUR), scope, subject, updates[0]!.id, { body: "Corrected." });
  await resolveIncident(when(2 * HOUR), scope, id, { body: "", notify: true });
  const before = await all();
  await savePostmortem(when(3 * HOUR), scope, id, { body: "SECRET-postmortem", notify: true });
  await createSubscriber(
    when(4 * HOUR),
    scope,
    newSubscriber.parse({
      channel: "email",
      address: "secret-subscriber@example.com",
      skip_confirmation: true,
    }),
  );
  await createToken(
    when(5 * HOUR),
    scope,
    newApiToken.parse({ name: "SECRET-token", role: "editor" }),
  );
  await createInvitation(when(6 * HOUR), scope, {
    email: "secret-invited@example.com",
    role: "viewer",
  });
  await createTemplate(
    when(7 * HOUR),
    scope,
    newTemplate.parse({
      kind: "incident",
      name: "SECRET-template",
      title: "SECRET-title",
      impact: "minor",
      body: "SECRET-body",
    }),
  );
  const other = await tenant();
  await other.report({ title: "SECRET-other" });
  // None of these changes is public.
  expect(await all()).toEqual(before);
  const written = JSON.stringify(before);
  for (const secret of [
    "SECRET",
    "secret",
    context.actor.userId,
    "Ada Lovelace",
    "author",
    "edited",
  ])
    expect(written).not.toContain(secret);
  await savePostmortem(when(8 * HOUR), scope, id, {
    body: "Public.",
    published: true,
    notify: true,
  });
  expect(JSON.stringify(await all())).toContain("Public.");
});

test("every public change advances the page's updated_at, even two changes at the same time", async () => {
  const { all, context, scope, when, component, report, postUpdate, plan, changedAt } =
    await tenant();
  let last = await changedAt();
  expect(last).toBe(NOW.getTime());
  const expectAdvance = async (what: string, change: () => Promise<unknown>) => {
    await change();
    const after = await changedAt();
    expect([what, after > last]).toEqual([what, true]);
    last = after;
  };
  let api = "";
  let incident = "";
  let maintenance = "";
  const startedAt = Date.now();
  await expectAdvance("the page settings", () =>
    changeOrganization(when(HOUR), scope, { about: "Payments for everyone." }),
  );
  // `updated_at` comes from the database's clock, not from the context.
  expect(last).toBeGreaterThan(startedAt - 60_000);
  expect(last).toBeLessThan(Date.now() + 60_000);
  const group = await createGroup(context, scope, {
    name: "One",
    description: "",
    collapsed: false,
  });
  await expectAdvance("a new group and order of groups", () =>
    createGroup(context, scope, { name: "Two", description: "", collapsed: false }).then((two) =>
      orderGroups(context, scope, [two.id, group.id]),
    ),
  );
  await expectAdvance("the description of a group", () =>
    changeGroup(context, scope, group.id, { description: "x" }),
  );
  await expectAdvance(
    "a new component",
    async () => (api = (await component({ name: "API", group_id: group.id })).id),
  );
  const site = await component({ name: "Site" });
  await expectAdvance("the order of components", () =>
    orderComponents(context, scope, [site.id, api]),
  );
  await expectAdvance("a component status", () =>
    changeComponent(context, scope, api, { status: "partial_outage" }),
  );
  await expectAdvance("a deleted group", () => deleteGroup(context, scope, group.id));
  await expectAdvance("a deleted component", () => deleteComponent(context, scope, site.id));
  await expectAdvance(
    "a new incident",
    async () => (incident = (await report({ component_ids: [api], notify: false })).id),
  );
  await expectAdvance("a new update", () => postUpdate(incident, { body: "Logins fail, too." }, 0));
  const subject = { kind: "incident", id: incident } as const;
  const { updates } = await listUpdates(scope, subject);
  await expectAdvance("an edited update", () =>
    changeUpdate(context, scope, subject, updates[0]!.id, { body: "Only logins fail." }),
  );
  await expectAdvance("an edited title", () =>
    changeIncident(context, scope, incident, { title: "API is slow" }),
  );
  await resolveIncident(context, scope, incident, { body: "", notify: true });
  await expectAdvance("a published postmortem", () =>
    savePostmortem(context, scope, incident, { body: "x", published: true, notify: true }),
  );
  await expectAdvance("an edited postmortem", () =>
    savePostmortem(context, scope, incident, { body: "y", notify: true }),
  );
  await expectAdvance("a deleted postmortem", () => deletePostmortem(context, scope, incident));
  await expectAdvance("a deleted incident", () => deleteIncident(context, scope, incident));
  await expectAdvance(
    "new maintenance",
    async () => (maintenance = (await plan({ component_ids: [api] })).id),
  );
  await expectAdvance("rescheduled maintenance", () =>
    changeMaintenance(context, scope, maintenance, { scheduled_until: later(3 * DAY) }),
  );
  await expectAdvance("maintenance that starts automatically", () =>
    runDueSteps({ id: maintenance, organizationId: scope.id }, later(2 * DAY)),
  );
  await expectAdvance("deleted maintenance", () =>
    deleteMaintenance(when(2 * DAY), scope, maintenance),
  );
  const beforeTokens = await all();
  await createToken(when(5 * DAY), scope, newApiToken.parse({ name: "x", role: "editor" }));
  await createActor();
  expect(await all()).toEqual(beforeTokens);
});
