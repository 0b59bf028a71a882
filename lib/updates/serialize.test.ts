import { expect, test } from "vitest";
import { serializeIncidentForSubscribers as serializeIncident } from "@/lib/incidents/serialize";
import { serializeMaintenanceForSubscribers as serializeMaintenance } from "@/lib/maintenances/serialize";
import { serializeForEvent } from "./serialize";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const later = new Date("2026-11-20T10:30:00.000Z");
/** A private field that a later release may add to a row. */
const added = { note: "private" };

const subject = {
  ...{ id: "i", organizationId: "acme", title: "API is down", componentIds: ["c"], ...added },
  translations: {},
  ...{ createdAt: NOW, updatedAt: NOW, startedAt: NOW },
};
const incident = { ...subject, status: "resolved", impact: "major", resolvedAt: later } as const;
const maintenance = {
  ...subject,
  status: "completed",
  ...{ scheduledFor: NOW, scheduledUntil: later, endedAt: later },
  ...{ autoStart: true, autoComplete: true, notify: true, reminderMinutes: 60 },
  ...{ reminderAt: null, dueAt: null },
} as const;
const update = {
  ...{
    id: "u",
    subjectId: "i",
    status: "resolved",
    body: "The fault is fixed.",
    format: "plain" as const,
    translations: {},
    notified: true,
    ...added,
  },
  ...{ components: [], authorId: "ada", createdAt: later, updatedAt: later, displayAt: NOW },
  earlier: [
    {
      ...{ body: "The fault is fixd.", format: "plain" as const, translations: {} },
      ...{ replacedAt: later, replacedBy: "ada" },
    },
  ],
};
const change = {
  ...{ id: "c", name: "API", description: "", translations: {}, position: 0 },
  ...{ createdAt: NOW, updatedAt: NOW },
  before: "major_outage",
  after: "operational",
  ...added,
} as const;
const common = ["id", "organization_id", "title", "translations", "status", "impact"];
const times = ["created_at", "updated_at"];
const period = ["started_at", "resolved_at"];

test("subscribers receive only the listed fields of an incident, its updates, and components", () => {
  const event = serializeForEvent({
    incident: serializeIncident(incident),
    updates: [update],
    changes: [change],
    postmortem: { body: "A disk was full.", format: "plain", translations: {}, publishedAt: later },
  });
  expect(Object.keys(event)).toEqual(["incident", "updates", "components", "postmortem"]);
  expect(Object.keys(event.incident!)).toEqual([...common, ...period, ...times, "component_ids"]);
  expect(event.updates.map((one) => Object.keys(one))).toEqual([
    ["id", "status", "body", "format", "translations", "notified", "display_at", ...times],
  ]);
  expect(event.components.map((one) => Object.keys(one))).toEqual([
    ["id", "name", "old_status", "new_status", "position", "description", "translations", ...times],
  ]);
});

test("subscribers receive only the listed fields of a maintenance", () =>
  expect(Object.keys(serializeMaintenance(maintenance))).toEqual([
    ...[...common, ...period, ...times],
    "component_ids",
    "scheduled_for",
    "scheduled_until",
    "scheduled_remind_prior",
    "scheduled_auto_in_progress",
    "scheduled_auto_completed",
  ]));

test("subscribers receive the translations of each translated text", () => {
  const translations = { de: { title: "Ausfall" } };
  const body = { de: { body: "Behoben." } };
  const names = { de: { name: "Schnittstelle" } };
  const event = serializeForEvent({
    incident: serializeIncident({ ...incident, translations }),
    updates: [{ ...update, translations: body }],
    changes: [{ ...change, translations: names }],
    postmortem: { body: "A", format: "plain", translations: body, publishedAt: later },
  });
  expect(serializeMaintenance({ ...maintenance, translations }).translations).toEqual(translations);
  expect(event.incident?.translations).toEqual(translations);
  expect(event.updates[0]?.translations).toEqual(body);
  expect(event.components[0]?.translations).toEqual(names);
  expect(event.postmortem?.translations).toEqual(body);
});
