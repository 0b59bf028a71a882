import type { FieldError } from "@/lib/errors";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./values";

/** The worst of the given statuses; operational when there is none. */
export function worstStatus<Status extends PublicStatus>(statuses: Iterable<Status>): Status | "operational" {
  let worst: Status | "operational" = "operational";
  for (const status of statuses) if (publicStatuses.indexOf(status) > publicStatuses.indexOf(worst)) worst = status;
  return worst;
}

/** Components by public status. */
export type StatusCounts = Partial<Record<PublicStatus, number>>;
/** A page as a whole, in the words of the public API v2. */
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

const one: Record<PublicStatus, PageStatus> = {
  operational: { status_indicator: "none", status_description: "All Systems Operational" },
  under_maintenance: { status_indicator: "maintenance", status_description: "Service Under Maintenance" },
  degraded_performance: { status_indicator: "minor", status_description: "Partially Degraded Service" },
  partial_outage: { status_indicator: "major", status_description: "Partial System Outage" },
  major_outage: { status_indicator: "critical", status_description: "Major System Outage" },
};

/**
 * What a page says of all its components, in the words that the field already reads: the first line of its table that
 * fits wins. A page without components says what `incident` says.
 */
export function pageStatus(counts: StatusCounts, incident: PublicStatus): PageStatus {
  const of = (status: PublicStatus) => counts[status] ?? 0;
  const all = publicStatuses.reduce((sum, status) => sum + of(status), 0);
  if (all === 0) return one[incident];
  if (all === 1) return one[publicStatuses.find((status) => of(status) === 1)!];
  if (of("major_outage") === all) return one.major_outage;
  if (of("major_outage") > 0 || of("partial_outage") === all) return one.partial_outage;
  if (of("partial_outage") > 0) return { status_indicator: "minor", status_description: "Minor Service Outage" };
  if (of("degraded_performance") === all) return { status_indicator: "minor", status_description: "Degraded System Service" };
  if (of("degraded_performance") > 0) return one.degraded_performance;
  return of("under_maintenance") > 0 ? one.under_maintenance : one.operational;
}

/**
 * A component's effective status: the worst of what an operator set and of what its unresolved incidents say
 * (decisions "Components").
 */
export function effectiveStatus(own: ComponentStatus, fromIncidents: Iterable<ComponentStatus>): ComponentStatus {
  return worstStatus([own, ...fromIncidents]);
}

/** What strangers are told of a component: its effective status, or that it is being worked on where nothing worse is so. */
export const publicStatus = (effective: ComponentStatus, underMaintenance: boolean): PublicStatus =>
  worstStatus<PublicStatus>(underMaintenance ? [effective, "under_maintenance"] : [effective]);

/** A source says of a component that it is `status` from one moment up to, not including, another; in milliseconds since 1970. */
export type Span = { from: number; until: number; status: PublicStatus };
/** A status that holds until the next in a list that is sorted by time. */
export type Step<Status extends PublicStatus = PublicStatus> = { at: number; status: Status };

/**
 * The complete record of a component: what it was from when on, a step for each change and nothing but changes. It begins
 * with the component, or with what was said of it before that; what operators set (`settings`, in their order) holds until the
 * next, and it was operational until the first; of all that is said at one moment, the worst counts.
 */
export function composeTimeline(createdAt: number, settings: readonly Step<ComponentStatus>[], spans: readonly Span[]): Step[] {
  const own = settings.map(({ at, status }, index): Span => ({ from: at, until: settings[index + 1]?.at ?? Infinity, status }));
  const said = [...spans, ...own].filter(({ from, until }) => from < until);
  const boundaries = said.flatMap(({ from, until, status }) => {
    const level = publicStatuses.indexOf(status);
    return [{ at: from, level, by: 1 }, { at: until, level, by: -1 }];
  });
  boundaries.sort((a, b) => a.at - b.at);

  // How many say each of the statuses at the moment that the sweep has reached.
  const saying = publicStatuses.map(() => 0);
  const start = boundaries.reduce((earliest, { at }) => Math.min(earliest, at), createdAt);
  const steps: Step[] = [];
  for (let index = 0, at = start; at < Infinity; at = boundaries[index]?.at ?? Infinity) {
    for (; boundaries[index]?.at === at; index++) saying[boundaries[index]!.level]! += boundaries[index]!.by;
    const status = publicStatuses[Math.max(0, saying.findLastIndex((count) => count > 0))]!;
    if (steps.at(-1)?.status !== status) steps.push({ at, status });
  }
  return steps;
}

/** An update of an incident as the record needs it: `components` as it is stored, in JSON. */
export type Said = { status: string; components: string; displayAt: Date };

