import {
  type PageStatus,
  pageStatus,
  type StatusCounts,
  pageStatusByWorst,
  worstStatus,
} from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { type Impact, impacts, statusByImpact } from "@/lib/incidents/values";
import { getContrastRatio } from "@/lib/organizations/rules";
import type { Language } from "@/lib/organizations/schema";
import {
  type Cause,
  type EventfulDay,
  type IncidentLink,
  MOST_PER_DAY,
  type NamedComponent,
  type Overall,
  type PastDay,
  type PublicGroup,
  type PublicIncident,
  type PublicMaintenance,
  type ShownStatus,
} from "./schema";

/** A component as the page's status is made of it: what an operator set, and when. */
export type JudgedComponent = NamedComponent & {
  id: string;
  status: PublicStatus;
  own: ComponentStatus;
  own_since: string;
};

type Judged = {
  components: readonly JudgedComponent[];
  /** The unresolved ones. */
  incidents: readonly Pick<
    PublicIncident,
    "id" | "title" | "impact" | "started_at" | "components"
  >[];
  /** Those that are running. */
  maintenances: readonly Pick<
    PublicMaintenance,
    "id" | "title" | "scheduled_for" | "started_at" | "components"
  >[];
};

/**
 * What an unresolved incident makes of the page: what its impact means, or the worst of its
 * components if that is worse.
 */
const statusOfIncident = (
  { impact }: Pick<PublicIncident, "impact">,
  named: readonly { status: ComponentStatus }[],
): ComponentStatus => worstStatus([statusByImpact[impact], ...named.map(({ status }) => status)]);

/**
 * What the page says as a whole, and why: the worst of its components and of its unresolved
 * incidents.
 */
export function overallStatus({ components, incidents, maintenances }: Judged): Overall {
  const shown = new Set(components.map(({ id }) => id));
  const causes: Cause[] = [];
  for (const incident of incidents) {
    const { id, title, started_at: since } = incident;
    const named = incident.components.filter((component) => shown.has(component.id));
    const status = statusOfIncident(incident, named);
    causes.push({
      kind: "incident",
      id,
      title,
      since,
      status,
      components: named.filter((component) => component.status === status).map(nameOf),
    });
  }
  for (const { id, title, scheduled_for, started_at, components: affected } of maintenances) {
    const named = affected.filter((component) => shown.has(component.id)).map(nameOf);
    if (named.length > 0)
      causes.push({
        kind: "maintenance",
        id,
        title,
        since: started_at ?? scheduled_for,
        status: "under_maintenance",
        components: named,
      });
  }
  for (const { own, own_since: since, ...component } of components)
    causes.push({ kind: "component", since, status: own, components: [nameOf(component)] });

  const worst = worstStatus<PublicStatus>([
    ...components.map(({ status }) => status),
    ...causes.flatMap(({ kind, status }) => (kind === "incident" ? [status] : [])),
  ]);
  if (components.length === 0 && worst === "operational")
    return { indicator: "unknown", sentence: "Nothing Reported Yet", causes: [] };
  const { status_indicator: indicator, status_description: sentence } = pageStatusByWorst[worst];
  const why = worst === "operational" ? [] : causes.filter(({ status }) => status === worst);
  return {
    indicator,
    sentence,
    causes: why.sort((a, b) => (a.since < b.since ? -1 : Number(a.since > b.since))),
  };
}

type Counted = {
  components: readonly { id: string; status: PublicStatus }[];
  incidents: readonly { impact: Impact; componentIds: readonly string[] }[];
};

/**
 * The page as a whole by the rule of the public API v2, which counts components. An incident that
 * names no component of the page
 * counts as one more of what its impact means: the page does not stay green while it goes on.
 */
export function countedStatus({ components, incidents }: Counted): PageStatus {
  const shown = new Set(components.map(({ id }) => id));
  const nameless = incidents
    .filter(({ componentIds }) => !componentIds.some((id) => shown.has(id)))
    .map(({ impact }) => statusByImpact[impact]);
  const counts: StatusCounts = {};
  for (const status of [
    ...components.map((component) => component.status),
    ...nameless.filter((status) => status !== "operational"),
  ])
    counts[status] = (counts[status] ?? 0) + 1;
  return pageStatus(counts, "operational");
}

const nameOf = ({ name, group }: NamedComponent): NamedComponent => ({ name, group });

/** Neighbours of one group in one, so that the group is named once. */
export function byGroup(
  components: readonly NamedComponent[],
): { group: string | null; names: string[] }[] {
  const groups: { group: string | null; names: string[] }[] = [];
  for (const { name, group } of components) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === group) last.names.push(name);
    else groups.push({ group, names: [name] });
  }
  return groups;
}

/** The incidents whose impact is worst first; those of one impact stay in their order. */
export const worstFirst = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
): Of[] => incidents.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));

/**
 * What a group is: the worst of its components, unknown where one that is not worse than
 * operational is unknown.
 */
