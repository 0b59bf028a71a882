import { type NamedComponent, joinNames } from "@/lib/components/rules";
import type { Site } from "@/lib/publishing/site";
import { getCanonicalUrl, getEntryUrl } from "@/lib/public/page/public-urls";
import { toPlainText } from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import type { Cause, FeedEntry, Overall, StatusPage } from "@/lib/public/page/schema";
import { languageNames } from "@/lib/organizations/values";
import { phrases } from "@/lib/public/page/page-texts";
import { listGrouped } from "@/lib/public/page/rules";

const texts = phrases.en;
const MAX_NAMES = 20;
const MAX_CAUSES = 20;

/** Renders a summary of the page for language models (llmstxt.org), always in English. */
export function writeLlms(page: StatusPage, site: Site, unconfirmedSince?: string): string {
  const { organization, incidents, more_incidents, maintenances, more_maintenances } = page;
  const name = escapeInline(organization.name);
  const about = toPlainText({ body: organization.about, format: organization.about_format });
  const components = listGrouped(page).map(
    ({ component, named }) => `- ${writeNames([named])}: ${texts.component[component.status]}`,
  );
  const sections = [
    `# ${name} status`,
    `> The public status page of ${name}: current service status, incidents, and scheduled maintenance. ` +
      "This file is updated after every change. All times are in UTC.",
    ...(about === "" ? [] : [quote(about)]),
    "## Current status",
    ...describeStatus(page.overall, site, unconfirmedSince),
    "## Unresolved incidents",
    ...(incidents.length === 0
      ? ["No unresolved incidents."]
      : incidents.map((incident) => describeEvent({ kind: "incident", ...incident }, site))),
    ...writeRemainder(more_incidents, "unresolved incident", " of equal or lower impact"),
    "## Maintenance",
    ...(maintenances.length === 0
      ? ["No maintenance is in progress or scheduled."]
      : maintenances.map((event) => describeEvent({ kind: "maintenance", ...event }, site))),
    ...writeRemainder(more_maintenances, "maintenance event"),
    "## Components",
    components.length === 0 ? "No components." : components.join("\n"),
    "## Machine-readable formats",
    listLinks(site, FORMATS),
    "## Web pages",
    listLinks(site, [
      [
        "Status page",
        "",
        `in ${organization.languages.map((code) => languageNames[code]).join(", ")}`,
      ],
      ["History", "/history", "incidents and maintenance by month"],
      ["Uptime", "/uptime", "uptime of each component"],
      ["Subscribe", "/subscribe", "get notified about incidents and maintenance"],
    ]),
  ];
  return `${sections.join("\n\n")}\n`;
}

type Link = [title: string, path: string, about: string];

const FORMATS: Link[] = [
  [
    "Summary",
    "/api/v2/summary.json",
    "status, components, unresolved incidents, and maintenance as JSON, compatible with Statuspage's public API v2",
  ],
  [
    "Status",
    "/api/v2/status.json",
    "the overall status only; small, and supports conditional requests with ETag",
  ],
  ["Incidents", "/api/v2/incidents.json", "the newest 50 incidents, with all updates"],
  [
    "Maintenance",
    "/api/v2/scheduled-maintenances.json",
    "the newest 50 maintenance events that were not canceled, with all updates",
  ],
  [
    "Atom",
    "/history.atom",
    "incidents and maintenance as a feed; for one component, /components/{id}/history.atom",
  ],
  ["RSS", "/history.rss", "the same feed as RSS"],
  ["Calendar", "/calendar.ics", "incidents and maintenance as iCalendar"],
  ["Badge", "/badge.svg", "the overall status as an image"],
];

const listLinks = (site: Site, links: readonly Link[]): string =>
  links
    .map(([title, path, about]) => `- [${title}](${getCanonicalUrl(site, path)}): ${about}`)
    .join("\n");

function describeStatus(overall: Overall, site: Site, unconfirmedSince?: string): string[] {
  const causes = [
    ...overall.causes.slice(0, MAX_CAUSES).map((cause) => `- ${describeCause(cause, site)}`),
    ...writeRemainder(overall.causes.length - MAX_CAUSES, "cause"),
  ];
  return [
    ...(unconfirmedSince === undefined
      ? []
      : [
          `**${texts.overall["Status Unknown"]}**: the status below was last confirmed at ` +
            `${unconfirmedSince}. Do not treat it as current or operational. Last known status:`,
        ]),
    `**${texts.overall[overall.sentence]}** (indicator: ${overall.indicator})`,
    ...(overall.indicator === "unknown"
      ? ["No status has been reported yet. Do not assume that the service is operational."]
      : []),
    ...(causes.length === 0 ? [] : [causes.join("\n")]),
  ];
}

function describeCause(cause: Cause, site: Site): string {
  const about =
    cause.kind === "component"
      ? texts.component[cause.status]
      : `[${escapeInline(cause.title)}](${getEntryUrl(site, cause)})`;
  const names = cause.components.length === 0 ? "" : `${writeNames(cause.components)}: `;
  return `${names}${about}, since ${cause.since}`;
}

function describeEvent(event: FeedEntry, site: Site): string {
  const { title, components, updates } = event;
  const facts =
    event.kind === "incident"
      ? [
          `${texts.statusLabel}: ${texts.incident[event.status]}`,
          `${texts.impactLabel}: ${texts.impact[event.impact]}`,
        ]
      : [
          `${texts.statusLabel}: ${texts.maintenance[event.status]}`,
          `${texts.scheduledFor}: ${event.scheduled_for} to ${event.scheduled_until}`,
        ];
  if (event.started_at !== null) facts.push(`${texts.startedAt}: ${event.started_at}`);
  if (components.length > 0) facts.push(`${texts.affected}: ${writeNames(components)}`);
  return [
    `### [${escapeInline(title)}](${getEntryUrl(site, event)})`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    ...writeLatestUpdate(updates),
  ].join("\n\n");
}

const writeRemainder = (count: number, noun: string, rest = ""): string[] =>
  count <= 0 ? [] : [`- and ${count} more ${noun}${count === 1 ? "" : "s"}${rest}`];
const writeLatestUpdate = ([update]: readonly (FormattedText & { at: string })[]) =>
  update === undefined ? [] : [`Latest update, ${update.at}:`, quote(toPlainText(update))];

function writeNames(components: readonly NamedComponent[]): string {
  const names = joinNames(components.slice(0, MAX_NAMES), escapeInline);
  const more = components.length - MAX_NAMES;
  return names + (more > 0 ? ` and ${more} more` : "");
}

const escapeInline = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&");

/**
 * Returns a text as a Markdown quote. Escapes lines of only `=`, `-`, or `:`, because Markdown
 * would render them as a horizontal rule, or the line above as a heading or table.
 */
const quote = (text: string) =>
  text
    .trim()
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${escapeInline(line).replace(/^[=:-][=:\- ]*$/, "\\$&")}`.trimEnd())
    .join("\n");
