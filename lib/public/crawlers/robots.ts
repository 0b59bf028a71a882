import type { Site } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";

/**
 * `/robots.txt` (RFC 9309) of a host that is a page's own. Where search engines may not list the
 * page they may read it all the
 * same: only its documents can tell them so, and whoever previews a link is bound by this file as
 * well.
 */
export const writeRobots = (site: Site, indexed: boolean): string =>
  indexed
    ? `User-agent: *\nAllow: /\n\nSitemap: ${addressOf(site, "/sitemap.xml")}\n`
    : "# Crawling is allowed so that crawlers see the noindex tag on each page.\n" +
      "User-agent: *\nAllow: /\n";
