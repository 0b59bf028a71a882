import { expect, test } from "vitest";
import { later, createMembership } from "@/e2e/support/database-fixtures";
import { changeGroup, createGroup } from "@/lib/component-groups/commands";
import { getGroup } from "@/lib/component-groups/queries";
import { newGroup } from "@/lib/component-groups/schema";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { changeComponent, createComponent, createComponents } from "@/lib/components/commands";
import { getComponent } from "@/lib/components/queries";
import { newComponent } from "@/lib/components/schema";
import { serializeComponent } from "@/lib/components/serialize";
import { reader } from "@/lib/db/database";
import {
  changeIncident,
  createIncident,
  deletePostmortem,
  postIncidentUpdate,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
import { getIncidentDetail, listIncidents } from "@/lib/incidents/queries";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import { serializeIncidentDetail, serializeIncidentUpdate } from "@/lib/incidents/serialize";
import {
  changeMaintenance,
  createMaintenance,
  postMaintenanceUpdate,
  transitionMaintenance,
} from "@/lib/maintenances/commands";
import { listMaintenances } from "@/lib/maintenances/queries";
import { newMaintenance, newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { serializeMaintenance } from "@/lib/maintenances/serialize";
import type { EventPayload } from "@/lib/notifications/notification-event";
import type { Language } from "@/lib/organizations/values";
import { changeOrganization } from "@/lib/organizations/commands";
import { getOrganization } from "@/lib/organizations/queries";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import { changeTemplate, createTemplate } from "@/lib/templates/commands";
import { getTemplate } from "@/lib/templates/queries";
import { newTemplate } from "@/lib/templates/schema";
import { serializeTemplate } from "@/lib/templates/serialize";
import { changeUpdate } from "@/lib/updates/commands";
import { listUpdates } from "@/lib/updates/queries";

const title = { de: { title: "Ausfall" } };
const body = { de: { body: "Wir prüfen das." } };
const names = { de: { name: "Schnittstelle", description: "Für Partner" } };

const listActions = async (organizationId: string) =>
  (await reader().auditEntry.findMany({ where: { organizationId }, orderBy: { id: "asc" } })).map(
    ({ action, before, after }) => ({
      action,
      before: (JSON.parse(before ?? "{}") as { translations?: object }).translations,
      after: (JSON.parse(after ?? "{}") as { translations?: object }).translations,
    }),
  );

test("an incident and its updates have translations, with a history and audit entries", async () => {
  const { context, scope } = await createMembership();
  const component = await createComponent(
    context,
    scope,
    newComponent.parse({ name: "API", translations: names }),
  );
  const { id } = await createIncident(
    context,
    scope,
    newIncident.parse({
      ...{ title: "Outage", impact: "major", component_ids: [component.id] },
      translations: { de: { title: "Ausfall", body: "Wir prüfen das." }, fr: { title: "Panne" } },
    }),
  );
  const after = { ...context, now: later(60_000) };
  await changeIncident(after, scope, id, { translations: { fr: null } });
  const subject = { kind: "incident", id } as const;
  const [first] = (await listUpdates(scope, subject)).updates;
  expect(first!.translations).toEqual(body);
  const other = { de: { body: "Behoben." } };
  const edited = await changeUpdate(after, scope, subject, first!.id, {
    body: first!.body,
    translations: other,
  });
  expect(serializeIncidentUpdate(edited)).toMatchObject({
    translations: other,
    earlier: [{ body: first!.body, translations: body }],
  });
  await postIncidentUpdate(after, scope, id, newIncidentUpdate.parse({ translations: body }));
  await resolveIncident(after, scope, id, { body: "", notify: false, translations: other });
  expect(
    (await listUpdates(scope, subject)).updates.map(({ translations }) => translations),
  ).toEqual([other, body, other]);
  const detail = serializeIncidentDetail(await getIncidentDetail(scope, id));
  expect(detail).toMatchObject({ title: "Outage", translations: title });
  expect((await listIncidents(scope, {})).incidents[0]!.translations).toEqual(title);

  const [event] = await reader().notificationEvent.findMany({ where: { incidentId: id } });
  const payload = JSON.parse(event!.payload) as EventPayload;
  expect(payload.incident?.translations).toEqual({ ...title, fr: { title: "Panne" } });
  expect(payload.updates[0]?.translations).toEqual(body);
  expect(payload.components[0]?.translations).toEqual(names);
  expect(await listActions(scope.id)).toEqual(
    expect.arrayContaining([
      {
        action: "incident.updated",
        before: { ...title, fr: { title: "Panne" } },
        after: title,
      },
      { action: "incident_update.updated", before: body, after: other },
    ]),
  );
});

test("a postmortem has translations until it is deleted", async () => {
  const { context, scope } = await createMembership();
  const incident = newIncident.parse({ title: "Outage", impact: "major", status: "resolved" });
  const { id } = await createIncident(context, scope, incident);
  const change = { body: "A disk was full.", published: true, notify: true };
  await savePostmortem(context, scope, id, { ...change, translations: body });
  const kept = await savePostmortem(context, scope, id, change);
  expect(kept.translations).toEqual(body);
  const published = { incidentId: id, kind: "incident.postmortem_published" };
  const event = await reader().notificationEvent.findFirstOrThrow({ where: published });
  expect((JSON.parse(event.payload) as EventPayload).postmortem?.translations).toEqual(body);
  await deletePostmortem(context, scope, id);
  expect((await savePostmortem(context, scope, id, change)).translations).toEqual({});
});

test("a maintenance and its updates have translations", async () => {
  const { context, scope } = await createMembership();
  const times = {
    scheduled_for: later(3_600_000).toISOString(),
    scheduled_until: later(7_200_000).toISOString(),
  };
  const texts = { de: { title: "Wartung", body: "Neue Platten." } };
  const { id } = await createMaintenance(
    context,
    scope,
    newMaintenance.parse({ title: "Disk replacement", ...times, translations: texts }),
  );
  const changed = await changeMaintenance(context, scope, id, {
    translations: { fr: { title: "Disques" } },
  });
  const titles = { de: { title: "Wartung" }, fr: { title: "Disques" } };
  expect(serializeMaintenance(changed).translations).toEqual(titles);
  expect(await changeMaintenance(context, scope, id, { translations: { it: null } })).toEqual(
    changed,
  );
  const update = await postMaintenanceUpdate(
    context,
    scope,
    id,
    newMaintenanceUpdate.parse({ body: "Soon.", translations: body }),
  );
  const subject = { kind: "maintenance", id } as const;
  await changeUpdate(context, scope, subject, update.id, { translations: { de: null } });
  await transitionMaintenance(context, scope, id, "cancel", { body: "", translations: body });
  const { updates } = await listUpdates(scope, subject);
  expect(updates.map(({ translations }) => translations)).toEqual([
    body,
    {},
    { de: { body: "Neue Platten." } },
  ]);
  expect((await listMaintenances(scope, {})).maintenances[0]!.translations).toEqual(titles);
});

test("components and groups have translations of names and descriptions", async () => {
  const { context, scope } = await createMembership();
  const input = newComponent.parse({ name: "API", translations: names });
  const { id } = await createComponent(context, scope, input);
  const [second] = await createComponents(context, scope, { components: [input] });
  expect(serializeComponent(second!).translations).toEqual(names);
  const change = { translations: { de: { name: "API" }, ja: { name: "" } } };
  const component = await changeComponent(context, scope, id, change);
  expect(serializeComponent(component).translations).toEqual({ de: { name: "API" } });
  expect(await changeComponent(context, scope, id, change)).toEqual(component);
  expect(await getComponent(scope, id)).toEqual(component);

  const group = await createGroup(
    context,
    scope,
    newGroup.parse({ name: "Europe", translations: { de: { name: "Europa" } } }),
  );
  await changeGroup(context, scope, group.id, { translations: { fr: { name: "UE" } } });
  expect(serializeGroup(await getGroup(scope, group.id)).translations).toEqual({
    de: { name: "Europa" },
    fr: { name: "UE" },
  });
});

test("an incident or maintenance from a template has the template's translations", async () => {
  const { context, scope } = await createMembership();
  const texts = { de: { title: "Anbieter gestört", body: "Wir sind in Kontakt." } };
  const create = (kind: string) =>
    createTemplate(
      context,
      scope,
      newTemplate.parse({
        ...{ kind, name: "Provider", title: "Provider is down", body: "We are working on it." },
        ...{ impact: "minor", translations: texts },
      }),
    );
  const template = await create("incident");
  const { id } = await createIncident(
    context,
    scope,
    newIncident.parse({ template_id: template.id }),
  );
  const incident = await getIncidentDetail(scope, id);
  expect(incident.translations).toEqual({ de: { title: "Anbieter gestört" } });
  const [update] = (await listUpdates(scope, { kind: "incident", id })).updates;
  expect(update!.translations).toEqual({ de: { body: "Wir sind in Kontakt." } });

  const maintenance = await createMaintenance(
    context,
    scope,
    newMaintenance.parse({
      ...{ template_id: (await create("maintenance")).id, body: "Soon." },
      scheduled_for: later(3_600_000).toISOString(),
      scheduled_until: later(7_200_000).toISOString(),
    }),
  );
  expect(maintenance.translations).toEqual({ de: { title: "Anbieter gestört" } });
  const [announcement] = (await listUpdates(scope, { kind: "maintenance", id: maintenance.id }))
    .updates;
  expect(announcement!.translations).toEqual({});

  await changeTemplate(context, scope, template.id, { translations: { de: { title: "Neu" } } });
  const changed = serializeTemplate(await getTemplate(scope, template.id));
  expect(changed.translations).toEqual({ de: { title: "Neu" } });
});

test("an organization's description has a format and translations", async () => {
  const { context, scope } = await createMembership();
  await changeOrganization(context, scope, {
    ...{ about: "**Engines**", about_format: "markdown" },
    translations: { de: { about: "**Motoren**" } },
  });
  expect(serializeOrganization(await getOrganization(scope))).toMatchObject({
    about_format: "markdown",
    translations: { de: { about: "**Motoren**" } },
  });
});

test("the default language can change only without translations, and other languages at any time", async () => {
  const { context, scope } = await createMembership();
  const change = async (...languages: Language[]) =>
    (await changeOrganization(context, scope, { languages })).languages;
  await createComponent(context, scope, newComponent.parse({ name: "Kasse" }));
  expect(await change("de")).toEqual(["de"]);
  expect(await change("en", "de")).toEqual(["en", "de"]);
  expect(await change("de", "en")).toEqual(["de", "en"]);

  const { id } = await createIncident(
    context,
    await getOrganizationScope(context.actor, scope.id, "editor"),
    newIncident.parse({ title: "Ausfall", body: "Wir prüfen das.", impact: "major" }),
  );
  expect(await change("en", "de")).toEqual(["en", "de"]);
  await changeIncident(context, scope, id, { translations: title });
  for (const rejected of [["de", "en"], ["de"]] as const)
    await expect(change(...rejected)).rejects.toMatchObject({
      extra: {
        errors: [
          {
            path: "languages",
            message:
              "must start with en, the language of all text without a translation. " +
              "To change it, remove all translations first",
          },
        ],
      },
    });
  expect(await change("en", "fr", "de")).toEqual(["en", "fr", "de"]);
  await changeIncident(context, scope, id, { translations: { de: null } });
  expect(await change("de", "en")).toEqual(["de", "en"]);
});

test("a blank message is replaced by the default message in each language of the page", async () => {
  const { context, scope: english } = await createMembership();
  await changeOrganization(context, english, { languages: ["de", "en", "fr"] });
  const scope = await getOrganizationScope(context.actor, english.id, "editor");
  const listTexts = (updates: readonly { body: string; translations: object }[]) =>
    updates.map(({ body: text, translations }) => ({ text, translations }));

  const { id } = await createIncident(
    context,
    scope,
    newIncident.parse({
      ...{ title: "Ausfall", impact: "major" },
      translations: { fr: { body: "Nous regardons." } },
    }),
  );
  await resolveIncident(context, scope, id, { body: "", notify: false });
  expect(listTexts((await listUpdates(scope, { kind: "incident", id })).updates)).toEqual([
    {
      text: "Diese Störung wurde behoben.",
      translations: {
        en: { body: "This incident has been resolved." },
        fr: { body: "Cet incident est résolu." },
      },
    },
    {
      text: "Wir untersuchen diese Störung derzeit.",
      translations: {
        en: { body: "We are currently investigating this issue." },
        fr: { body: "Nous regardons." },
      },
    },
  ]);

  const times = {
    scheduled_for: later(3_600_000).toISOString(),
    scheduled_until: later(7_200_000).toISOString(),
  };
  const maintenance = await createMaintenance(
    context,
    scope,
    newMaintenance.parse({ title: "Wartung", body: "Kurz.", ...times }),
  );
  await changeMaintenance(context, scope, maintenance.id, { scheduled_until: later(10_800_000) });
  const [rescheduled, scheduled] = listTexts(
    (await listUpdates(scope, { kind: "maintenance", id: maintenance.id })).updates,
  );
  expect(scheduled).toEqual({ text: "Kurz.", translations: {} });
  const formatted = (ms: number) => `${later(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const [from, until] = [formatted(3_600_000), formatted(10_800_000)];
  expect(rescheduled).toEqual({
    text: `Die Wartungsarbeiten wurden verschoben. Neuer Zeitraum: ${from} bis ${until}.`,
    translations: {
      en: {
        body: `The maintenance has been rescheduled. It is now scheduled for ${from} to ${until}.`,
      },
      fr: { body: `La maintenance a été reprogrammée. Elle aura lieu du ${from} au ${until}.` },
    },
  });
});
