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

/** The content of a feed, independent of the format. Times are ISO 8601. */
export type Outline = {
  id: string;
  title: string;
  description: string;
  language: string;
  /** Of the newest entry. The time of the request would make every poll a change. */
  updated: string;
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
 * `path`: of the feed without its extension, so that all formats have one ID. `host`: of the
 * installation, because IDs must not change with the organization's domain.
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
  // By the last change, so that incidents reported with a past start are included.
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
      title: entry.title,
      address: entryAddress(site, entry),
      published: publishedAt(entry),
      updated,
      categories: entry.components.map(nameOf),
      content: contentOf(entry, texts),
    })),
  };
}

const nameOf = ({ name, group }: NamedComponent) => (group === null ? name : `${group}: ${name}`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * Time of the newest update or postmortem. Edits don't count: feed readers would announce each
 * corrected typo.
 */
function lastUpdatedAt(entry: FeedEntry, texts: PageTexts): string {
  const published = publishedAt(entry);
  const newest = statements(entry, texts)[0]?.at ?? published;
  return newest > published ? newest : published;
}

/** Time of the first update, or of the start if the incident was entered long after. */
function publishedAt(entry: FeedEntry): string {
  if (entry.kind === "incident") return entry.started_at;
  const { scheduled_for } = entry;
  return entry.created_at < scheduled_for ? entry.created_at : scheduled_for;
}