const entry = (value: unknown): { id: string; status: PublicStatus } | null => {
  const { id, status, new_status: became } = (value ?? {}) as Record<string, unknown>;
  // Rows of the first days have only what became of the component.
  const says = publicStatuses.find((known) => known === (status ?? became));
  return typeof id === "string" && says !== undefined ? { id, status: says } : null;
};

/** What an update says of its components from then on; nothing where it cannot be read. */
function readSaid({ components }: Said): { id: string; status: PublicStatus }[] {
  const values: unknown = JSON.parse(components);
  return Array.isArray(values) ? values.flatMap((value) => entry(value) ?? []) : [];
}

/**
 * What an incident says over time of the components in `current`, by their ids. Its first update speaks from `startedAt`, each
 * other from its own time, and a component that one leaves out stays what it was; nothing is said while the incident is resolved.
 * `current` is what it says by now: all there is to know of a component that no update names.
 */
export function incidentSpans({ startedAt, resolvedAt }: { startedAt: Date; resolvedAt: Date | null }, updates: readonly Said[], current: ReadonlyMap<string, PublicStatus>): Map<string, Span[]> {
  const entries = updates.map((update) => readSaid(update).filter(({ id }) => current.has(id)));
  const named = new Set(entries.flat().map(({ id }) => id));
  const says = new Map([...current].filter(([id]) => !named.has(id)));
  const spans = new Map([...current.keys()].map((id): [string, Span[]] => [id, []]));

  let from = startedAt.getTime();
  let open = true;
  const holdUntil = (until: number) => {
    if (open && from < until) for (const [id, status] of says) spans.get(id)!.push({ from, until, status });
    from = Math.max(from, until);
  };
  // The update with which it was resolved for good happened when the incident says so.
  const lastOpen = updates.findLastIndex(({ status }) => status !== "resolved");
  for (const [index, { status, displayAt }] of updates.entries()) {
    const resolves = status === "resolved";
    const at = resolves && index > lastOpen && resolvedAt !== null ? resolvedAt : displayAt;
    if (index > 0) holdUntil(at.getTime());
    // One that was resolved from the start says with its first update what it was until then.
    if (index === 0 || !resolves) for (const { id, status } of entries[index]!) says.set(id, status);
    if (index === 0 && resolves) holdUntil(at.getTime());
    open = !resolves;
  }
  holdUntil(resolvedAt?.getTime() ?? Infinity);
  return spans;
}

/** A maintenance's part in the record of its components, none before its start. */
export function maintenanceSpan({ status, startedAt, endedAt }: { status: string; startedAt: Date | null; endedAt: Date | null }): Span[] {
  if (startedAt === null) return [];
  const running = status === "in_progress" || status === "verifying";
  const until = running ? Infinity : (endedAt?.getTime() ?? startedAt.getTime());
  return [{ from: startedAt.getTime(), until, status: "under_maintenance" }];
}

/** More errors than this nobody reads at once. */
const MOST_ERRORS = 1_000;

/** What is wrong with a new order of `<what>_ids` for those that exist: unknown, double, or missing ids, each named. */
export function judgeOrder(what: "component" | "group", existing: readonly string[], ids: readonly string[]): FieldError[] {
  const known = new Set(existing);
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, id] of ids.entries()) {
    const path = `${what}_ids.${index}`;
    if (!known.has(id)) errors.push({ path, message: `${JSON.stringify(id)} is not a ${what} of this organization that can be ordered` });
    else if (seen.has(id)) errors.push({ path, message: `${JSON.stringify(id)} is named twice` });
    seen.add(id);
  }
  for (const id of existing) if (!seen.has(id)) errors.push({ path: `${what}_ids`, message: `${JSON.stringify(id)} is missing` });
  return errors.slice(0, MOST_ERRORS);
}

/** A component on a line of a list that was pasted. */
export type PastedComponent = { line: number; name: string; description: string };

/** Reads a list of components, one on a line: a name, and behind a long dash, a bar or a tab what it is. Marks of a list before the name are left out. */
export function readPasted(text: string): PastedComponent[] {
  return text.split(/\r\n|\r|\n/).flatMap((written, index) => {
    const content = written.replace(/^\s*(?:[-*•]\s+|\d+[.)]\s+)?/, "").trim();
    if (content === "") return [];
    const [, name = content, description = ""] = /^(.*?)(?:\s*[—|\t]\s*|\s+–\s+)(.*)$/s.exec(content) ?? [];
    return [{ line: index + 1, name: name.trim(), description: description.trim() }];
  });
}
