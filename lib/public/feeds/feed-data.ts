import { joinNames } from "@/lib/components/rules";
import { toPlainText } from "@/lib/markdown/rules";
import type { Site } from "@/lib/publishing/site";
import { getCanonicalUrl, getEntryUrl } from "@/lib/public/page/public-urls";
import { type Feed, MAX_FEED_ENTRIES, type FeedEntry } from "@/lib/public/page/schema";
import { fillPhrase, type PageTexts, getPageTexts } from "@/lib/public/page/page-texts";
import { compareText } from "@/lib/public/page/rules";
import { renderEntryContent, listEntryMessages } from "./entry-content";

export type FeedData = ReturnType<typeof createFeedData>;

/**
 * Returns the data of a feed for all formats. IDs must not depend on the format or on the
 * organization's domain, because feed readers identify entries by them.
 */
export function createFeedData(
  { organization, component, since, entries }: Feed,
  site: Site,
  path: string,
  host: string,
) {
  const language = organization.languages[0] ?? "en";
  const texts = getPageTexts(language, organization.time_zone);
  const authority = `tag:${host},2005:`;
  // Entries are sorted by their last update, so that an old incident with a new update comes first.
  const newest = entries
    .slice(0, MAX_FEED_ENTRIES)
    .map((entry) => ({ entry, updated: getLastUpdate(entry, texts) }))
    .sort((a, b) => compareText(b.updated, a.updated) || compareText(b.entry.id, a.entry.id));
  return {
    id: `${authority}/status/${encodeURIComponent(site.orgID)}${path}`,
    title: [
      fillPhrase(texts.pageOf, { name: organization.name }),
      ...(component ? [joinNames([component])] : []),
      texts.historyOf,
    ].join(" · "),
    description: toPlainText({ body: organization.about, format: organization.about_format }),
    language: texts.tag,
    // This is not the time of rendering, so that unchanged feeds stay the same.
    updated: newest[0]?.updated ?? since,
    page: getCanonicalUrl(site),
    author: organization.name,
    entries: newest.map(({ entry, updated }) => ({
      id: `${authority}Incident/${entry.id}`,
      title: entry.title,
      url: getEntryUrl(site, entry),
      published: getPublicationTime(entry),
      updated,
      categories: entry.components.map((component) => joinNames([component])),
      content: renderEntryContent(entry, texts),
    })),
  };
}

/** Ignores edits of updates, because feed readers would announce the entry again. */
function getLastUpdate(entry: FeedEntry, texts: PageTexts): string {
  const published = getPublicationTime(entry);
  const newest = listEntryMessages(entry, texts)[0]?.at ?? published;
  return newest > published ? newest : published;
}

/**
 * Returns the start of an incident. For maintenance, returns when it was announced, but no later
 * than its scheduled start.
 */
function getPublicationTime(entry: FeedEntry): string {
  if (entry.kind === "incident") return entry.started_at;
  const { scheduled_for } = entry;
  return entry.created_at < scheduled_for ? entry.created_at : scheduled_for;
}
