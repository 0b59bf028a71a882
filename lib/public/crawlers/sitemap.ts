import { languageTags } from "@/lib/organizations/values";
import { writeElement, writeXmlDocument } from "@/lib/public/feeds/xml";
import type { Site } from "@/lib/publishing/site";
import { getCanonicalUrl, getEntryPath } from "@/lib/public/page/public-urls";
import type { Feed } from "@/lib/public/page/schema";

/** Renders sitemap.xml (sitemaps.org). Each page lists its URLs in all languages. */
export function writeSitemap({ organization, entries, since }: Feed, site: Site): string {
  const [first = "en", ...others] = organization.languages;
  const writeUrl = (path: string, changed?: string) => {
    const alternates =
      others.length === 0
        ? []
        : [
            [languageTags[first], getCanonicalUrl(site, path)],
            ...others.map((language) => [
              languageTags[language],
              getCanonicalUrl(site, `/${language}${path}`),
            ]),
          ];
    return [
      "<url>",
      writeElement("loc", {}, getCanonicalUrl(site, path)),
      ...(changed === undefined ? [] : [writeElement("lastmod", {}, changed)]),
      ...alternates.map(([hreflang, href]) =>
        writeElement("xhtml:link", { rel: "alternate", hreflang: hreflang!, href: href! }),
      ),
      "</url>",
    ];
  };
  return writeXmlDocument([
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...writeUrl("", entries[0]?.updated_at ?? since),
    ...["/history", "/uptime"].flatMap((path) => writeUrl(path)),
    ...entries.flatMap((entry) => writeUrl(getEntryPath(entry), entry.updated_at)),
    "</urlset>",
  ]);
}
