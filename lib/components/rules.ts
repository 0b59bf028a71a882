import type { FieldError } from "@/lib/errors";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./values";
import { languages } from "@/lib/organizations/values";
import { selectTexts } from "@/lib/translations/rules";
import type { Translated } from "@/lib/translations/values";

export function getWorstStatus<Status extends PublicStatus>(
  statuses: Iterable<Status>,
): Status | "operational" {
  let worst: Status | "operational" = "operational";
  for (const status of statuses)
    if (publicStatuses.indexOf(status) > publicStatuses.indexOf(worst)) worst = status;
  return worst;
}

export type StatusCounts = Partial<Record<PublicStatus, number>>;
export type PageStatus = {
  status_indicator: "none" | "maintenance" | "minor" | "major" | "critical";
  status_description:
    | "All Systems Operational"
    | "Service Under Maintenance"
    | "Partially Degraded Service"
    | "Degraded System Service"
    | "Minor Service Outage"
    | "Partial System Outage"
    | "Major System Outage";
};

export const pageStatusByWorst = {
  operational: { status_indicator: "none", status_description: "All Systems Operational" },
  under_maintenance: {
    status_indicator: "maintenance",
    status_description: "Service Under Maintenance",
  },
  degraded_performance: {
    status_indicator: "minor",
    status_description: "Partially Degraded Service",
  },
  partial_outage: { status_indicator: "major", status_description: "Partial System Outage" },
  major_outage: { status_indicator: "critical", status_description: "Major System Outage" },
} as const satisfies Record<PublicStatus, PageStatus>;

/**
 * Returns the page's status for the number of components in each status. For a page without
 * components, the status is derived from `incident`.
 */
export function getPageStatus(counts: StatusCounts, incident: PublicStatus): PageStatus {
  const getCount = (status: PublicStatus) => counts[status] ?? 0;
  const all = publicStatuses.reduce((sum, status) => sum + getCount(status), 0);
  if (all === 0) return pageStatusByWorst[incident];
  if (all === 1) return pageStatusByWorst[publicStatuses.find((status) => getCount(status) === 1)!];
  if (getCount("major_outage") === all) return pageStatusByWorst.major_outage;
  if (getCount("major_outage") > 0 || getCount("partial_outage") === all)
    return pageStatusByWorst.partial_outage;
  if (getCount("partial_outage") > 0)
    return { status_indicator: "minor", status_description: "Minor Service Outage" };
  if (getCount("degraded_performance") === all)
    return { status_indicator: "minor", status_description: "Degraded System Service" };
  if (getCount("degraded_performance") > 0) return pageStatusByWorst.degraded_performance;
  return getCount("under_maintenance") > 0
    ? pageStatusByWorst.under_maintenance
    : pageStatusByWorst.operational;
}

/**
 * Returns the worst of a component's own status and the statuses that its unresolved incidents set.
 */
export function getEffectiveStatus(
  own: ComponentStatus,
  fromIncidents: Iterable<ComponentStatus>,
): ComponentStatus {
  return getWorstStatus([own, ...fromIncidents]);
}

export const getPublicStatus = (
  effective: ComponentStatus,
  isUnderMaintenance: boolean,
): PublicStatus =>
  getWorstStatus<PublicStatus>(isUnderMaintenance ? [effective, "under_maintenance"] : [effective]);

/** A status that applies from `from` (inclusive) to `until` (exclusive), in ms since 1970. */
export type StatusSpan = { from: number; until: number; status: PublicStatus };
export type TimelineStep<Status extends PublicStatus = PublicStatus> = {
  at: number;
  status: Status;
};

/**
 * Returns the changes of the worst status over time. Before the first setting, a component's own
 * status is operational. Times are in ms since 1970.
 */
export function composeTimeline(
  createdAt: number,
  settings: readonly TimelineStep<ComponentStatus>[],
  spans: readonly StatusSpan[],
): TimelineStep[] {
  const own = settings.map(({ at, status }, index): StatusSpan => ({
    from: at,
    until: settings[index + 1]?.at ?? Infinity,
    status,
  }));
  const nonEmptySpans = [...spans, ...own].filter(({ from, until }) => from < until);
  const boundaries = nonEmptySpans.flatMap(({ from, until, status }) => {
    const level = publicStatuses.indexOf(status);
    return [
      { at: from, level, by: 1 },
      { at: until, level, by: -1 },
    ];
  });
  boundaries.sort((a, b) => a.at - b.at);

  const activeCounts = publicStatuses.map(() => 0);
  const start = boundaries.reduce((earliest, { at }) => Math.min(earliest, at), createdAt);
  const steps: TimelineStep[] = [];
  for (let index = 0, at = start; at < Infinity; at = boundaries[index]?.at ?? Infinity) {
    for (; boundaries[index]?.at === at; index++)
      activeCounts[boundaries[index]!.level]! += boundaries[index]!.by;
    const worst = activeCounts.findLastIndex((count) => count > 0);
    const status = publicStatuses[Math.max(0, worst)]!;
    if (steps.at(-1)?.status !== status) steps.push({ at, status });
  }
  return steps;
}

export type TimelineUpdate = { status: string; components: string; displayAt: Date };

const parseStatusEntry = (value: unknown): { id: string; status: PublicStatus } | null => {
  const { id, status, new_status: newStatus } = (value ?? {}) as Record<string, unknown>;
  // The oldest stored updates have only `new_status`.
  const known = publicStatuses.find((one) => one === (status ?? newStatus));
  return typeof id === "string" && known !== undefined ? { id, status: known } : null;
};

