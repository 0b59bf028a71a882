import { llmsFacts, writeLlms } from "@/lib/public/crawlers/llms";
import { writeRobots } from "@/lib/public/crawlers/robots";
import { writeSitemap } from "@/lib/public/crawlers/sitemap";
import { CONFIRMED_AT } from "@/lib/publishing/artifact";
import { canonicalOf, type Route } from "@/lib/publishing/site";
import { openHeaders, readFeed, readPage } from "./sources";

/** The status for language models (llmstxt.org). */
const llms: Route = {
  pattern: /^\/llms\.txt$/,
  render: async (site, _parts, snapshot) => {
    const page = await readPage(site, snapshot);
    if (page === null) return null;
    const facts = llmsFacts(page);
    return {
      type: "text/plain; charset=utf-8",
      body: writeLlms(facts, site),
      headers: openHeaders(page.organization),
      unconfirmed: new TextEncoder().encode(writeLlms(facts, site, CONFIRMED_AT)),
    };
  },
};

// These two apply to a whole host, so they exist only at the root of one.

const robots: Route = {
  pattern: /^\/robots\.txt$/,
  render: async (site, _parts, snapshot) => {
    const feed = site.base === "" ? await readFeed(site, snapshot) : null;
    return (
      feed && {
        type: "text/plain; charset=utf-8",
        body: writeRobots(site, feed.organization.indexed),
      }
    );
  },
};

const sitemap: Route = {
  pattern: /^\/sitemap\.xml$/,
  render: async (site, _parts, snapshot) => {
    // Search engines ignore a sitemap of another host's addresses.
    const isCanonical = site.base === "" && canonicalOf(site) === site.origin;
    const feed = isCanonical ? await readFeed(site, snapshot) : null;
    if (feed === null || !feed.organization.indexed) return null;
    return { type: "application/xml; charset=utf-8", body: writeSitemap(feed, site) };
  },
};

export const crawlers: Route[] = [llms, robots, sitemap];
