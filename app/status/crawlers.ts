import { llmsFacts, writeLlms } from "@/lib/crawlers/llms";
import { writeRobots } from "@/lib/crawlers/robots";
import { writeSitemap } from "@/lib/crawlers/sitemap";
import { canonicalOf, CONFIRMED_AT, type Route } from "@/lib/publishing/representation";
import { openHeaders, readFeed, readPage } from "./sources";

/** The page for programs that read words. */
const llms: Route = {
  pattern: /^\/llms\.txt$/,
  render: async (site, _parts, pass) => {
    const page = await readPage(site, pass);
    if (page === null) return null;
    const facts = llmsFacts(page);
    const { indexed } = page.organization;
    return {
      facts: { site, indexed, ...facts },
      until: null,
      write: () => ({
        type: "text/plain; charset=utf-8",
        body: writeLlms(facts, site),
        headers: openHeaders({ indexed }),
        unconfirmed: new TextEncoder().encode(writeLlms(facts, site, CONFIRMED_AT)),
      }),
    };
  },
};

// These two speak for a whole host: only where it is the page's own.

const robots: Route = {
  pattern: /^\/robots\.txt$/,
  render: async (site, _parts, pass) => {
    const feed = site.base === "" ? await readFeed(site, pass) : null;
    if (feed === null) return null;
    const { indexed } = feed.organization;
    return {
      facts: { site, indexed },
      until: null,
      write: () => ({ type: "text/plain; charset=utf-8", body: writeRobots(site, indexed) }),
    };
  },
};

const sitemap: Route = {
  pattern: /^\/sitemap\.xml$/,
  render: async (site, _parts, pass) => {
    // A map of another host's addresses would not be believed.
    const isHere = site.base === "" && canonicalOf(site) === site.origin;
    const feed = isHere ? await readFeed(site, pass) : null;
    if (feed === null || !feed.organization.indexed) return null;
    const changes = feed.entries.map(({ kind, id, updated_at }) => [kind, id, updated_at]);
    return {
      facts: { site, languages: feed.organization.languages, since: feed.since, changes },
      until: null,
      write: () => ({ type: "application/xml; charset=utf-8", body: writeSitemap(feed, site) }),
    };
  },
};

export const crawlers: Route[] = [llms, robots, sitemap];
