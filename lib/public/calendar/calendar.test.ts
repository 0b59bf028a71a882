import fc from "fast-check";
import ICAL from "ical.js";
import { convertIcsCalendar } from "ts-ics";
import { expect, test } from "vitest";
import {
  cancelled,
  feed,
  HOSTILE,
  open,
  organization,
  planned,
  resolved,
  site,
} from "@/e2e/support/feeds";
import { hostileMarkdown } from "@/e2e/support/hostile-markdown";
import { toPlainText } from "@/lib/markdown/rules";
import { textFormats } from "@/lib/markdown/values";
import type { Feed, FeedEntry } from "@/lib/public/page/schema";
import { writeCalendar } from "./calendar";

const NOW = new Date("2026-06-20T10:20:00.000Z");
const HOUR = 3_600_000;
const calendar = (of: Feed = feed, now = NOW) => writeCalendar(of, now, site);

/** Parses a calendar with ical.js, which throws if it is invalid. */
const read = (text: string) => {
  const root = new ICAL.Component(ICAL.parse(text));
  return {
    root,
    events: root.getAllSubcomponents("vevent").map((component) => ({
      event: new ICAL.Event(component),
      value: (name: string) => component.getFirstPropertyValue(name),
    })),
  };
};
const first = (entry: FeedEntry, now = NOW) =>
  read(calendar({ ...feed, entries: [entry] }, now)).events[0]!;
const sequence = (entry: FeedEntry, now: Date) => Number(first(entry, now).event.sequence);
const end = (entry: FeedEntry, now: Date) =>
  first(entry, now).event.endDate.toJSDate().toISOString();
const running = {
  ...planned,
  status: "in_progress" as const,
  started_at: "2026-06-22T20:00:30.000Z",
};

test("the calendar matches the golden file byte for byte", async () => {
  await expect(calendar()).toMatchFileSnapshot("golden/calendar.ics");
});

test("the ical.js parser reads every event with its times, status, and text", () => {
  const { root, events } = read(calendar());
  expect(
    Object.fromEntries(
      ["x-wr-calname", "name", "method", "url", "x-published-ttl"].map((name) => [
        name,
        String(root.getFirstPropertyValue(name)),
      ]),
    ),
  ).toEqual({
    "x-wr-calname": "Acme & Söhne status",
    name: "Acme & Söhne status",
    method: "PUBLISH",
    url: `${site.origin}/status/acme`,
    "x-published-ttl": "PT15M",
  });
  expect(String(root.getFirstPropertyValue("refresh-interval"))).toBe("PT15M");
  const summaries = events.map(({ event, value }) => [
    event.uid,
    event.summary,
    event.startDate.toJSDate().toISOString(),
    event.endDate.toJSDate().toISOString(),
    value("status"),
    value("url"),
  ]);
  expect(summaries).toEqual([
    [
      open.id,
      "Emails are delayed",
      "2026-06-20T09:10:00.000Z",
      "2026-06-20T11:00:00.000Z",
      "CONFIRMED",
      `${site.origin}/status/acme/incidents/${open.id}`,
    ],
    [
      resolved.id,
      resolved.title,
      "2026-06-18T16:02:30.000Z",
      "2026-06-18T18:09:00.000Z",
      "CONFIRMED",
      `${site.origin}/status/acme/incidents/${resolved.id}`,
    ],
    [
      planned.id,
      "New disks",
      "2026-06-22T20:00:00.000Z",
      "2026-06-22T23:30:00.000Z",
      "CONFIRMED",
      `${site.origin}/status/acme/maintenances/${planned.id}`,
    ],
    [
      cancelled.id,
      "Network cable replacement",
      "2026-06-16T20:00:00.000Z",
      "2026-06-16T21:00:00.000Z",
      "CANCELLED",
      `${site.origin}/status/acme/maintenances/${cancelled.id}`,
    ],
  ]);
  expect(events[1]!.event.description).toBe(
    `Resolved: All logins succeed again.\n\nAffected: Europe › API · Website\n\n` +
      `${site.origin}/status/acme/incidents/${resolved.id}`,
  );
  expect(events.map(({ value }) => String(value("last-modified")))).toEqual([
    "2026-06-20T09:10:00Z",
    "2026-06-19T08:00:00Z",
    "2026-06-15T12:00:00Z",
    "2026-06-14T07:00:00Z",
  ]);
});

test("the ts-ics parser reads the same events as ical.js", () => {
  const [one, other] = [read(calendar()), convertIcsCalendar(undefined, calendar())];
  expect([other.version, other.method, other.name, other.prodId]).toEqual([
    "2.0",
    "PUBLISH",
    "Acme & Söhne status",
    "-//Candor//Status page//EN",
  ]);
  expect(
    other.events?.map(
      ({ uid, summary, description, start, end, status, sequence, url, created, stamp }) => [
        uid,
        summary,
        description,
        start.date,
        end?.date,
        status,
        // ts-ics omits a sequence of 0.
        sequence ?? 0,
        url,
        created?.date,
        stamp.date,
      ],
    ),
  ).toEqual(
    one.events.map(({ event, value }) => [
      ...[
        event.uid,
        event.summary,
        event.description,
        event.startDate.toJSDate(),
        event.endDate.toJSDate(),
        value("status"),
        Number(event.sequence),
        value("url"),
      ],
      ...[value("created"), value("dtstamp")].map((at) => (at as ICAL.Time).toJSDate()),
    ]),
  );
  const texts = fc.string({ unit: "grapheme-composite", maxLength: 200 });
  fc.assert(
    fc.property(texts, texts, (title, body) => {
      const updates = [{ ...resolved.updates[0]!, body: `Resolved. ${body}` }];
      const entries = [{ ...resolved, title, updates }];
      const [event] = convertIcsCalendar(undefined, calendar({ ...feed, entries })).events ?? [];
      expect([event?.summary ?? "", event?.description?.split("\n\nAffected: ")[0]]).toEqual([
        kept(title),
        kept(`Resolved: Resolved. ${body}`),
      ]);
    }),
    { numRuns: 100 },
  );
});

