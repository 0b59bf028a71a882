import type { Site } from "@/lib/publishing/site";
import { addressOf, entryAddress } from "@/lib/public/page/addresses";
import { byGroup } from "@/lib/public/page/rules";
import type {
  Cause,
  NamedComponent,
  PublicIncident,
  PublicMaintenance,
  StatusPage,
} from "@/lib/public/page/schema";
import { languageNames, phrases } from "@/lib/public/page/page-texts";

const texts = phrases.en;
/** Component names on one line. */
const MOST_NAMES = 20;
/** Reasons for the status that are listed. */
const MOST_CAUSES = 20;

/** The content of the file, without the time of the request. */
export type LlmsFacts = Pick<
  StatusPage,
  "overall" | "incidents" | "more_incidents" | "maintenances" | "more_maintenances"
> & {
  organization: Pick<StatusPage["organization"], "name" | "about" | "languages">;
  components: (NamedComponent & {
    id: string;
    status: StatusPage["components"][number]["status"];
  })[];
};

export const llmsFacts = ({
  organization,
  overall,
  incidents,
  more_incidents,
  maintenances,
  more_maintenances,
  components,
  groups,
}: StatusPage): LlmsFacts => ({
  organization: {
    name: organization.name,
    about: organization.about,
    languages: organization.languages,
  },
  overall,
  incidents,
  more_incidents,
  maintenances,
  more_maintenances,
  components: [
    ...components.map(({ id, name, status }) => ({ id, name, group: null, status })),
    ...groups.flatMap((group) =>
      group.components.map(({ id, name, status }) => ({ id, name, group: group.name, status })),
    ),
  ],
});

/**
 * `/llms.txt` (llmstxt.org): the page in English Markdown for language models. Times are ISO 8601
 * in UTC. `unconfirmedSince`: set while the status can't be confirmed.
 */
