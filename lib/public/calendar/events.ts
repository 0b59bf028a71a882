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
  if (entry.kind === "incident") return span(entry.started_at, entry.resolved_at);
  const { status, scheduled_for, scheduled_until, started_at, ended_at } = entry;
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
  const isCancelled = entry.kind === "maintenance" && entry.status === "cancelled";
  return [
    // A UUID, so the event is the same in the calendar of each mount.
    ["UID", escapeText(entry.id)],
    ["SEQUENCE", String(revisionOf(entry, isOpen ? until : null))],
    // Not the current time: the bytes must not change without a change.
    ["DTSTAMP", utc(entry.updated_at)],
    ["CREATED", utc(entry.created_at)],
    ["LAST-MODIFIED", utc(entry.updated_at)],
    ["DTSTART", start],
    // DTEND must be after DTSTART.
    ...(end > start ? [["DTEND", end] satisfies Property] : []),
    ["SUMMARY", escapeText(entry.title)],
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

/**
 * Seconds from the creation to the last change. The moving end of an open event is a change too, at
 * each full hour.
 */
function revisionOf({ created_at, updated_at }: FeedEntry, movingEnd: string | null): number {
  const moved = movingEnd === null ? 0 : Date.parse(movingEnd) - HOUR_MS;
  const changed = Math.max(Date.parse(updated_at), moved);
  return Math.max(0, Math.floor((changed - Date.parse(created_at)) / 1_000));
}

/** Status, newest update, components and link. */
function descriptionOf(entry: FeedEntry, site: Site, texts: PageTexts): string {
  const word =
    entry.kind === "incident" ? texts.incident[entry.status] : texts.maintenance[entry.status];
  const last = entry.updates[0]?.body ?? "";
  const names = entry.components
    .map(({ name, group }) => (group === null ? name : `${group}: ${name}`))
    .join(", ");
  return [
    last === "" ? word : `${word}: ${last}`,
    ...(names === "" ? [] : [`${texts.affected}: ${names}`]),
    entryAddress(site, entry),
  ].join("\n\n");
}