export function groupStatus(components: readonly { status: ShownStatus }[]): ShownStatus {
  const known = components.flatMap(({ status }) => (status === "unknown" ? [] : [status]));
  const worst = worstStatus(known);
  return worst === "operational" && known.length < components.length ? "unknown" : worst;
}

/** Whether a group is shown unfolded: always when something in it is not as it should be. */
export const isUnfolded = ({
  collapsed,
  status,
}: Pick<PublicGroup, "collapsed" | "status">): boolean => !collapsed || status !== "operational";

/** What a bar shows. A day on which incidents did no harm is as quiet as any other. */
export type DayLook = "uncounted" | "quiet" | "degraded" | "partial" | "major";

export function dayLook(
  date: string,
  countedFrom: string | null,
  day: EventfulDay | undefined,
): DayLook {
  if (countedFrom === null || date < countedFrom) return "uncounted";
  if (day === undefined) return "quiet";
  if (day.major_outage_seconds > 0) return "major";
  if (day.partial_outage_seconds > 0) return "partial";
  return day.degraded || day.incidents.some(({ impact }) => impact !== "none")
    ? "degraded"
    : "quiet";
}

/**
 * The days of a component with what goes on: it has lasted a second at least, for a page is made in
 * the very second of a change.
 */
export function withPresent(
  days: readonly EventfulDay[],
  today: string,
  status: PublicStatus,
): EventfulDay[] {
  if (status === "operational" || status === "under_maintenance") return [...days];
  const before = days.at(-1)?.date === today ? days.slice(0, -1) : days;
  const {
    incidents = [],
    more_incidents = 0,
    partial_outage_seconds: partial = 0,
    major_outage_seconds: major = 0,
  } = days[before.length] ?? {};
  const begun = {
    partial_outage_seconds: Math.max(partial, Number(status === "partial_outage")),
    major_outage_seconds: Math.max(major, Number(status === "major_outage")),
  };
  return [
    ...before,
    {
      date: today,
      ...begun,
      degraded: status === "degraded_performance" && partial + major === 0,
      incidents,
      more_incidents,
    },
  ];
}

/** The first of a list that is sorted as they matter, `most` at most, and how many are left out. */
export const capFirst = <Of>(list: readonly Of[], most: number): { shown: Of[]; more: number } => ({
  shown: list.slice(0, most),
  more: Math.max(0, list.length - most),
});

/** Incidents, `most` at most: where some must be left out, those of the worst impact are shown. */
export const capped = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
  most: number,
): { shown: Of[]; more: number } =>
  capFirst(incidents.length > most ? worstFirst(incidents) : incidents, most);

type Began = Pick<PublicIncident, "id" | "title" | "impact" | "started_at" | "resolved_at">;
type Ended = Pick<PublicMaintenance, "ended_at">;

/**
 * The past by day, newest first: every day of `dates` (oldest first) is there. A resolved incident
 * is told on the day on which it
 * began, a maintenance on the day on which it ended; on the other days that it touched, an incident
 * is named.
 */
export function pastDays<Incident extends Began, Maintenance extends Ended>(
  dates: readonly string[],
  dateOf: (at: string) => string,
  {
    incidents,
    maintenances,
  }: { incidents: readonly Incident[]; maintenances: readonly Maintenance[] },
): PastDay<Incident, Maintenance>[] {
  const days = new Map(
    dates.map((date) => [
      date,
      {
        incidents: [] as Incident[],
        ongoing: [] as IncidentLink[],
        maintenances: [] as Maintenance[],
      },
    ]),
  );
  for (const incident of incidents) {
    const { id, title, impact, started_at, resolved_at } = incident;
    const began = dateOf(started_at);
    const ended = resolved_at === null ? null : dateOf(resolved_at);
    for (const [date, day] of days) {
      if (date < began || (ended !== null && date > ended)) continue;
      if (date === began && ended !== null) day.incidents.push(incident);
      else day.ongoing.push({ id, title, impact });
    }
  }
  for (const maintenance of maintenances)
    if (maintenance.ended_at !== null)
      days.get(dateOf(maintenance.ended_at))?.maintenances.push(maintenance);
  return [...days]
    .map(([date, day]) => {
      const [began, ongoing, ended] = [
        capped(day.incidents, MOST_PER_DAY),
        capped(day.ongoing, MOST_PER_DAY),
        capFirst(day.maintenances, MOST_PER_DAY),
      ];
      return {
        date,
        incidents: began.shown,
        ongoing: ongoing.shown,
        maintenances: ended.shown,
        more: { incidents: began.more, ongoing: ongoing.more, maintenances: ended.more },
      };
    })
    .reverse();
}

/**
 * From when until when a maintenance was, as far as it has begun; of one that never did, what was
 * planned.
 */
export const maintenanceSpan = ({
  scheduled_for,
  scheduled_until,
  started_at,
  ended_at,
}: PublicMaintenance): { from: string; until: string | null } =>
  started_at === null
    ? { from: scheduled_for, until: scheduled_until }
    : { from: started_at, until: ended_at };

