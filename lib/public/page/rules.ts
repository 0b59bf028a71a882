import {
  type PageStatus,
  getPageStatus,
  type StatusCounts,
  pageStatusByWorst,
  getWorstStatus,
  type NamedComponent,
} from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { type Impact, impacts, statusByImpact } from "@/lib/incidents/values";
import { isRunning } from "@/lib/maintenances/values";
import type { Language } from "@/lib/organizations/values";
import {
  type Cause,
  MAX_INCIDENTS_PER_BAR,
  type EventfulDay,
  type IncidentLink,
  MAX_PER_DAY,
  type Overall,
  type PastDay,
  type PublicGroup,
  type PublicIncident,
  type PublicMaintenance,
} from "./schema";
import { parseUrl } from "@/lib/parse-url";

export type ComponentWithStatus = NamedComponent & {
  id: string;
  status: PublicStatus;
  own: ComponentStatus;
  own_since: string;
};

type OverallInput = {
  components: readonly ComponentWithStatus[];
  incidents: readonly Pick<
    PublicIncident,
    "id" | "title" | "translations" | "impact" | "started_at" | "components"
  >[];
  maintenances: readonly Pick<
    PublicMaintenance,
    "id" | "title" | "translations" | "scheduled_for" | "started_at" | "components"
  >[];
};

/** Returns the worst status of all components and unresolved incidents, and what caused it. */
export function getOverallStatus({ components, incidents, maintenances }: OverallInput): Overall {
  const shown = new Set(components.map(({ id }) => id));
  const causes: Cause[] = [];
  for (const incident of incidents) {
    const { id, title, translations, started_at: since } = incident;
    const named = incident.components.filter((component) => shown.has(component.id));
    const status = getWorstStatus<ComponentStatus>([
      statusByImpact[incident.impact],
      ...named.map((component) => component.status),
    ]);
    causes.push({
      kind: "incident",
      id,
      title,
      translations,
      since,
      status,
      components: named.filter((component) => component.status === status).map(pickName),
    });
  }
  for (const maintenance of maintenances) {
    const { id, title, translations, scheduled_for, started_at } = maintenance;
    const named = maintenance.components
      .filter((component) => shown.has(component.id))
      .map(pickName);
    if (named.length > 0)
      causes.push({
        kind: "maintenance",
        id,
        title,
        translations,
        since: started_at ?? scheduled_for,
        status: "under_maintenance",
        components: named,
      });
  }
  for (const { own, own_since: since, ...component } of components)
    causes.push({ kind: "component", since, status: own, components: [pickName(component)] });

  const worst = getWorstStatus<PublicStatus>([
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
    causes: why.sort((a, b) => compareText(a.since, b.since)),
  };
}

/**
 * Lists maintenance in progress, then scheduled maintenance, each sorted by scheduled start
 * (earliest first). `maintenances` must be sorted by scheduled start, latest first.
 */
export const listCurrentMaintenances = <
  Maintenance extends Pick<PublicMaintenance, "status"> & { ended_at: string | null },
>(
  maintenances: readonly Maintenance[],
): Maintenance[] =>
  maintenances
    .filter(({ ended_at }) => ended_at === null)
    .toReversed()
    .sort((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)));

/** Returns the hash that the URL of an organization's image ends with. */
export const getImageHash = (url: string): string => url.split("?v=")[1] ?? "";

/** Compares two ISO 8601 times or two IDs for sorting, which must not depend on a locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type CountedContent = {
  components: readonly { id: string; status: PublicStatus }[];
  incidents: readonly { impact: Impact; components: readonly { id: string }[] }[];
};

/**
 * Returns the status that the Statuspage API v2 derives from the number of affected components. An
 * incident with an impact but without components on the page counts as one component.
 */
export function getStatuspageStatus({ components, incidents }: CountedContent): PageStatus {
  const shown = new Set(components.map(({ id }) => id));
  const withoutComponents = incidents
    .filter((incident) => !incident.components.some(({ id }) => shown.has(id)))
    .map(({ impact }) => statusByImpact[impact]);
  const counts: StatusCounts = {};
  for (const status of [
    ...components.map((component) => component.status),
    ...withoutComponents.filter((status) => status !== "operational"),
  ])
    counts[status] = (counts[status] ?? 0) + 1;
  return getPageStatus(counts, "operational");
}

