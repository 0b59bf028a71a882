import type { PageStatus, pageStatusByWorst, NamedComponent } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { serializeOrganization } from "@/lib/organizations/serialize";
import type { Translated } from "@/lib/translations/values";

export const UPTIME_DAYS = 90;
export const PAST_DAYS = 15;
export const MAX_CURRENT = 50;
export const MAX_PER_DAY = 10;
export const MAX_PAGE_UPDATES = 10;
export const MAX_INCIDENTS_PER_BAR = 3;
export const MAX_HISTORY_ENTRIES = 100;

// These types contain only public data. Times are ISO 8601 in UTC, and days are YYYY-MM-DD in the
// page's time zone.

/** The fields of an organization that visitors may see. */
export const PUBLIC_FIELDS = [
  "id",
  "name",
  "about",
  "about_format",
  "translations",
  "website_url",
  "support_url",
  "accent_color",
  "header_color",
  "font",
  "corners",
  "header_links",
  "footer_links",
  "footer_text",
  "powered_by",
  "languages",
  "time_zone",
  "indexed",
  "logo_url",
  "logo_dark_url",
  "favicon_url",
  "cover_url",
] as const;

type PublicField = (typeof PUBLIC_FIELDS)[number];

export type PageOrganization = Translated<"about"> &
  Pick<
    ReturnType<typeof serializeOrganization>,
    Exclude<PublicField, "about_format" | "translations">
  > & {
    about_format?: TextFormat;
    /** Width divided by height of logos, by image hash. Reserves their space before they load. */
    logo_ratios?: Readonly<Record<string, number>>;
  };

export type OverallSentence =
  | (typeof pageStatusByWorst)[PublicStatus]["status_description"]
  | "Nothing Reported Yet"
  | "Status Unknown";
export type Indicator = PageStatus["status_indicator"] | "unknown";

export type Cause = { since: string; status: PublicStatus; components: NamedComponent[] } & (
  | ({ kind: "incident" | "maintenance"; id: string; title: string } & Translated<"title">)
  | { kind: "component" }
);

export type Overall = { indicator: Indicator; sentence: OverallSentence; causes: Cause[] };

/** A component in an update, with its name at that time, and its status before and after. */
export type AffectedComponent = {
  id: string;
  name: string;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

/** `at` is the time that the update is about, and `created_at` is when it was posted. */
export type PublicUpdate<Status extends string> = Translated<"body"> & {
  id: string;
  status: Status;
  body: string;
  format?: TextFormat;
  at: string;
  edited_at: string | null;
  created_at: string;
  notified: boolean;
  affected: AffectedComponent[];
};

export type PublicIncident = Translated<"title"> & {
  id: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  started_at: string;
  resolved_at: string | null;
  created_at: string;
  /**
   * This time increases with every public change of the incident, its updates, and its postmortem.
   */
  updated_at: string;
  /** `status` is the status that the incident sets, or if it is resolved, the last one it set. */
  components: (NamedComponent & { id: string; status: ComponentStatus })[];
  updates: PublicUpdate<IncidentStatus>[];
  more_updates: number;
  postmortem:
    | (Translated<"body"> & {
        body: string;
        format?: TextFormat;
        published_at: string;
        updated_at: string;
        notified: boolean;
      })
    | null;
};

export type PublicMaintenance = Translated<"title"> & {
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
  updates: PublicUpdate<MaintenanceStatus>[];
  more_updates: number;
};

export type IncidentLink = Translated<"title"> & { id: string; title: string; impact: Impact };

/** A day with outages, degraded performance, or incidents. Only the worst incidents are listed. */
export type EventfulDay = {
  date: string;
  partial_outage_seconds: number;
  major_outage_seconds: number;
  degraded: boolean;
  incidents: IncidentLink[];
  more_incidents: number;
};

export type PublicComponent = Translated<"name" | "description"> & {
  id: string;
  name: string;
  description: string;
  status: PublicStatus;
  /** In percent, truncated to two decimals, or null if measured for less than 24 hours. */
  uptime: number | null;
  /** The first measured day of `StatusPage.days`, or null if the start date is in the future. */
  counted_from: string | null;
  /** Days with outages, degraded performance, or incidents, oldest first. */
  days: EventfulDay[];
  /** Uptime by month, oldest first. */
  months: MonthUptime[];
};

/**
 * `uptime` is in percent. It is null if nothing was measured in the month, if less than 24 hours
 * were measured in total, or if measurement started in the month and covers under 24 hours of it.
 */
export type MonthUptime = { month: string; uptime: number | null };

export type PublicGroup = Translated<"name" | "description"> & {
  name: string;
  description: string;
  collapsed: boolean;
  status: PublicStatus;
  uptime: number | null;
  months: MonthUptime[];
  components: PublicComponent[];
};

/** The events of a day. `more` has the number of events that are omitted from each list. */
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
  /** Unresolved incidents, sorted by impact (worst first), then by start (latest first). */
  incidents: PublicIncident[];
  more_incidents: number;
  /** Maintenance in progress, then scheduled maintenance, each sorted by scheduled start. */
  maintenances: PublicMaintenance[];
  more_maintenances: number;
  components: PublicComponent[];
  groups: PublicGroup[];
  days: string[];
  past: PastDay[];
};

type ComponentChoice = Translated<"name"> & { id: string; name: string };
export type SubscribeChoice = {
  components: ComponentChoice[];
  groups: (Translated<"name"> & { name: string; components: ComponentChoice[] })[];
};
export type SubscribePage = { organization: PageOrganization } & SubscribeChoice;

export type IncidentPage = {
  organization: PageOrganization;
  incident: PublicIncident;
};
export type MaintenancePage = {
  organization: PageOrganization;
  maintenance: PublicMaintenance;
};

/**
 * The events of a month. `earlier` and `later` are the nearest months with events, or null. `later`
 * can also be the current month, even if it has no events.
 */
export type HistoryPage = {
  organization: PageOrganization;
  month: string;
  part: number;
  parts: number;
  earlier: string | null;
  later: string | null;
  entries: FeedEntry[];
};

export const MAX_FEED_ENTRIES = 50;
export const MAX_FEED_UPDATES = 50;

export type FeedEntry =
  ({ kind: "incident" } & PublicIncident) | ({ kind: "maintenance" } & PublicMaintenance);

export type Feed = {
  organization: PageOrganization;
  /** The component whose events the feed contains, or null if it contains all events. */
  component: NamedComponent | null;
  since: string;
  entries: FeedEntry[];
};
