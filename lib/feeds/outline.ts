import type { Site } from "@/lib/publishing/representation";
import { addressOf, entryAddress } from "@/lib/status-page/addresses";
import {
  type Feed,
  FEED_ENTRIES,
  type FeedEntry,
  type NamedComponent,
} from "@/lib/status-page/schema";
import { fill, speak } from "@/lib/status-page/words";
import { contentOf } from "./content";

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
    published: string;
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
  const say = speak(language, organization.time_zone);
  const authority = `tag:${host},2005:`;
  const newest = entries.slice(0, FEED_ENTRIES);
  return {
    id: `${authority}/status/${encodeURIComponent(site.orgID)}${path}`,
    title: [
      fill(say.pageOf, { name: organization.name }),
      ...(component ? [nameOf(component)] : []),
      say.historyOf,
    ].join(" · "),
    description: organization.about,
    language,
    updated: newest[0]?.updated_at ?? since,
    page: addressOf(site),
    author: organization.name,
    entries: newest.map((entry) => ({
      id: `${authority}Incident/${entry.id}`,
      title: subjectOf(entry).title,
      address: entryAddress(site, entry),
      published: publishedAt(entry),
      updated: entry.updated_at,
      categories: subjectOf(entry).components.map(nameOf),
      content: contentOf(entry, say),
    })),
  };
}

const subjectOf = (entry: FeedEntry) =>
  entry.kind === "incident" ? entry.incident : entry.maintenance;
const nameOf = ({ name, group }: NamedComponent) => (group === null ? name : `${group}: ${name}`);

/** When it was first told of; of what was entered long after, when it was. */
function publishedAt(entry: FeedEntry): string {
  if (entry.kind === "incident") return entry.incident.started_at;
  const { scheduled_for } = entry.maintenance;
  return entry.created_at < scheduled_for ? entry.created_at : scheduled_for;
}
