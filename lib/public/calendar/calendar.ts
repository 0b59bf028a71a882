import { joinNames } from "@/lib/components/rules";
import type { Site } from "@/lib/publishing/site";
import { getCanonicalUrl, getEntryUrl } from "@/lib/public/page/public-urls";
import { toPlainText } from "@/lib/markdown/rules";
import { isRunning } from "@/lib/maintenances/values";
import type { Feed, FeedEntry } from "@/lib/public/page/schema";
import { fillPhrase, type PageTexts, getPageTexts } from "@/lib/public/page/page-texts";
import {
  writeComponent,
  type Property,
  escapeCalendarText,
  formatUtc,
  writeLines,
} from "./icalendar";

const HOUR_MS = 3_600_000;
/** Calendar clients should refresh the calendar every 15 minutes (RFC 7986, 5.7). */
const REFRESH = "PT15M";

/** If `isOpen`, the event has no known end, and `until` is the next full hour. */
type CalendarSpan = { from: string; until: string; isOpen: boolean };

/**
 * Returns the actual times of an event, or else the scheduled ones. Canceled maintenance keeps its
 * scheduled times. An unresolved incident or overdue maintenance ends at the next full hour,
 * because calendars show events without an end as having no duration.
 */
function getCalendarSpan(entry: FeedEntry, now: Date): CalendarSpan {
  const hour = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  const span = (from: string, end: string | null): CalendarSpan => ({
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

/** Renders an iCalendar feed (RFC 5545, RFC 7986). */
export function writeCalendar({ organization, entries }: Feed, now: Date, site: Site): string {
  const language = organization.languages[0] ?? "en";
  const texts = getPageTexts(language, organization.time_zone);
  const name = escapeCalendarText(fillPhrase(texts.pageOf, { name: organization.name }));
  const about = toPlainText({ body: organization.about, format: organization.about_format });
  const description: Property[] =
    about === ""
      ? []
      : [
          ["DESCRIPTION", escapeCalendarText(about)],
          ["X-WR-CALDESC", escapeCalendarText(about)],
        ];
  const properties: Property[] = [
    ["VERSION", "2.0"],
    ["PRODID", `-//Candor//Status page//${language.toUpperCase()}`],
    ["CALSCALE", "GREGORIAN"],
    ["METHOD", "PUBLISH"],
    ["NAME", name],
    ["X-WR-CALNAME", name],
    ...description,
    ["URL", getCanonicalUrl(site)],
    ["SOURCE;VALUE=URI", getCanonicalUrl(site, "/calendar.ics")],
    ["REFRESH-INTERVAL;VALUE=DURATION", REFRESH],
    ["X-PUBLISHED-TTL", REFRESH],
  ];
  return writeLines(
    writeComponent(
      "VCALENDAR",
      properties,
      entries.map((entry) => writeComponent("VEVENT", renderEvent(entry, now, site, texts))),
    ),
  );
}

function renderEvent(entry: FeedEntry, now: Date, site: Site, texts: PageTexts): Property[] {
  const { from, until, isOpen } = getCalendarSpan(entry, now);
  const [start, end] = [formatUtc(from), formatUtc(until)];
  const isCanceled = entry.kind === "maintenance" && entry.status === "cancelled";
  return [
    // A UUID is unique without a host name, so the UID is the same at every URL of the calendar.
    ["UID", escapeCalendarText(entry.id)],
    ["SEQUENCE", String(getRevision(entry, isOpen ? until : null))],
    // The time of the last change. The current time would change the calendar on every render.
    ["DTSTAMP", formatUtc(entry.updated_at)],
    ["CREATED", formatUtc(entry.created_at)],
    ["LAST-MODIFIED", formatUtc(entry.updated_at)],
    ["DTSTART", start],
    ...(end > start ? [["DTEND", end] satisfies Property] : []),
    ["SUMMARY", escapeCalendarText(entry.title)],
    ["DESCRIPTION", escapeCalendarText(renderDescription(entry, site, texts))],
    [
      "CATEGORIES",
      escapeCalendarText(entry.kind === "incident" ? texts.incidentLabel : texts.maintenanceLabel),
    ],
    ["STATUS", isCanceled ? "CANCELLED" : "CONFIRMED"],
    // Keeps calendar apps from marking the user as busy during the event.
    ["TRANSP", "TRANSPARENT"],
    ["URL", getEntryUrl(site, entry)],
  ];
}

/** Returns a number that increases with each change, and whenever an open event's end moves. */
function getRevision({ created_at, updated_at }: FeedEntry, movingEnd: string | null): number {
  const moved = movingEnd === null ? 0 : Date.parse(movingEnd) - HOUR_MS;
  const changed = Math.max(Date.parse(updated_at), moved);
  return Math.max(0, Math.floor((changed - Date.parse(created_at)) / 1_000));
}

function renderDescription(entry: FeedEntry, site: Site, texts: PageTexts): string {
  const status =
    entry.kind === "incident" ? texts.incident[entry.status] : texts.maintenance[entry.status];
  const [newest] = entry.updates;
  const last = newest === undefined ? "" : toPlainText(newest);
  const names = joinNames(entry.components);
  return [
    last === "" ? status : `${status}: ${last}`,
    ...(names === "" ? [] : [`${texts.affected}: ${names}`]),
    getEntryUrl(site, entry),
  ].join("\n\n");
}
