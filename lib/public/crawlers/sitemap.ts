import { element } from "@/lib/public/feeds/xml";
import type { Site } from "@/lib/publishing/site";
import { addressOf, entryPath } from "@/lib/public/page/addresses";
import type { Feed } from "@/lib/public/page/schema";

/**
 * `/sitemap.xml` (sitemaps.org): every document with its languages, and its last change if known.
 */
export function writeSitemap({ organization, entries, since }: Feed, site: Site): string {
  const [first = "en", ...others] = organization.languages;
  const url = (path: string, changed?: string) => {
    const forms =
      others.length === 0
        ? []
        : [
            [first, addressOf(site, path)],
            ...others.map((language) => [language, addressOf(site, `/${language}${path}`)]),
          ];
    return [
      "<url>",
      element("loc", {}, addressOf(site, path)),
      ...(changed === undefined ? [] : [element("lastmod", {}, changed)]),
      ...forms.map(([hreflang, href]) =>
        element("xhtml:link", { rel: "alternate", hreflang: hreflang!, href: href! }),
      ),
      "</url>",
    ].join("\n");
  };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    url("", entries[0]?.updated_at ?? since),
    ...["/history", "/uptime"].map((path) => url(path)),
    ...entries.map((entry) => url(entryPath(entry), entry.updated_at)),
    "</urlset>",
  ];
  return `${lines.join("\n")}\n`;
}
