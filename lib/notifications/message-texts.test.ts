import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPayload } from "@/e2e/support/message-fixtures";
import { eventKinds } from "./notification-event";
import { toOneLine } from "@/lib/names";
import { SUBJECT_LENGTH, getMessageTexts } from "./message-texts";

const acme = { name: "Acme", url: "https://status.acme.example" };
const getTexts = (kind: (typeof eventKinds)[number], title?: string) =>
  getMessageTexts({ kind, language: "en", payload: buildPayload(kind, title) }, acme);

test("every kind of event has its own subject", () => {
  expect(Object.fromEntries(eventKinds.map((kind) => [kind, getTexts(kind).subject]))).toEqual({
    "incident.created": "[Acme] Major incident: API is down — Investigating",
    "incident.updated": "[Acme] Critical incident: API is down — Identified",
    "incident.resolved": "[Acme] Resolved: API is down",
    "incident.reopened": "[Acme] Reopened: API is down — Investigating",
    "incident.postmortem_published": "[Acme] Postmortem: API is down",
    "maintenance.scheduled": "[Acme] Maintenance scheduled: New disks",
    "maintenance.started": "[Acme] Maintenance started: New disks",
    "maintenance.updated": "[Acme] Maintenance update: New disks — Verifying",
    "maintenance.completed": "[Acme] Maintenance completed: New disks",
    "maintenance.rescheduled": "[Acme] Maintenance rescheduled: New disks",
    "maintenance.cancelled": "[Acme] Maintenance canceled: New disks",
    "maintenance.reminder": "[Acme] Maintenance reminder: New disks",
    "component.updated": "[Acme] Europe › API: Degraded performance",
    test: "[Acme] Test: API is down",
  });
  expect(getTexts("incident.created")).toMatchObject({
    headline: "Major incident: API is down",
    status: "Investigating",
    when: null,
    message: { body: "We see errors. More at https://acme.example/a_b?x=1&y=2." },
    components: ["Europe › API: Operational → Partial outage", "Search: Operational"],
    tone: "major",
  });
  expect(getTexts("test")).toMatchObject({
    headline: "Test: API is down",
    status: "Test message",
    when: null,
    tone: "none",
  });
  expect(getTexts("maintenance.started")).toMatchObject({
    status: "In progress",
    when: "2026-11-21 02:00 UTC to 2026-11-21 04:00 UTC",
    tone: "maintenance",
  });
  expect(getTexts("incident.postmortem_published")).toMatchObject({
    message: { body: "What happened:\n\n1. A disk was full." },
    tone: "resolved",
  });
});

test("a component with a URL as its name is called “Component”", () => {
  const payload = buildPayload("component.updated");
  payload.components[0]!.name = "https://api.acme.example";
  const { subject, components } = getMessageTexts(
    { kind: "component.updated", language: "en", payload },
    acme,
  );
  expect(subject).toBe("[Acme] Europe › Component: Degraded performance");
  expect(components).toEqual(["Europe › Component: Operational → Degraded performance"]);
});

test("a title cannot add an email header", () => {
  const { subject, headline } = getTexts(
    "incident.created",
    "Down\r\nBcc: all@example.com\n\nHello\u2028there\0\u0085.",
  );
  expect(subject).toBe(
    "[Acme] Major incident: Down Bcc: all@example.com Hello there . — Investigating",
  );
  expect(headline).toBe("Major incident: Down Bcc: all@example.com Hello there .");
});

test("right-to-left text stays unchanged and cannot reverse the texts around it", () => {
  expect(getTexts("incident.resolved", "ה-API לא זמין 😀 خدمة").subject).toBe(
    "[Acme] Resolved: ה-API לא זמין 😀 خدمة",
  );
  expect(getTexts("incident.resolved", "\u202eevil\u2066").subject).toBe("[Acme] Resolved: evil");
});

const text = fc.string({ unit: "binary", maxLength: 400, size: "max" });

test("with any title, a subject is one line of at most 200 characters with label and status", () => {
  fc.assert(
    fc.property(text, text, (title, name) => {
      const payload = buildPayload("incident.created");
      const { subject } = getMessageTexts(
        {
          kind: "incident.created",
          language: "en",
          payload: { ...payload, incident: { ...payload.incident, title } },
        },
        { name, url: "https://status.acme.example" },
      );
      return (
        subject.length <= SUBJECT_LENGTH &&
        subject.isWellFormed() &&
        !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(subject) &&
        subject.includes("] Major incident: ") &&
        subject.endsWith(" — Investigating")
      );
    }),
  );
});

test("toOneLine: does not change text that is already one line", () => {
  fc.assert(fc.property(text, (value) => toOneLine(toOneLine(value)) === toOneLine(value)));
});

test("times in messages are in the organization's time zone", () => {
  const event = {
    kind: "maintenance.scheduled" as const,
    language: "en" as const,
    payload: buildPayload("maintenance.scheduled"),
  };
  expect(
    getMessageTexts(event, {
      name: "Acme",
      url: "https://status.acme.example",
      timeZone: "Asia/Kolkata",
    }).when,
  ).toBe("2026-11-21 07:30 GMT+5:30 to 2026-11-21 09:30 GMT+5:30");
});
