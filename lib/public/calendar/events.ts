import type { Site } from "@/lib/publishing/site";
import { addressOf, entryAddress } from "@/lib/public/page/addresses";
import { isRunning } from "@/lib/maintenances/values";
import type { Feed, FeedEntry } from "@/lib/public/page/schema";
import { fill, type PageTexts, getPageTexts } from "@/lib/public/page/page-texts";
import { component, type Property, escapeText, utc, writeLines } from "./icalendar";

const HOUR_MS = 3_600_000;
/** How often clients should refresh the calendar (RFC 7986, section 5.7). */
const REFRESH = "PT15M";

/**
 * Start and end of an event, as ISO 8601. `isOpen`: the end is not known and moves on with the
 * hours.
 */
export type Span = { from: string; until: string; isOpen: boolean };

/**
 * The actual times as far as they are known, otherwise the scheduled ones. What is ongoing lasts
 * until the next full hour, because calendars show an event without an end as a moment.
 */
export function spanOf(entry: FeedEntry, now: Date): Span {
  const hour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  const span = (from: string, end: string | null): Span => ({
    from,
    until: end ?? hour,
    isOpen: end === null,
  });
  if (entry.kind === "incident") return span(entry.incident.started_at, entry.incident.resolved_at);
  const { status, scheduled_for, scheduled_until, started_at, ended_at } = entry.maintenance;
  if (status === "cancelled") return span(scheduled_for, scheduled_until);
  const isOverdue = isRunning(status) && Date.parse(scheduled_until) <= now.getTime();
  return span(started_at ?? scheduled_for, ended_at ?? (isOverdue ? null : scheduled_until));
}

/**
 * A calendar to subscribe to (RFC 5545; RFC 7986 for its name and refresh interval). `spans`:
 * {@link spanOf} each entry.
 */
export function writeCalendar(
  { organization, entries }: Feed,
  spans: readonly Span[],
  site: Site,
): string {
  const language = organization.languages[0] ?? "en";
  const texts = getPageTexts(language, organization.time_zone);
  const name = escapeText(fill(texts.pageOf, { name: organization.name }));
  const about: Property[] =
    organization.about === ""
      ? []
      : [
          ["DESCRIPTION", escapeText(organization.about)],
          ["X-WR-CALDESC", escapeText(organization.about)],
        ];
  const properties: Property[] = [
    ["VERSION", "2.0"],
    ["PRODID", `-//Candor//Status page//${language.toUpperCase()}`],
    ["CALSCALE", "GREGORIAN"],
    ["METHOD", "PUBLISH"],
    ["NAME", name],
    ["X-WR-CALNAME", name],
    ...about,
    ["URL", addressOf(site)],
    ["SOURCE;VALUE=URI", addressOf(site, "/calendar.ics")],
    ["REFRESH-INTERVAL;VALUE=DURATION", REFRESH],
    ["X-PUBLISHED-TTL", REFRESH],
  ];
  return writeLines(
    component(
      "VCALENDAR",
      properties,
      entries.map((entry, index) =>
        component("VEVENT", eventOf(entry, spans[index]!, site, texts)),
      ),
    ),
  );
}

function eventOf(
  entry: FeedEntry,
  { from, until, isOpen }: Span,
  site: Site,
  texts: PageTexts,
): Property[] {
  const [start, end] = [utc(from), utc(until)];
  const { title } = entry.kind === "incident" ? entry.incident : entry.maintenance;
  const isCancelled = entry.kind === "maintenance" && entry.maintenance.status === "cancelled";
  return [
    // A UUID, so the event is the same in the calendar of each mount.
    ["UID", escapeText(entry.id)],
    // The moving end of an open event is a change too. When it ends, the update counts for more
    // than the hours.
    [
      "SEQUENCE",
      String(entry.changes + hoursBetween(entry.created_at, isOpen ? until : entry.updated_at)),
    ],
    // Not the current time: the bytes must not change without a change.
    ["DTSTAMP", utc(entry.updated_at)],
    ["CREATED", utc(entry.created_at)],
    ["LAST-MODIFIED", utc(entry.updated_at)],
    ["DTSTART", start],
    // DTEND must be after DTSTART.
    ...(end > start ? [["DTEND", end] satisfies Property] : []),
    ["SUMMARY", escapeText(title)],
    ["DESCRIPTION", escapeText(descriptionOf(entry, site, texts))],
    [
      "CATEGORIES",
      escapeText(entry.kind === "incident" ? texts.incidentLabel : texts.maintenanceLabel),
    ],
    ["STATUS", isCancelled ? "CANCELLED" : "CONFIRMED"],
    // The event does not make subscribers busy.
    ["TRANSP", "TRANSPARENT"],
    ["URL", entryAddress(site, entry)],
  ];
}

const hoursBetween = (from: string, until: string) =>
  Math.max(0, Math.floor((Date.parse(until) - Date.parse(from)) / HOUR_MS));

/** Status, newest update, components and link. */
function descriptionOf(entry: FeedEntry, site: Site, texts: PageTexts): string {
  const subject = entry.kind === "incident" ? entry.incident : entry.maintenance;
  const word =
    entry.kind === "incident"
      ? texts.incident[entry.incident.status]
      : texts.maintenance[entry.maintenance.status];
  const last = subject.updates[0]?.body ?? "";
  const names = subject.components
    .map(({ name, group }) => (group === null ? name : `${group}: ${name}`))
    .join(", ");
  return [
    last === "" ? word : `${word}: ${last}`,
    ...(names === "" ? [] : [`${texts.affected}: ${names}`]),
    entryAddress(site, entry),
  ].join("\n\n");
}