const pickName = ({ name, group, translations }: NamedComponent): NamedComponent => ({
  name,
  group,
  translations,
});

type Named = { name: string; lang?: { name?: string } };

/** Lists all components, each with its name and that of its group for `GroupedNames`. */
export const listGrouped = <Component extends Named>({
  components,
  groups,
}: {
  components: readonly Component[];
  groups: readonly (Named & { components: readonly Component[] })[];
}) =>
  [{ name: null, lang: undefined, components }, ...groups].flatMap((group) =>
    group.components.map((component) => ({
      component,
      named: {
        ...{ name: component.name, group: group.name },
        lang: { name: component.lang?.name, group: group.lang?.name },
      },
    })),
  );

export const sortByImpact = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
): Of[] => incidents.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));

/** Returns true if the page shows a group's components before a visitor expands it. */
export const isExpanded = ({
  collapsed,
  status,
}: Pick<PublicGroup, "collapsed" | "status">): boolean => !collapsed || status !== "operational";

/**
 * The level of a day in the uptime bar, which determines its color. `uncounted`: before uptime was
 * measured. `quiet`: no outage, degraded performance, or incident with an impact.
 */
export type DayLevel = "uncounted" | "quiet" | "degraded" | "partial" | "major";

export function getDayLevel(
  date: string,
  countedFrom: string | null,
  day: EventfulDay | undefined,
): DayLevel {
  if (countedFrom === null || date < countedFrom) return "uncounted";
  if (day === undefined) return "quiet";
  if (day.major_outage_seconds > 0) return "major";
  if (day.partial_outage_seconds > 0) return "partial";
  return day.degraded || day.incidents.some(({ impact }) => impact !== "none")
    ? "degraded"
    : "quiet";
}

/**
 * Adds a component's current status to its days. An ongoing outage counts as at least one second
 * today, so that the day shows it immediately.
 */
export function addOngoingOutage(
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
  const outages = {
    partial_outage_seconds: Math.max(partial, Number(status === "partial_outage")),
    major_outage_seconds: Math.max(major, Number(status === "major_outage")),
  };
  return [
    ...before,
    {
      date: today,
      ...outages,
      degraded: status === "degraded_performance" && partial + major === 0,
      incidents,
      more_incidents,
    },
  ];
}

/**
 * Merges the days of a group's components. Each day has the longest partial and major outage of a
 * component, and the worst incidents of all components.
 */
export function mergeDays(lists: readonly (readonly EventfulDay[])[]): EventfulDay[] {
  const days = new Map<string, EventfulDay>();
  for (const day of lists.flat()) {
    const known = days.get(day.date) ?? day;
    const all = new Map([...known.incidents, ...day.incidents].map((one) => [one.id, one]));
    const { shown, more } = takeWorst([...all.values()], MAX_INCIDENTS_PER_BAR);
    days.set(day.date, {
      date: day.date,
      partial_outage_seconds: Math.max(known.partial_outage_seconds, day.partial_outage_seconds),
      major_outage_seconds: Math.max(known.major_outage_seconds, day.major_outage_seconds),
      degraded: known.degraded || day.degraded,
      incidents: shown,
      more_incidents: Math.max(known.more_incidents, day.more_incidents) + more,
    });
  }
  return [...days.values()];
}

const takeFirst = <Of>(list: readonly Of[], most: number): { shown: Of[]; more: number } => ({
  shown: list.slice(0, most),
  more: Math.max(0, list.length - most),
});

export const takeWorst = <Of extends Pick<PublicIncident, "impact">>(
  incidents: readonly Of[],
  most: number,
): { shown: Of[]; more: number } =>
  takeFirst(incidents.length > most ? sortByImpact(incidents) : incidents, most);

type Started = Pick<
  PublicIncident,
  "id" | "title" | "translations" | "impact" | "started_at" | "resolved_at"
>;
type Ended = Pick<PublicMaintenance, "ended_at">;

/**
 * Groups past events by day, newest day first. A resolved incident is in `incidents` on the day of
 * its start, and in `ongoing` on its other days. An unresolved incident is in `ongoing` on all its
 * days. Maintenance is listed on the day of its end.
 */
