import type { Site } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";

/**
 * `/robots.txt` (RFC 9309) of a custom domain. It allows everything even if the page must not be
 * listed: crawlers must read the page to see `noindex`, and link previews obey this file too.
 */
export const writeRobots = (site: Site, indexed: boolean): string =>
  indexed
    ? `User-agent: *\nAllow: /\n\nSitemap: ${addressOf(site, "/sitemap.xml")}\n`
    : "# Crawling is allowed so that crawlers see the noindex tag on each page.\n" +
      "User-agent: *\nAllow: /\n";
