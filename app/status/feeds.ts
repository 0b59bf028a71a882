import { writeAtom } from "@/lib/public/feeds/atom";
import { outline, type Outline } from "@/lib/public/feeds/outline";
import { writeRss } from "@/lib/public/feeds/rss";
import { getBaseUrl } from "@/lib/links";
import { spanOf, writeCalendar } from "@/lib/public/calendar/events";
import type { Route } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";
import { openHeaders, readComponentFeed, readFeed } from "./sources";

const formats = {
  atom: { type: "application/atom+xml; charset=utf-8", write: writeAtom },
  rss: { type: "application/rss+xml; charset=utf-8", write: writeRss },
} satisfies Record<string, { type: string; write: (outline: Outline, self: string) => string }>;

/** Incidents and maintenances of the organization, or of one component. */
const history: Route = {
  pattern: /^(?:\/components\/(?<component>[^/]+))?\/history\.(?<format>atom|rss)$/,
  render: async (site, { component, format }, snapshot) => {
    const feed = await (component === undefined
      ? readFeed(site, snapshot)
      : readComponentFeed(site, snapshot, component));
    if (feed === null) return null;
    const { type, write } = formats[format as keyof typeof formats];
    const { hostname } = new URL(getBaseUrl());
    const path = `${component === undefined ? "" : `/components/${encodeURIComponent(component)}`}/history`;
    return {
      type,
      body: write(outline(feed, site, path, hostname), addressOf(site, `${path}.${format}`)),
      headers: openHeaders(feed.organization),
    };
  },
};

const calendar: Route = {
  pattern: /^\/calendar\.ics$/,
  render: async (site, _parts, snapshot) => {
    const feed = await readFeed(site, snapshot);
    if (feed === null) return null;
    const spans = feed.entries.map((entry) => spanOf(entry, snapshot.now));
    return {
      type: "text/calendar; charset=utf-8",
      body: writeCalendar(feed, spans, site),
      headers: openHeaders(feed.organization),
    };
  },
};

export const feeds: Route[] = [history, calendar];