export function groupEventsByDay<Incident extends Started, Maintenance extends Ended>(
  dates: readonly string[],
  toDate: (at: string) => string,
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
    const { id, title, translations, impact, started_at, resolved_at } = incident;
    const started = toDate(started_at);
    const ended = resolved_at === null ? null : toDate(resolved_at);
    for (const [date, day] of days) {
      if (date < started || (ended !== null && date > ended)) continue;
      if (date === started && ended !== null) day.incidents.push(incident);
      else day.ongoing.push({ id, title, translations, impact });
    }
  }
  for (const maintenance of maintenances)
    if (maintenance.ended_at !== null)
      days.get(toDate(maintenance.ended_at))?.maintenances.push(maintenance);
  return [...days]
    .map(([date, day]) => {
      const [started, ongoing, ended] = [
        takeWorst(day.incidents, MAX_PER_DAY),
        takeWorst(day.ongoing, MAX_PER_DAY),
        takeFirst(day.maintenances, MAX_PER_DAY),
      ];
      return {
        date,
        incidents: started.shown,
        ongoing: ongoing.shown,
        maintenances: ended.shown,
        more: { incidents: started.more, ongoing: ongoing.more, maintenances: ended.more },
      };
    })
    .reverse();
}

export const hasNoEvents = ({
  incidents,
  ongoing,
  maintenances,
}: PastDay<unknown, unknown>): boolean =>
  incidents.length + ongoing.length + maintenances.length === 0;

/**
 * Returns the language of a URL with the prefix `named`. Without a prefix, it is the first of
 * `offered`. Returns null if the prefix is not one of the other offered languages.
 */
export function findLanguage(
  offered: readonly Language[],
  named: string | undefined,
): Language | null {
  const [first = "en", ...others] = offered;
  return named === undefined ? first : (others.find((language) => language === named) ?? null);
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const FIRST_MONTH = "1970-01";

export const parseMonth = (text: string, last: string): string | null =>
  MONTH.test(text) && text >= FIRST_MONTH && text <= last ? text : null;

type TextPart = { text: string; href?: string };

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`\p{Cc}]+/giu;
const TRAILING = ".,;:!?…*_~";
const BRACKETS: Partial<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Splits text into plain parts and links, which are http and https URLs. */
export function findLinks(text: string): TextPart[] {
  const pieces: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    const url = trimUrl(match[0]);
    const href = parseUrl(url);
    // URLs that hide the real host, such as "https://bank.example@evil.example", stay plain text.
    if (href === null || href.username !== "" || href.password !== "") continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: url, href: href.href });
    end = match.index + url.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function trimUrl(found: string): string {
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

/**
 * The result that the page shows after subscribing. `sent` and `posted` mean that a confirmation
 * link was emailed, or posted to the chat channel.
 */
export type SubscribeOutcome = "sent" | "posted" | "done";

export type PageLinks = ReturnType<typeof createPageLinks>;

/** Adds a language to a path of the page, unless it is the default, which is the first offered. */
export const addLanguage = (
  path: string,
  language: Language,
  offered: readonly Language[],
): string => (language === offered[0] ? path : `/${language}${path}`);

/** Returns functions that build URLs. Their paths contain the language, except those of `plain`. */
export function createPageLinks(base: string, offered: readonly Language[], language: Language) {
  const getUrl = (path: string) => base + addLanguage(path, language, offered) || "/";
  return {
    page: () => getUrl(""),
    incident: (id: string) => getUrl(`/incidents/${encodeURIComponent(id)}`),
    maintenance: (id: string) => getUrl(`/maintenances/${encodeURIComponent(id)}`),
    /**
     * `month` is YYYY-MM, by default the current month. A month with many events has several parts.
     */
    history: (month?: string, part = 1) =>
      getUrl(month === undefined ? "/history" : `/history/${month}${part === 1 ? "" : `/${part}`}`),
    uptime: () => getUrl("/uptime"),
    subscribe: (outcome?: SubscribeOutcome) =>
      getUrl(outcome === undefined ? "/subscribe" : `/subscribe/${outcome}`),
    follow: (incident: string) => getUrl(`/incidents/${encodeURIComponent(incident)}/subscribe`),
    embed: () => getUrl("/embed"),
    /** Returns a URL whose path has no language, such as that of a feed or the API. */
    plain: (path: `/${string}`) => `${base}${path}`,
  };
}