export function writeLlms(
  {
    organization,
    overall,
    incidents,
    more_incidents,
    maintenances,
    more_maintenances,
    components,
  }: LlmsFacts,
  site: Site,
  unconfirmedSince?: string,
): string {
  const name = inline(organization.name);
  const link = (title: string, path: string, about: string) =>
    `- [${title}](${addressOf(site, path)}): ${about}`;
  const running = maintenances.filter(({ status }) => status !== "scheduled");
  const planned = maintenances.filter(({ status }) => status === "scheduled");
  const sections = [
    `# ${name} status`,
    `> The public status page of ${name}: current service status, incidents, and scheduled maintenance. ` +
      "This file is updated after every change. All times are in UTC.",
    ...(organization.about === "" ? [] : [quote(organization.about)]),
    "## Current status",
    ...(unconfirmedSince === undefined
      ? []
      : [
          `**${texts.overall["Status Unknown"]}**: this status was last confirmed at ${unconfirmedSince}. ` +
            "Do not treat it as current or operational. Last known status:",
        ]),
    `**${texts.overall[overall.sentence]}** (indicator: ${overall.indicator})`,
    ...(overall.indicator === "unknown"
      ? ["No status has been reported yet. Do not treat this as operational."]
      : []),
    ...(overall.causes.length === 0
      ? []
      : [
          [
            ...overall.causes.slice(0, MOST_CAUSES).map((cause) => `- ${reason(cause, site)}`),
            ...more(overall.causes.length - MOST_CAUSES, "more causes"),
          ].join("\n"),
        ]),
    "## Unresolved incidents",
    ...(incidents.length === 0
      ? ["No unresolved incidents."]
      : incidents.map((incident) => describeIncident(incident, site))),
    ...more(more_incidents, "more unresolved incidents of equal or lower impact"),
    "## Maintenance",
    ...(maintenances.length === 0
      ? ["No maintenance is in progress or scheduled."]
      : [...running, ...planned].map((maintenance) => describeMaintenance(maintenance, site))),
    ...more(more_maintenances, "more maintenances"),
    "## Components",
    components.length === 0
      ? "No components."
      : components
          .map((component) => `- ${named([component])}: ${texts.component[component.status]}`)
          .join("\n"),
    "## Machine-readable formats",
    [
      link(
        "Summary",
        "/api/v2/summary.json",
        "status, components, unresolved incidents, and maintenance as JSON, compatible with Statuspage's public API v2",
      ),
      link(
        "Status",
        "/api/v2/status.json",
        "the overall status only; small, and supports conditional requests with ETag",
      ),
      link("Incidents", "/api/v2/incidents.json", "the 50 most recent, with all updates"),
      link("Maintenance", "/api/v2/scheduled-maintenances.json", "the 50 most recent"),
      link(
        "Atom",
        "/history.atom",
        "incidents and maintenance as a feed; for one component, /components/{id}/history.atom",
      ),
      link("RSS", "/history.rss", "the same feed as RSS"),
      link("Calendar", "/calendar.ics", "incidents and maintenance as iCalendar"),
      link("Badge", "/badge.svg", "the overall status as an image"),
    ].join("\n"),
    "## Web pages",
    [
      link(
        "Status page",
        "",
        `in ${organization.languages.map((language) => languageNames[language]).join(", ")}`,
      ),
      link("History", "/history", "by month"),
      link("Uptime", "/uptime", "uptime of each component"),
      link("Subscribe", "/subscribe", "get notified about incidents and maintenance"),
    ].join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}

function reason(cause: Cause, site: Site): string {
  const about =
    cause.kind === "component"
      ? texts.component[cause.status]
      : `[${inline(cause.title)}](${entryAddress(site, cause)})`;
  return `${cause.components.length === 0 ? "" : `${named(cause.components)}: `}${about}, since ${cause.since}`;
}

const describeIncident = (
  { id, title, status, impact, started_at, components, updates }: PublicIncident,
  site: Site,
) =>
  [
    `### [${inline(title)}](${entryAddress(site, { kind: "incident", id })})`,
    `- ${texts.statusLabel}: ${texts.incident[status]}\n- ${texts.impactLabel}: ${texts.impact[impact]}\n` +
      `- ${texts.began}: ${started_at}${affected(components)}`,
    ...latest(updates),
  ].join("\n\n");

const describeMaintenance = (
  {
    id,
    title,
    status,
    scheduled_for,
    scheduled_until,
    started_at,
    components,
    updates,
  }: PublicMaintenance,
  site: Site,
) =>
  [
    `### [${inline(title)}](${entryAddress(site, { kind: "maintenance", id })})`,
    `- ${texts.statusLabel}: ${texts.maintenance[status]}\n` +
      `- ${texts.planned}: ${scheduled_for} to ${scheduled_until}` +
      `${started_at === null ? "" : `\n- ${texts.began}: ${started_at}`}${affected(components)}`,
    ...latest(updates),
  ].join("\n\n");

const more = (count: number, what: string): string[] =>
  count <= 0 ? [] : [`- and ${count} ${what}`];
const affected = (components: readonly NamedComponent[]) =>
  components.length === 0 ? "" : `\n- ${texts.affected}: ${named(components)}`;
const latest = ([update]: readonly { at: string; body: string }[]) =>
  update === undefined ? [] : [`Latest update, ${update.at}:`, quote(update.body)];

function named(components: readonly NamedComponent[]): string {
  const names = byGroup(components.slice(0, MOST_NAMES)).map(
    ({ group, names }) =>
      `${names.map(inline).join(", ")}${group === null ? "" : ` (${inline(group)})`}`,
  );
  const more = components.length - MOST_NAMES;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A user's text on one line, with Markdown escaped. */
const inline = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&");

/** A user's text as a block quote. */
const quote = (text: string) =>
  text
    .trim()
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${inline(line)}`.trimEnd())
    .join("\n");
