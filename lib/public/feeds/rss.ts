import type { Outline } from "./outline";
import { element } from "./xml";

/** RSS 2.0. `self`: the URL of the feed. */
export function writeRss(
  { title, description, language, updated, page, entries }: Outline,
  self: string,
): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    element("title", {}, title),
    element("link", {}, page),
    // Required, and must not be empty.
    element("description", {}, description || title),
    element("language", {}, language),
    element("lastBuildDate", {}, rfc822(updated)),
    element("atom:link", { rel: "self", type: "application/rss+xml", href: self }),
    ...entries.map((entry) =>
      [
        "<item>",
        element("title", {}, entry.title),
        element("link", {}, entry.address),
        element("guid", { isPermaLink: "false" }, entry.id),
        // Feed readers announce an item again when this time changes.
        element("pubDate", {}, rfc822(entry.updated)),
        ...entry.categories.map((name) => element("category", {}, name)),
        element("description", {}, entry.content),
        "</item>",
      ].join("\n"),
    ),
    "</channel>",
    "</rss>",
  ];
  return `${lines.join("\n")}\n`;
}

const rfc822 = (at: string) => new Date(at).toUTCString();
