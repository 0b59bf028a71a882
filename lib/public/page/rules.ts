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

/** The status that an operator set, and when. */
export type RatedComponent = NamedComponent & {
  id: string;
  status: PublicStatus;
  own: ComponentStatus;
  own_since: string;
};

type OverallInput = {
  components: readonly RatedComponent[];
  /** Unresolved ones. */
  incidents: readonly Pick<
    PublicIncident,
    "id" | "title" | "impact" | "started_at" | "components"
  >[];
  /** Running ones. */
  maintenances: readonly Pick<
    PublicMaintenance,
    "id" | "title" | "scheduled_for" | "started_at" | "components"
  >[];
};

/**
 * The status that an unresolved incident means for the page: by its impact, or of its worst
 * component.
 */
const statusOfIncident = (
  { impact }: Pick<PublicIncident, "impact">,
  named: readonly { status: ComponentStatus }[],
): ComponentStatus => worstStatus([statusByImpact[impact], ...named.map(({ status }) => status)]);

/** The status of the page with its causes: the worst of components and unresolved incidents. */
export function overallStatus({ components, incidents, maintenances }: OverallInput): Overall {
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
  incidents: readonly { impact: Impact; components: readonly { id: string }[] }[];
};

/**
 * The status by the rule of the Statuspage API v2, which counts components. An incident without
 * components counts as one more, so that the page is not operational.
 */
export function countedStatus({ components, incidents }: Counted): PageStatus {
  const shown = new Set(components.map(({ id }) => id));
  const nameless = incidents
    .filter((incident) => !incident.components.some(({ id }) => shown.has(id)))
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

/** Merges adjacent components of one group, so that the group is named once. */
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

/** Worst impact first, otherwise stable. */
export const worstFirst = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
): Of[] => incidents.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));

/**
 * The worst status of the components. A group with an unknown one is unknown unless something is
 * worse.
 */
export function groupStatus(components: readonly { status: ShownStatus }[]): ShownStatus {
  const known = components.flatMap(({ status }) => (status === "unknown" ? [] : [status]));
  const worst = worstStatus(known);
  return worst === "operational" && known.length < components.length ? "unknown" : worst;
}

/** Whether a group is shown open: always if something in it is not operational. */
export const isUnfolded = ({
  collapsed,
  status,
}: Pick<PublicGroup, "collapsed" | "status">): boolean => !collapsed || status !== "operational";

/** The style of a bar. A day with incidents without impact is `quiet`. */
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

/** Adds the ongoing outage to the days of a component. It lasts at least a second. */
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

/** The first `most` entries, and the number of the rest. */
export const capFirst = <Of>(list: readonly Of[], most: number): { shown: Of[]; more: number } => ({
  shown: list.slice(0, most),
  more: Math.max(0, list.length - most),
});

/** The `most` incidents of the worst impact. */
export const capped = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
  most: number,
): { shown: Of[]; more: number } =>
  capFirst(incidents.length > most ? worstFirst(incidents) : incidents, most);

type Began = Pick<PublicIncident, "id" | "title" | "impact" | "started_at" | "resolved_at">;
type Ended = Pick<PublicMaintenance, "ended_at">;

/**
 * The past by day, newest first. Every day of `dates` (oldest first) is included. A resolved
 * incident is on the day of its start, maintenance on the day of its end; other days that an
 * incident lasted name it.
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
 * Start and end of a maintenance: the actual times if there are any, otherwise the scheduled ones.
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

export const isQuiet = ({ incidents, ongoing, maintenances }: PastDay<unknown, unknown>): boolean =>
  incidents.length + ongoing.length + maintenances.length === 0;

/** The language of a path; null if there is none. The first language has no prefix. */
export function languageOfAddress(
  offered: readonly Language[],
  named: string | undefined,
): Language | null {
  const [first = "en", ...others] = offered;
  return named === undefined ? first : (others.find((language) => language === named) ?? null);
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
/** Earlier months can't have events. */
const FIRST_MONTH = "1970-01";

/** The month if it is valid and not after `last`, otherwise null. */
export const readMonth = (text: string, last: string): string | null =>
  MONTH.test(text) && text >= FIRST_MONTH && text <= last ? text : null;

/** A part of a user's text: text, a link, or a line break. */
export type Piece = { text: string; href?: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\p{Cc}]+/giu;
/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = ".,;:!?…*_~";
const BRACKETS: Partial<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Splits a text at http and https URLs, which become links. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    const href = URL.canParse(address) ? new URL(address) : null;
    // “https://bank.example@evil.example” is not a link: its host is not the one that people read.
    if (href === null || href.username !== "" || href.password !== "") continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href: href.href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** A URL without the punctuation of the sentence around it. */
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

/** The next step after subscribing: confirm by email, confirm in the chat channel, or none. */
export type SubscribeOutcome = "sent" | "asked" | "done";

/** Paths of a page and of everything below it. */
export type PageLinks = {
  page: (language?: Language) => string;
  incident: (id: string) => string;
  maintenance: (id: string) => string;
  /** `month`: YYYY-MM, by default the current one. A long month has several parts. */
  history: (month?: string, part?: number) => string;
  uptime: () => string;
  /** The form, or the page after it. */
  subscribe: (outcome?: SubscribeOutcome) => string;
  /** The form for one incident. */
  follow: (incident: string) => string;
  embed: () => string;
  /** The Open Graph picture. */
  picture: () => string;
  /** Paths without a language: feeds, the calendar, the API. */
  plain: (path: `/${string}`) => string;
};

/** `language` is in the path unless it is the page's first. */
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

/** The background of text in each color scheme, from app/tokens.css. */
export const grounds = {
  light: { canvas: "#fafafb", surface: "#ffffff", sunken: "#f1f2f4" },
  dark: { canvas: "#0c0e11", surface: "#13161b", sunken: "#1c2027" },
} as const;
const TEXT_CONTRAST = 4.5;

/** The accent color in the schemes in which it has enough contrast, otherwise null. */
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
