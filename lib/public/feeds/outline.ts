import type { Site } from "@/lib/publishing/site";
import { addressOf, entryAddress } from "@/lib/public/page/addresses";
import {
  type Feed,
  FEED_ENTRIES,
  type FeedEntry,
  type NamedComponent,
} from "@/lib/public/page/schema";
import { fill, type PageTexts, getPageTexts } from "@/lib/public/page/page-texts";
import { contentOf, statements } from "./content";

/** What a feed says, whatever the format that it is written in. Times are ISO 8601. */
export type Outline = {
  id: string;
  title: string;
  description: string;
  language: string;
  /** Of the newest entry: never that of the request, which would make every poll news. */
  updated: string;
  /** The page. */
  page: string;
  author: string;
  entries: {
    id: string;
    title: string;
    address: string;
    /** Start of the incident, or announcement of the maintenance. */
    published: string;
    /** Time of the newest update. */
    updated: string;
    categories: string[];
    content: string;
  }[];
};

/**
 * `path` is that of the feed without its ending: all formats of one feed have one id. `host` is the
 * installation's, whatever hosts the
 * organization has or loses: ids name no other, or a reader would meet every entry again as a new
 * one.
 */
export function outline(
  { organization, component, since, entries }: Feed,
  site: Site,
  path: string,
  host: string,
): Outline {
  const language = organization.languages[0] ?? "en";
  const texts = getPageTexts(language, organization.time_zone);
  const authority = `tag:${host},2005:`;
  // The entries that changed last, among them incidents that were just reported with a past start.
  const newest = entries
    .slice(0, FEED_ENTRIES)
    .map((entry) => ({ entry, updated: lastUpdatedAt(entry, texts) }))
    .sort((a, b) => compare(b.updated, a.updated) || compare(b.entry.id, a.entry.id));
  return {
    id: `${authority}/status/${encodeURIComponent(site.orgID)}${path}`,
    title: [
      fill(texts.pageOf, { name: organization.name }),
      ...(component ? [nameOf(component)] : []),
      texts.historyOf,
    ].join(" · "),
    description: organization.about,
    language,
    updated: newest[0]?.updated ?? since,
    page: addressOf(site),
    author: organization.name,
    entries: newest.map(({ entry, updated }) => ({
      id: `${authority}Incident/${entry.id}`,
      title: subjectOf(entry).title,
      address: entryAddress(site, entry),
      published: publishedAt(entry),
      updated,
      categories: subjectOf(entry).components.map(nameOf),
      content: contentOf(entry, texts),
    })),
  };
}

const subjectOf = (entry: FeedEntry) =>
  entry.kind === "incident" ? entry.incident : entry.maintenance;
const nameOf = ({ name, group }: NamedComponent) => (group === null ? name : `${group}: ${name}`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * Time of the newest update or postmortem. Edits do not count: feed readers would announce each
 * corrected typo.
 */
function lastUpdatedAt(entry: FeedEntry, texts: PageTexts): string {
  const published = publishedAt(entry);
  const newest = statements(entry, texts)[0]?.at ?? published;
  return newest > published ? newest : published;
}

/** When it was first told of; of what was entered long after, when it was. */
function publishedAt(entry: FeedEntry): string {
  if (entry.kind === "incident") return entry.incident.started_at;
  const { scheduled_for } = entry.maintenance;
  return entry.created_at < scheduled_for ? entry.created_at : scheduled_for;
}
