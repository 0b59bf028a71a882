import type { FeedData } from "./feed-data";
import { writeElement, writeXmlDocument } from "./xml";

/** Renders RSS 2.0. `self` is the URL of the feed. */
export function writeRss(
  { title, description, language, updated, page, entries }: FeedData,
  self: string,
): string {
  return writeXmlDocument([
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    writeElement("title", {}, title),
    writeElement("link", {}, page),
    // RSS requires a description, and it must not be empty.
    writeElement("description", {}, description || title),
    writeElement("language", {}, language),
    writeElement("lastBuildDate", {}, formatRfc822(updated)),
    writeElement("atom:link", { rel: "self", type: "application/rss+xml", href: self }),
    ...entries.flatMap((entry) => [
      "<item>",
      writeElement("title", {}, entry.title),
      writeElement("link", {}, entry.url),
      writeElement("guid", { isPermaLink: "false" }, entry.id),
      // `pubDate` changes with each update, so that feed readers announce the item again.
      writeElement("pubDate", {}, formatRfc822(entry.updated)),
      ...entry.categories.map((name) => writeElement("category", {}, name)),
      writeElement("description", {}, entry.content),
      "</item>",
    ]),
    "</channel>",
    "</rss>",
  ]);
}

const formatRfc822 = (at: string) => new Date(at).toUTCString();