/** Nothing happened on this day that the page could tell of. */
export const isQuiet = ({ incidents, ongoing, maintenances }: PastDay<unknown, unknown>): boolean =>
  incidents.length + ongoing.length + maintenances.length === 0;

/**
 * The language to read a page in whose address names one, or none; null where the page has no such
 * address: its first language is not named.
 */
export function languageOfAddress(
  offered: readonly Language[],
  named: string | undefined,
): Language | null {
  const [first = "en", ...others] = offered;
  return named === undefined ? first : (others.find((language) => language === named) ?? null);
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
/** Before anything that a page can tell of. */
const FIRST_MONTH = "1970-01";

/** The month as it is, or null when it is none, or lies behind `last`. */
export const readMonth = (text: string, last: string): string | null =>
  MONTH.test(text) && text >= FIRST_MONTH && text <= last ? text : null;

/** The month that follows by so many months, as YYYY-MM. */
export function monthAfter(month: string, by: number): string {
  const [, year, number] = MONTH.exec(month)!;
  return new Date(Date.UTC(Number(year), Number(number) - 1 + by))
    .toISOString()
    .slice(0, "YYYY-MM".length);
}

/** A part of what somebody wrote: words, a link, or the end of a line. */
export type Piece = { text: string; href?: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}]+/giu;
/** What ends a sentence rather than an address. */
const TRAILING = ".,;:!?…*_~";
const BRACKETS: Partial<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Text in pieces: http and https addresses become links, and nothing else does. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    const href = URL.canParse(address) ? new URL(address) : null;
    // Whoever reads "https://bank.example@evil.example" reads another host than the browser.
    if (href === null || href.username !== "" || href.password !== "") continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href: href.href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/**
 * An address without what belongs to the sentence around it: its full stop, and a bracket that it
 * did not open.
 */
function trimAddress(found: string): string {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1]!;
    const opening = BRACKETS[last];
    const isLoose = opening !== undefined && counts.get(last)! > (counts.get(opening) ?? 0);
    if (!isLoose && !TRAILING.includes(last)) break;
    counts.set(last, counts.get(last)! - 1);
  }
  return found.slice(0, end);
}

/** What follows after subscribing: a link by email, a link in the chat channel, or nothing more. */
export type SubscribeOutcome = "sent" | "asked" | "done";

/**
 * The addresses of a page and of what belongs to it. All are paths: a folder of files can answer
 * them.
 */
export type PageLinks = {
  page: (language?: Language) => string;
  incident: (id: string) => string;
  maintenance: (id: string) => string;
  /**
   * Of a month, YYYY-MM; without it, the present one. A month of many entries has several pages.
   */
  history: (month?: string, part?: number) => string;
  uptime: () => string;
  /** Where one subscribes, or reads what came of it. */
  subscribe: (outcome?: SubscribeOutcome) => string;
  /** Where one asks to hear of one incident. */
  follow: (incident: string) => string;
  embed: () => string;
  /** The picture of the status that is shown where the page is shared. */
  picture: () => string;
  /** What is the same in every language: a feed, the calendar, the API. */
  plain: (path: `/${string}`) => string;
};

/** Below `base`, in the language that is read unless it is the page's first. */
export function pageLinks(
  base: string,
  offered: readonly Language[],
  language: Language,
): PageLinks {
  const at = (path: string, read = language) =>
    `${base}${read === offered[0] ? "" : `/${read}`}${path}` || "/";
  return {
    page: (read) => at("", read),
    incident: (id) => at(`/incidents/${encodeURIComponent(id)}`),
    maintenance: (id) => at(`/maintenances/${encodeURIComponent(id)}`),
    history: (month, part = 1) =>
      at(month === undefined ? "/history" : `/history/${month}${part === 1 ? "" : `/${part}`}`),
    uptime: () => at("/uptime"),
    subscribe: (outcome) => at(outcome === undefined ? "/subscribe" : `/subscribe/${outcome}`),
    follow: (incident) => at(`/incidents/${encodeURIComponent(incident)}/subscribe`),
    embed: () => at("/embed"),
    picture: () => at("/og.png"),
    plain: (path) => `${base}${path}`,
  };
}

/** What text stands on in each scheme: the tokens of app/tokens.css. */
export const grounds = {
  light: { canvas: "#fafafb", surface: "#ffffff", sunken: "#f1f2f4" },
  dark: { canvas: "#0c0e11", surface: "#13161b", sunken: "#1c2027" },
} as const;
const TEXT_CONTRAST = 4.5;

/**
 * The organization's colour, in the schemes in which it can be read on everything that the page is
 * made of; null elsewhere.
 */
export function usableAccent(color: string | null): Record<keyof typeof grounds, string | null> {
  const isColor = color !== null && /^#[0-9a-f]{6}$/i.test(color);
  const usable = (scheme: keyof typeof grounds) =>
    isColor &&
    Object.values(grounds[scheme]).every(
      (ground) => getContrastRatio(color, ground) >= TEXT_CONTRAST,
    )
      ? color
      : null;
  return { light: usable("light"), dark: usable("dark") };
}
