import type { PageStatus, pageStatusByWorst } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { Language } from "@/lib/organizations/schema";

export const UPTIME_DAYS = 90;
/** Days in the list of past incidents. */
export const PAST_DAYS = 15;
/** Unresolved incidents, or maintenance, on the page. The rest is counted. */
export const MOST_CURRENT = 50;
/** Incidents, or maintenance, of one past day on the page. The rest is counted. */
export const MOST_PER_DAY = 10;
/** Updates of an incident on the page. Its own page shows all. */
export const PAGE_UPDATES = 10;
/** Incidents named below one bar. The rest is counted. */
export const DAY_NAMES = 3;
/** Entries on one page of a month's history. */
export const HISTORY_ENTRIES = 100;

// Everything below is public, and nothing else is: plain values, times as ISO 8601 in UTC, days as
// YYYY-MM-DD in the page's zone. IDs are those of components, incidents and maintenance.

export type PageOrganization = {
  id: string;
  name: string;
  about: string;
  website_url: string | null;
  support_url: string | null;
  /** `#rrggbb`, or null for the default. */
  accent_color: string | null;
  /** The first is the default. */
  languages: readonly Language[];
  time_zone: string;
  /** Search engines may list the page. */
  indexed: boolean;
  logo_url: string | null;
};

/** `unknown` is never shown as operational. */
export type ShownStatus = PublicStatus | "unknown";

/** The page status in a sentence, by its worst status. */
export type OverallSentence =
  | (typeof pageStatusByWorst)[PublicStatus]["status_description"]
  | "Nothing Reported Yet"
  | "Status Unknown";
export type Indicator = PageStatus["status_indicator"] | "unknown";

/** `group`: its name. */
export type NamedComponent = { name: string; group: string | null };

/** A reason for the page status, with the components that it affects. */
export type Cause = { since: string; status: PublicStatus; components: NamedComponent[] } & (
  | { kind: "incident" | "maintenance"; id: string; title: string }
  /** Set by an operator. */
  | { kind: "component" }
);

export type Overall = { indicator: Indicator; sentence: OverallSentence; causes: Cause[] };

/** The status that an update set for a component, with its name at that time. */
export type AffectedComponent = {
  id: string;
  name: string;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

/** `at`: when it happened; `created_at`: when it was posted. */
export type PublicUpdate<Status extends string> = {
  id: string;
  status: Status;
  body: string;
  at: string;
  edited_at: string | null;
  created_at: string;
  notified: boolean;
  affected: AffectedComponent[];
};

export type PublicIncident = {
  id: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  started_at: string;
  resolved_at: string | null;
  created_at: string;
  /** When public content last changed. Grows with every change. */
  updated_at: string;
  /** `status`: the one that the incident sets, or the last one before it was resolved. */
  components: (NamedComponent & { id: string; status: ComponentStatus })[];
  /** Newest first. */
  updates: PublicUpdate<IncidentStatus>[];
  /** Number of earlier updates that are left out. */
  more_updates: number;
  /** Null until it is published. */
  postmortem: {
    body: string;
    published_at: string;
    updated_at: string;
    notified: boolean;
  } | null;
};

export type PublicMaintenance = {
  id: string;
  title: string;
  status: MaintenanceStatus;
  scheduled_for: string;
  scheduled_until: string;
  started_at: string | null;
  ended_at: string | null;
  created_at: string;
  updated_at: string;
  components: (NamedComponent & { id: string })[];
  /** Newest first. */
  updates: PublicUpdate<MaintenanceStatus>[];
  /** Number of earlier updates that are left out. */
  more_updates: number;
};

export type IncidentLink = { id: string; title: string; impact: Impact };

/**
 * A day with an outage or an incident. Incidents are worst first; `more_incidents` are left out.
 */
export type EventfulDay = {
  date: string;
  partial_outage_seconds: number;
  major_outage_seconds: number;
  degraded: boolean;
  incidents: IncidentLink[];
  more_incidents: number;
};

export type PublicComponent = {
  id: string;
  name: string;
  description: string;
  status: ShownStatus;
  /** Percent, cut to two decimals; null if nothing was measured yet. */
  uptime: number | null;
  /** The first measured day; null if there is none. */
  counted_from: string | null;
  /** Oldest first. All other days since `counted_from` were operational and without incidents. */
  days: EventfulDay[];
  months: MonthUptime[];
};

/** Percent by calendar month (YYYY-MM), oldest first; null if nothing was measured. */
export type MonthUptime = { month: string; uptime: number | null };

export type PublicGroup = {
  name: string;
  description: string;
  /** Collapsed while everything in it is operational. */
  collapsed: boolean;
  status: ShownStatus;
  uptime: number | null;
  months: MonthUptime[];
  components: PublicComponent[];
};

/** A past day with what began on it and what was ongoing; `more`: how many of each are left out. */
export type PastDay<Incident = PublicIncident, Maintenance = PublicMaintenance> = {
  date: string;
  incidents: Incident[];
  ongoing: IncidentLink[];
  maintenances: Maintenance[];
  more: { incidents: number; ongoing: number; maintenances: number };
};

export type StatusPage = {
  organization: PageOrganization;
  overall: Overall;
  /** Unresolved, worst impact first, then latest start. */
  incidents: PublicIncident[];
  /** Number of unresolved incidents that are left out. */
  more_incidents: number;
  /** Running ones first, then scheduled ones by start. */
  maintenances: PublicMaintenance[];
  more_maintenances: number;
  /** Without a group. */
  components: PublicComponent[];
  groups: PublicGroup[];
  /** The days of the bars, oldest first. */
  days: string[];
  /** Newest first. */
  past: PastDay[];
  generated_at: string;
};

/** Components and groups to choose from. */
export type SubscribeChoice = {
  components: { id: string; name: string }[];
  groups: { name: string; components: { id: string; name: string }[] }[];
};
export type SubscribePage = { organization: PageOrganization } & SubscribeChoice;

export type IncidentPage = {
  organization: PageOrganization;
  incident: PublicIncident;
  generated_at: string;
};
export type MaintenancePage = {
  organization: PageOrganization;
  maintenance: PublicMaintenance;
  generated_at: string;
};

/**
 * Events of a month (YYYY-MM) in parts of {@link HISTORY_ENTRIES}. `earlier` and `later`: the
 * nearest months with events.
 */
export type HistoryPage = {
  organization: PageOrganization;
  month: string;
  part: number;
  parts: number;
  earlier: string | null;
  later: string | null;
  /** Latest first. */
  entries: (
    | { kind: "incident"; at: string; incident: PublicIncident }
    | { kind: "maintenance"; at: string; maintenance: PublicMaintenance }
  )[];
  generated_at: string;
};

export const FEED_ENTRIES = 50;
/** Updates of one entry. */
export const FEED_UPDATES = 50;

export type FeedEntry =
  ({ kind: "incident" } & PublicIncident) | ({ kind: "maintenance" } & PublicMaintenance);

export type Feed = {
  organization: PageOrganization;
  /** Null for the feed of the organization. */
  component: NamedComponent | null;
  /** When the organization was created. */
  since: string;
  /** The last change first. */
  entries: FeedEntry[];
};
