import { expect, test } from "vitest";
import { toEventComponents } from "@/lib/components/serialize";
import { serializeIncidentForSubscribers as serializeIncident } from "@/lib/incidents/serialize";
import { serializeMaintenanceForSubscribers as serializeMaintenance } from "@/lib/maintenances/serialize";
import { EVENT_UPDATES, selectNewestUpdates, serializeForEvent } from "./serialize";

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

const createUpdates = (...lengths: number[]) =>
  lengths.map((length) => ({ body: "x".repeat(length), translations: {} }));
const listFitting = (...lengths: number[]) =>
  selectNewestUpdates(createUpdates(...lengths)).map(({ body }) => body.length);

test("an event contains the newest updates that fit, and always the newest one", () => {
  expect(listFitting()).toEqual([]);
  expect(listFitting(100_001, 1)).toEqual([100_001]);
  expect(listFitting(60_000, 40_000, 1, 0)).toEqual([60_000, 40_000]);
  expect(listFitting(25_000, 90_000, 5)).toEqual([25_000]);
  expect(listFitting(...Array<number>(EVENT_UPDATES + 1).fill(1))).toHaveLength(EVENT_UPDATES);
});

test("translations count toward the size of an event, and are omitted together with descriptions", () => {
  const translations = { de: { body: "x".repeat(60_000) } };
  const updates = [1, 2].map(() => ({ body: "x".repeat(30_000), translations }));
  expect(selectNewestUpdates(updates)).toHaveLength(1);
  const component = {
    id: "c",
    name: "API",
    description: "d",
    position: 0,
    before: "operational",
    after: "major_outage",
  } as const;
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const changes = [1, 2].map((length) => ({
    ...{ ...component, ...times },
    translations: { de: { name: "x".repeat(length * 50_000) } },
  }));
  expect(
    toEventComponents(changes).map((one) => [one.description, one.translations?.de?.name?.length]),
  ).toEqual([
    ["d", 50_000],
    [undefined, undefined],
  ]);
});

test("an event contains all its components, and their descriptions up to the size limit", () => {
  const [createdAt, updatedAt] = [new Date(0), new Date(1_000)];
  const changes = [50_000, 50_000, 1].map((length, position) => ({
    id: `${position}`,
    name: "API",
    description: "d".repeat(length),
    translations: {},
    position,
    createdAt,
    updatedAt,
    before: "operational" as const,
    after: "major_outage" as const,
  }));
  const event = toEventComponents(changes);
  expect(event.map(({ description }) => description?.length)).toEqual([50_000, 50_000, undefined]);
  const times = { created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:01.000Z" };
  expect(event[2]).toEqual({
    id: "2",
    name: "API",
    old_status: "operational",
    new_status: "major_outage",
    position: 2,
    translations: {},
    ...times,
  });
});