test("a Markdown message becomes plain text in the calendar", () => {
  const renderDescription = (body: string) => {
    const updates = [{ ...resolved.updates[0]!, body, format: "markdown" as const }];
    const { root } = read(calendar({ ...feed, entries: [{ ...resolved, updates }] }));
    const [event, ...others] = root.getAllSubcomponents("vevent");
    expect(others).toEqual([]);
    return String(event!.getFirstPropertyValue("description")).split("\n\nAffected: ")[0];
  };
  expect(renderDescription("**Fixed**, see [it](https://a.example/).\n\n- a;b")).toBe(
    "Resolved: Fixed, see it (https://a.example/).\n\n- a;b",
  );
  expect(renderDescription("`a\r\nEND:VEVENT\r\nBEGIN:VEVENT`\n\n```\nEND:VCALENDAR\n```")).toBe(
    "Resolved: a END:VEVENT BEGIN:VEVENT\n\nEND:VCALENDAR",
  );
});

test("an unresolved incident lasts until the next full hour, and the calendar stays the same until then", () => {
  expect(calendar(feed, new Date("2026-06-20T10:00:00.000Z"))).toBe(
    calendar(feed, new Date("2026-06-20T10:59:59.999Z")),
  );
  expect(end(open, new Date("2026-06-20T11:00:00.000Z"))).toBe("2026-06-20T12:00:00.000Z");
});

test("maintenance in progress lasts until its scheduled end, then until the next full hour", () => {
  expect(end(running, new Date("2026-06-22T23:29:59.000Z"))).toBe("2026-06-22T23:30:00.000Z");
  expect(end(running, new Date("2026-06-22T23:30:00.000Z"))).toBe("2026-06-23T00:00:00.000Z");
});

test("SEQUENCE increases with every change and every hour of an open event, and never decreases", () => {
  const at = (hours: number) => new Date(Date.parse(open.created_at) + hours * HOUR);
  const going = [0, 1, 2, 30].map((hours) => sequence(open, at(hours)));
  expect(going).toEqual(going.toSorted((a, b) => a - b));
  expect(new Set(going).size).toBe(4);
  const over = {
    ...open,
    updated_at: at(30).toISOString(),
    status: "resolved" as const,
    resolved_at: at(30).toISOString(),
  };
  expect(sequence(over, at(31))).toBeGreaterThan(going.at(-1)!);
  expect(sequence(over, at(300))).toBe(sequence(over, at(31)));
  const late = sequence(running, new Date("2026-06-24T00:00:00.000Z"));
  const extended = {
    ...running,
    updated_at: "2026-06-24T00:10:00.000Z",
    scheduled_until: "2026-06-24T12:00:00.000Z",
  };
  expect(sequence(extended, new Date("2026-06-24T00:10:00.000Z"))).toBeGreaterThan(late);
});

test("an event without a duration has no DTEND", () => {
  const text = calendar({
    ...feed,
    entries: [
      {
        ...resolved,
        started_at: "2026-06-18T18:09:00.000Z",
        resolved_at: "2026-06-18T18:09:00.900Z",
      },
    ],
  });
  expect(text).toContain("DTSTART:20260618T180900Z");
  expect(text).not.toContain("DTEND");
});

/** Returns the characters of a text that a calendar can represent, with normalized line breaks. */
const kept = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[^\t\n\P{Cc}]/gu, "");

test("any text is escaped, and lines have at most 75 bytes and are folded only between characters", () => {
  const anything = fc.oneof(
    fc.string({ unit: "grapheme-composite", maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 300 }),
    fc.constant(HOSTILE),
    hostileMarkdown,
  );
  fc.assert(
    fc.property(
      anything,
      anything,
      anything,
      fc.constantFrom(...textFormats),
      (title, body, name, format) => {
        const hostile = { ...open, title, updates: [{ ...open.updates[0]!, body, format }] };
        const text = calendar({
          ...feed,
          organization: { ...organization, name, about: body, about_format: format },
          entries: [hostile, planned],
        });
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        const bytes = Buffer.from(text);
        let start = 0;
        for (
          let lineEnd = bytes.indexOf("\r\n");
          lineEnd !== -1;
          lineEnd = bytes.indexOf("\r\n", start)
        ) {
          expect(lineEnd - start).toBeLessThanOrEqual(75);
          new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, lineEnd));
          start = lineEnd + 2;
        }
        const { root, events } = read(text);
        const plain = toPlainText({ body, format });
        expect(events).toHaveLength(2);
        expect(root.getFirstPropertyValue("description") ?? "").toBe(kept(plain));
        expect(events[0]!.value("summary") ?? "").toBe(kept(title));
        expect(events[0]!.event.description).toBe(
          kept(
            `${plain === "" ? "Investigating" : `Investigating: ${plain}`}\n\n` +
              `${site.origin}/status/acme/incidents/${open.id}`,
          ),
        );
      },
    ),
    { numRuns: 100 },
  );
});
