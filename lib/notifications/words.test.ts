import fc from "fast-check";
import { expect, test } from "vitest";
import { messageOf, payloadOf } from "@/e2e/support/messages";
import { eventKinds } from "./events";
import { toOneLine } from "@/lib/names";
import { SUBJECT_LENGTH, messageWordsOf } from "./words";

const acme = { name: "Acme" };
const of = (kind: (typeof eventKinds)[number], title?: string) =>
  messageWordsOf({ kind, payload: payloadOf(kind, title) }, acme);

test("every kind of event has its words", () => {
  expect(Object.fromEntries(eventKinds.map((kind) => [kind, of(kind).subject]))).toEqual({
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
    test: "[Acme] Test: API is down",
  });
  expect(of("incident.created")).toMatchObject({
    headline: "Major incident: API is down",
    status: "Investigating",
    when: null,
    body: "We see errors. More at https://acme.example/a_b?x=1&y=2.",
    components: ["API: Operational → Partial outage", "Search: Operational"],
    tone: "major",
  });
  expect(of("test")).toMatchObject({
    headline: "Test: API is down",
    status: "Test message",
    when: null,
    tone: "none",
  });
  expect(of("maintenance.started")).toMatchObject({
    status: "In progress",
    when: "2026-11-21 02:00 UTC to 2026-11-21 04:00 UTC",
    tone: "maintenance",
  });
  expect(of("incident.postmortem_published")).toMatchObject({
    body: "What happened:\n\n1. A disk was full.",
    tone: "resolved",
  });
});

test("a title cannot add a mail header", () => {
  const { subject, headline } = of(
    "incident.created",
    "Down\r\nBcc: all@example.com\n\nHello\u2028there\0\u0085.",
  );
  expect(subject).toBe(
    "[Acme] Major incident: Down Bcc: all@example.com Hello there . — Investigating",
  );
  expect(headline).toBe("Major incident: Down Bcc: all@example.com Hello there .");
});

test("right-to-left text stays as it is, and cannot turn ours around", () => {
  expect(of("incident.resolved", "ה-API לא זמין 😀 خدمة").subject).toBe(
    "[Acme] Resolved: ה-API לא זמין 😀 خدمة",
  );
  expect(of("incident.resolved", "\u202eevil\u2066").subject).toBe("[Acme] Resolved: evil");
});

const text = fc.string({ unit: "binary", maxLength: 400, size: "max" });

test("a subject is one line of at most 200 characters that keeps label and status, whatever the title", () => {
  fc.assert(
    fc.property(text, text, (title, name) => {
      const { payload } = messageOf("email", "incident.created").event;
      const { subject } = messageWordsOf(
        {
          kind: "incident.created",
          payload: { ...payload, incident: { ...payload.incident, title } },
        },
        { name },
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

test("a line that is one already is left alone", () => {
  fc.assert(fc.property(text, (value) => toOneLine(toOneLine(value)) === toOneLine(value)));
});

test("times are in the organization's time zone", () => {
  const event = {
    kind: "maintenance.scheduled" as const,
    payload: payloadOf("maintenance.scheduled"),
  };
  expect(messageWordsOf(event, { name: "Acme", timeZone: "Asia/Kolkata" }).when).toBe(
    "2026-11-21 07:30 GMT+5:30 to 2026-11-21 09:30 GMT+5:30",
  );
});
