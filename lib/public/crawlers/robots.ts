import type { Site } from "@/lib/publishing/site";
import { getCanonicalUrl } from "@/lib/public/page/public-urls";

/** Allows all paths (RFC 9309), because crawlers must read a page to see its `noindex` tag. */
export const writeRobots = (site: Site, isIndexed: boolean): string =>
  isIndexed
    ? `User-agent: *\nAllow: /\n\nSitemap: ${getCanonicalUrl(site, "/sitemap.xml")}\n`
    : "# Crawling is allowed so that crawlers see the noindex tag on each page.\n" +
      "User-agent: *\nAllow: /\n";
