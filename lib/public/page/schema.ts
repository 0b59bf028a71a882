import type { PageStatus, pageStatusByWorst } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { Language } from "@/lib/organizations/schema";

/** Days of uptime that the page shows. */
export const UPTIME_DAYS = 90;
/** Days of the past that the page tells of. */
export const PAST_DAYS = 15;
/**
 * Unresolved incidents, and maintenances that run or are planned, that the page shows; the rest is
 * counted.
 */
export const MOST_CURRENT = 50;
/** Incidents, and maintenances, that the page shows of one day of the past; the rest is counted. */
export const MOST_PER_DAY = 10;
/** Newest updates that the page shows of an incident or a maintenance; its own page shows all. */
export const PAGE_UPDATES = 10;
/** Incidents that are named below one bar; the rest is counted. */
export const DAY_NAMES = 3;
/** Entries of one page of a month's history. */
export const HISTORY_ENTRIES = 100;

// All that follows is what a stranger may see, and nothing else: plain values, times as ISO 8601 in
// UTC, days as YYYY-MM-DD of
// the page's time zone. No ids but those of components, incidents and maintenances.

/** Whose page it is, and how it is to look. */
export type PageOrganization = {
  id: string;
  name: string;
  about: string;
  website_url: string | null;
  support_url: string | null;
  /** `#rrggbb`; null for the product's own. */
  accent_color: string | null;
  /** The first is what a visitor reads who asks for none. */
  languages: readonly Language[];
  time_zone: string;
  /** Search engines may list the page. */
  indexed: boolean;
  logo_url: string | null;
};

/** What a component may be shown as. Unknown is what cannot be told at the moment: never green. */
export type ShownStatus = PublicStatus | "unknown";

/** The whole page in a sentence, by its worst status; or that there is nothing to judge by. */
export type OverallSentence =
  | (typeof pageStatusByWorst)[PublicStatus]["status_description"]
  | "Nothing Reported Yet"
  | "Status Unknown";
export type Indicator = PageStatus["status_indicator"] | "unknown";

/** A component by its name, and the name of its group. */
export type NamedComponent = { name: string; group: string | null };

/** What makes the page's status what it is, since when, and which components it has made so. */
export type Cause = { since: string; status: PublicStatus; components: NamedComponent[] } & (
  | { kind: "incident" | "maintenance"; id: string; title: string }
  /** Set by hand. */
  | { kind: "component" }
);

export type Overall = { indicator: Indicator; sentence: OverallSentence; causes: Cause[] };

/** What was said, when, and when it was last corrected. */
export type PublicUpdate<Status extends string> = {
  status: Status;
  body: string;
  at: string;
  edited_at: string | null;
};

export type PublicIncident = {
  id: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  started_at: string;
  resolved_at: string | null;
  /** `status`: what the incident says of it, or said last before it was resolved. */
  components: (NamedComponent & { id: string; status: ComponentStatus })[];
  /** Newest first. */
  updates: PublicUpdate<IncidentStatus>[];
  /** Earlier updates that are left out. */
  more_updates: number;
  /** Once it is published. */
  postmortem: { body: string; published_at: string } | null;
};

export type PublicMaintenance = {
  id: string;
  title: string;
  status: MaintenanceStatus;
  scheduled_for: string;
  scheduled_until: string;
  started_at: string | null;
  ended_at: string | null;
  components: (NamedComponent & { id: string })[];
  /** Newest first. */
  updates: PublicUpdate<MaintenanceStatus>[];
  /** Earlier updates that are left out. */
  more_updates: number;
};

/** An incident by name alone. */
export type IncidentLink = { id: string; title: string; impact: Impact };

/**
 * A day on which there was something: seconds of outage, whether it was degraded and nothing worse,
 * and the incidents that went on, the worst first; `more_incidents` are left out.
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
  /** In percent, cut to two decimals; null where nothing was counted yet. */
  uptime: number | null;
  /** The first day that counts; null when none does yet. */
  counted_from: string | null;
  /** Oldest first; all other days from `counted_from` on were well, and without incident. */
  days: EventfulDay[];
  months: MonthUptime[];
};

/** In percent by calendar month, YYYY-MM, oldest first; null where nothing was counted. */
export type MonthUptime = { month: string; uptime: number | null };

export type PublicGroup = {
  name: string;
  description: string;
  /** Shown folded while nothing in it is wrong. */
  collapsed: boolean;
  status: ShownStatus;
  uptime: number | null;
  months: MonthUptime[];
  components: PublicComponent[];
};

/**
 * One day of the past, with what began on it, and what went on from before or still does; `more`:
 * how many of each are left out.
 */
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
  /** Unresolved, the worst impact first, of these the latest start. */
  incidents: PublicIncident[];
  /** Unresolved incidents that are left out: none is worse than those that are shown. */
  more_incidents: number;
  /** Running ones first, then planned ones, the next first. */
  maintenances: PublicMaintenance[];
  more_maintenances: number;
  /** Those in no group. */
  components: PublicComponent[];
  groups: PublicGroup[];
  /** The days of the bars, oldest first. */
  days: string[];
  /** Newest first. */
  past: PastDay[];
  generated_at: string;
};

/** What a stranger who subscribes can choose from: components by name, as the page has them. */
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
 * What happened in a month, as YYYY-MM, by pages of {@link HISTORY_ENTRIES}; `earlier` and `later`
 * are the nearest months that can be looked at.
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

/** Entries of a feed: the newest ones. */
export const FEED_ENTRIES = 50;
/** Newest updates of one entry of a feed. */
export const FEED_UPDATES = 50;

/**
 * What a feed or a calendar has one entry of. `updated_at` is when what is public of it last
 * changed; `changes` grows with each
 * change and never shrinks.
 */
export type FeedEntry = { id: string; created_at: string; updated_at: string; changes: number } & (
  | { kind: "incident"; incident: PublicIncident }
  | { kind: "maintenance"; maintenance: PublicMaintenance }
);

export type Feed = {
  organization: PageOrganization;
  /** The one that it is of; null when it is of all. */
  component: NamedComponent | null;
  /** When the page came into being. */
  since: string;
  /** The last change first. */
  entries: FeedEntry[];
};