function parseStatusEntries({
  components,
}: TimelineUpdate): { id: string; status: PublicStatus }[] {
  const values: unknown = JSON.parse(components);
  return Array.isArray(values) ? values.flatMap((value) => parseStatusEntry(value) ?? []) : [];
}

/**
 * Returns the statuses that an incident sets, by component. A status stays the same in updates that
 * omit the component. `current` applies to components that no update lists.
 */
export function listIncidentStatusSpans(
  { startedAt, resolvedAt }: { startedAt: Date; resolvedAt: Date | null },
  updates: readonly TimelineUpdate[],
  current: ReadonlyMap<string, PublicStatus>,
): Map<string, StatusSpan[]> {
  const entries = updates.map((update) =>
    parseStatusEntries(update).filter(({ id }) => current.has(id)),
  );
  const named = new Set(entries.flat().map(({ id }) => id));
  const statuses = new Map([...current].filter(([id]) => !named.has(id)));
  const spans = new Map([...current.keys()].map((id): [string, StatusSpan[]] => [id, []]));

  let from = startedAt.getTime();
  let isOpen = true;
  const addSpansUntil = (until: number) => {
    if (isOpen && from < until)
      for (const [id, status] of statuses) spans.get(id)!.push({ from, until, status });
    from = Math.max(from, until);
  };
  // The last resolution applies from `resolvedAt`, not from the time of its update.
  const lastOpen = updates.findLastIndex(({ status }) => status !== "resolved");
  for (const [index, { status, displayAt }] of updates.entries()) {
    const isResolved = status === "resolved";
    const at = isResolved && index > lastOpen && resolvedAt !== null ? resolvedAt : displayAt;
    if (index > 0) addSpansUntil(at.getTime());
    // If an incident was created as resolved, its first update has the statuses before the
    // resolution.
    if (index === 0 || !isResolved)
      for (const { id, status } of entries[index]!) statuses.set(id, status);
    if (index === 0 && isResolved) addSpansUntil(at.getTime());
    isOpen = !isResolved;
  }
  addSpansUntil(resolvedAt?.getTime() ?? Infinity);
  return spans;
}

export function listMaintenanceStatusSpans({
  status,
  startedAt,
  endedAt,
}: {
  status: string;
  startedAt: Date | null;
  endedAt: Date | null;
}): StatusSpan[] {
  if (startedAt === null) return [];
  const isRunning = status === "in_progress" || status === "verifying";
  const until = isRunning ? Infinity : (endedAt?.getTime() ?? startedAt.getTime());
  return [{ from: startedAt.getTime(), until, status: "under_maintenance" }];
}

const MAX_ERRORS = 1_000;

/** Returns an error for each unknown, repeated, or missing ID, up to 1,000. */
export function validateOrder(
  what: "component" | "group",
  existing: readonly string[],
  ids: readonly string[],
): FieldError[] {
  const known = new Set(existing);
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, id] of ids.entries()) {
    const path = `${what}_ids.${index}`;
    if (!known.has(id))
      errors.push({
        path,
        message: `${JSON.stringify(id)} is not a ${what} in this list`,
      });
    else if (seen.has(id))
      errors.push({ path, message: `${JSON.stringify(id)} is listed more than once` });
    seen.add(id);
  }
  for (const id of existing)
    if (!seen.has(id))
      errors.push({ path: `${what}_ids`, message: `${JSON.stringify(id)} is missing` });
  return errors.slice(0, MAX_ERRORS);
}

export type PastedComponent = { line: number; name: string; description: string };

export const MAX_PASTED_COMPONENTS = 100;

/**
 * Parses one component per line: a name, and optionally a description after an em dash, an en dash
 * between spaces, a bar, or a tab. Ignores list markers.
 */
export function parsePastedComponents(text: string): PastedComponent[] {
  return text.split(/\r\n|\r|\n/).flatMap((written, index) => {
    const content = written.replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+)?/, "").trim();
    if (content === "") return [];
    const separator = /[—|\t]|\s–\s/.exec(content);
    const end = separator?.index ?? content.length;
    return [
      {
        line: index + 1,
        name: content.slice(0, end).trim(),
        description: content.slice(end + (separator?.[0].length ?? 0)).trim(),
      },
    ];
  });
}

/** A component's name and its group's name, which distinguishes components of the same name. */
export type NamedComponent = Translated<"name" | "group"> & { name: string; group: string | null };

type Named = { name: string } & Translated<"name">;

/** Returns a component's name and its group's name, with the translations of both. */
export function createNamedComponent(component: Named, group: Named | null): NamedComponent {
  const translations = languages.map((language) => [
    language,
    {
      name: component.translations?.[language]?.name,
      group: group?.translations?.[language]?.name,
    },
  ]);
  return {
    name: component.name,
    group: group?.name ?? null,
    translations: selectTexts(Object.fromEntries(translations)),
  };
}

type NamePart = string | { name: string; lang: string | undefined };

/**
 * Returns the names of components and groups, with separators: “EU › API, Website · US › API”. A
 * group is named once for adjacent components. Parentheses would be ambiguous: names may contain
 * them.
 */
export const listNameParts = (components: readonly NamedComponent[], comma = ", "): NamePart[] =>
  components.flatMap(({ name, group, lang }, index): NamePart[] => {
    const previous = components[index - 1];
    const isSameGroup = previous?.group === group;
    return [
      ...(previous === undefined ? [] : [isSameGroup ? comma : " · "]),
      ...(isSameGroup || group === null ? [] : [{ name: group, lang: lang?.group }, " › "]),
      { name, lang: lang?.name },
    ];
  });

export const joinNames = (
  components: readonly NamedComponent[],
  format = (name: string): string => name,
): string =>
  listNameParts(components)
    .map((part) => (typeof part === "string" ? part : format(part.name)))
    .join("");
