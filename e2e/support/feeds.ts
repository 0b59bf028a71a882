import type { Feed, FeedEntry, PageOrganization, PublicUpdate } from "@/lib/public/page/schema";

export const site = {
  orgID: "acme",
  origin: "https://status.example.com:8443",
  base: "/status/acme",
};

export const organization: PageOrganization = {
  id: "acme",
  name: "Acme & Söhne",
  about: "Engines for everyone.",
  website_url: null,
  support_url: null,
  accent_color: null,
  header_color: null,
  font: "inter",
  corners: "rounded",
  header_links: [],
  footer_links: [],
  footer_text: "",
  powered_by: true,
  languages: ["en", "de"],
  time_zone: "Europe/Berlin",
  indexed: true,
  logo_url: null,
  logo_dark_url: null,
  favicon_url: null,
  cover_url: null,
};

const api = { id: "01993c5e-0000-7000-8000-0000000000a1", name: "API", group: "Europe" };
const website = { id: "01993c5e-0000-7000-8000-0000000000a2", name: "Website", group: null };

const createUpdate = <Status extends string>(
  at: string,
  status: Status,
  body: string,
  edited_at: string | null = null,
): PublicUpdate<Status> => ({
  id: `update-${at}`,
  at,
  created_at: at,
  notified: true,
  affected: [],
  status,
  body,
  edited_at,
});

type Incident = Extract<FeedEntry, { kind: "incident" }>;
type Maintenance = Extract<FeedEntry, { kind: "maintenance" }>;

export const resolved: Incident = {
  kind: "incident",
  id: "01993c5e-0000-7000-8000-000000000001",
  created_at: "2026-06-18T16:02:30.250Z",
  updated_at: "2026-06-19T08:00:00.000Z",
  title: `Logins <fail> for "some" & others`,
  status: "resolved",
  impact: "major",
  started_at: "2026-06-18T16:02:30.250Z",
  resolved_at: "2026-06-18T18:09:00.000Z",
  components: [
    { ...api, status: "partial_outage" },
    { ...website, status: "degraded_performance" },
  ],
  updates: [
    createUpdate("2026-06-18T18:09:00.000Z", "resolved", "All logins succeed again."),
    createUpdate(
      "2026-06-18T16:30:00.000Z",
      "identified",
      "A certificate has expired; see https://acme.example/a?b=1&c=2.\r\nWe are renewing it,\nby hand.",
      "2026-06-18T16:41:00.000Z",
    ),
    createUpdate("2026-06-18T16:02:30.250Z", "investigating", "Logins <b>fail</b>."),
  ],
  more_updates: 0,
  postmortem: {
    body: "Certificates were renewed by hand.\n\nThey are now renewed automatically.",
    published_at: "2026-06-19T08:00:00.000Z",
    updated_at: "2026-06-19T08:00:00.000Z",
    notified: false,
  },
};

export const open: Incident = {
  kind: "incident",
  id: "01993c5e-0000-7000-8000-000000000002",
  created_at: "2026-06-20T09:10:00.000Z",
  updated_at: "2026-06-20T09:10:00.000Z",
  title: "Emails are delayed",
  status: "investigating",
  impact: "minor",
  started_at: "2026-06-20T09:10:00.000Z",
  resolved_at: null,
  components: [],
  updates: [
    createUpdate(
      "2026-06-20T09:10:00.000Z",
      "investigating",
      "We are currently investigating this issue.",
    ),
  ],
  more_updates: 0,
  postmortem: null,
};

export const planned: Maintenance = {
  kind: "maintenance",
  id: "01993c5e-0000-7000-8000-000000000003",
  created_at: "2026-06-15T12:00:00.000Z",
  updated_at: "2026-06-15T12:00:00.000Z",
  title: "New disks",
  status: "scheduled",
  scheduled_for: "2026-06-22T20:00:00.000Z",
  scheduled_until: "2026-06-22T23:30:00.000Z",
  started_at: null,
  ended_at: null,
  components: [website],
  updates: [createUpdate("2026-06-15T12:00:00.000Z", "scheduled", "Pages may be slow.")],
  more_updates: 0,
};

export const cancelled: Maintenance = {
  kind: "maintenance",
  id: "01993c5e-0000-7000-8000-000000000004",
  created_at: "2026-06-10T12:00:00.000Z",
  updated_at: "2026-06-14T07:00:00.000Z",
  title: "Network cable replacement",
  status: "cancelled",
  scheduled_for: "2026-06-16T20:00:00.000Z",
  scheduled_until: "2026-06-16T21:00:00.000Z",
  started_at: null,
  ended_at: "2026-06-14T07:00:00.000Z",
  components: [],
  updates: [
    createUpdate(
      "2026-06-14T07:00:00.000Z",
      "cancelled",
      "The scheduled maintenance has been canceled.",
    ),
    createUpdate("2026-06-10T12:00:00.000Z", "scheduled", "Racks A, B\\C; no downtime."),
  ],
  more_updates: 0,
};

export const feed: Feed = {
  organization,
  component: null,
  since: "2026-01-01T00:00:00.000Z",
  entries: [open, resolved, planned, cancelled],
};

/** Text with every kind of character that an output format must escape or cannot represent. */
export const HOSTILE =
  `<!--]]>&amp;"'</title><script>alert(1)</script>\\n;,:\u0000\u0001\u0008\u000b\u000c\u001f` +
  `\u007f\u0085\u2028\u{fffe}\u{ffff}\u202e ` +
  "אבג 東京 👩‍🚀\r\nBEGIN:VEVENT\nEND:VCALENDAR\ttab";
