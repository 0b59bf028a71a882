import { IMAGE_POLICY } from "@/lib/http/image-response";
import { getBaseUrl } from "@/lib/links";
import { getLogo } from "@/lib/organizations/logos";
import type { Language } from "@/lib/organizations/schema";
import { getPublicOrganization } from "@/lib/organizations/scope";
import { pastBodies, presentBodies } from "@/lib/public/api-v2/serialize";
import { spanOf, writeCalendar } from "@/lib/public/calendar/events";
import { llmsFacts, writeLlms } from "@/lib/public/crawlers/llms";
import { writeRobots } from "@/lib/public/crawlers/robots";
import { writeSitemap } from "@/lib/public/crawlers/sitemap";
import { writeAtom } from "@/lib/public/feeds/atom";
import { outline } from "@/lib/public/feeds/outline";
import { writeRss } from "@/lib/public/feeds/rss";
import { addressOf } from "@/lib/public/page/addresses";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { languageOfAddress, pageLinks } from "@/lib/public/page/rules";
import type { Feed, Overall, StatusPage } from "@/lib/public/page/schema";
import { frameSnippet } from "@/lib/public/page/snippets";
import type { PublicContent } from "@/lib/public/readers/content";
import { getPastEvents } from "@/lib/public/readers/history";
import { drawBadge } from "@/lib/public/pictures/badge";
import { CONFIRMED_AT, type Content } from "@/lib/publishing/artifact";
import { canonicalOf, type Route, type Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { EMBEDDABLE_ANYWHERE, openHeaders, readContent, readFeed, readPage } from "./sources";

const JSON_TYPE = "application/json; charset=utf-8";

type Write<Source> = (
  source: Source,
  site: Site,
  parts: Record<string, string>,
  snapshot: Snapshot,
) => Content | null | Promise<Content | null>;

/** A format of the page's status. */
const fromPage = (pattern: RegExp, write: Write<StatusPage>): Route => ({
  pattern,
  render: async (site, parts, snapshot) => {
    const page = await readPage(site, snapshot);
    return page && write(page, site, parts, snapshot);
  },
});

/** A format of the incidents and maintenances of the organization, or of one component. */
const fromFeed = (pattern: RegExp, write: Write<Feed>): Route => ({
  pattern,
  render: async (site, parts, snapshot) => {
    const feed = await readFeed(site, snapshot, parts.component);
    return feed && write(feed, site, parts, snapshot);
  },
});

/** A format in each of the page's languages. */
const inLanguages = (file: RegExp, write: Write<StatusPage & { language: Language }>): Route =>
  fromPage(
    new RegExp(`^(?:/(?<language>[a-z]{2}))?/${file.source}$`),
    (page, site, parts, snapshot) => {
      const language = languageOfAddress(page.organization.languages, parts.language);
      return language && write({ ...page, language }, site, parts, snapshot);
    },
  );

/** An endpoint of the Statuspage API v2. */
const apiRoute = (
  address: string,
  serialize: (
    content: PublicContent,
    site: Site,
    snapshot: Snapshot,
  ) => object | Promise<object | null>,
): Route => ({
  pattern: new RegExp(`^/api/v2/${address.replaceAll(".", "\\.")}$`),
  render: async (site, _parts, snapshot) => {
    // First: the time of the last change must not be later than the content.
    const content = await readContent(site, snapshot);
    const body = content && (await serialize(content, site, snapshot));
    return (
      body && {
        type: JSON_TYPE,
        body: JSON.stringify(body),
        headers: openHeaders(content.organization),
      }
    );
  },
});

export const apiV2: Route[] = [
  ...Object.entries(presentBodies).map(([address, serialize]) =>
    apiRoute(address, (content, site) => serialize(content, canonicalOf(site))),
  ),
  ...Object.entries(pastBodies).map(([address, serialize]) =>
    apiRoute(address, async (content, site, { once }) => {
      const past = await once(`past ${site.orgID}`, () => getPastEvents(site.orgID));
      return past && serialize(content, past, canonicalOf(site));
    }),
  ),
];

const feeds: Route[] = [
  fromFeed(
    /^(?:\/components\/(?<component>[^/]+))?\/history\.(?<format>atom|rss)$/,
    (feed, site, { component, format }) => {
      const of = component === undefined ? "" : `/components/${encodeURIComponent(component)}`;
      const content = outline(feed, site, `${of}/history`, new URL(getBaseUrl()).hostname);
      const write = format === "atom" ? writeAtom : writeRss;
      return {
        type: `application/${format}+xml; charset=utf-8`,
        body: write(content, addressOf(site, `${of}/history.${format}`)),
        headers: openHeaders(feed.organization),
      };
    },
  ),
  fromFeed(/^\/calendar\.ics$/, (feed, site, _parts, { now }) => ({
    type: "text/calendar; charset=utf-8",
    body: writeCalendar(
      feed,
      feed.entries.map((entry) => spanOf(entry, now)),
      site,
    ),
    headers: openHeaders(feed.organization),
  })),
];

export const crawlers: Route[] = [
  // The status for language models (llmstxt.org).
  fromPage(/^\/llms\.txt$/, (page, site) => {
    const facts = llmsFacts(page);
    return {
      type: "text/plain; charset=utf-8",
      body: writeLlms(facts, site),
      headers: openHeaders(page.organization),
      unconfirmed: new TextEncoder().encode(writeLlms(facts, site, CONFIRMED_AT)),
    };
  }),
  // These two apply to a whole host, so they exist only at the root of one.
  fromFeed(/^\/robots\.txt$/, ({ organization }, site) =>
    site.base === ""
      ? { type: "text/plain; charset=utf-8", body: writeRobots(site, organization.indexed) }
      : null,
  ),
  fromFeed(/^\/sitemap\.xml$/, (feed, site) => {
    // Search engines ignore a sitemap of another host's addresses.
    const isCanonical = site.base === "" && canonicalOf(site) === site.origin;
    return isCanonical && feed.organization.indexed
      ? { type: "application/xml; charset=utf-8", body: writeSitemap(feed, site) }
      : null;
  }),
];

/** The image that an organization has uploaded. */
const logo = fromPage(/^\/logo$/, async ({ organization }, { orgID }) => {
  if (organization.logo_url === null) return null;
  const { mediaType, bytes } = await getLogo(await getPublicOrganization(orgID));
  return {
    type: mediaType,
    body: bytes,
    headers: { "Content-Security-Policy": IMAGE_POLICY },
    // It does not show the status.
    unconfirmed: bytes,
  };
});

/** The oEmbed response (oembed.com) for a status page: a frame with its status. */
export const describeEmbed = (site: {
  name: string;
  url: string;
  frame: string;
  title: string;
}) => ({
  version: "1.0",
  type: "rich",
  title: site.title,
  provider_name: site.name,
  provider_url: site.url,
  html: frameSnippet(site.frame, site.title),
  // Fits the limits that sites send as `maxwidth` and `maxheight`, which are not read.
  width: 320,
  height: 160,
});

/** Answers sites that found the link to it in the page. */
const oEmbed = inLanguages(/oembed\.json/, ({ organization, language }, site) => {
  const { name, languages } = organization;
  const links = pageLinks("", languages, language);
  const body = describeEmbed({
    name,
    url: addressOf(site, links.page().replace(/^\/$/, "")),
    frame: addressOf(site, links.embed()),
    title: fill(phrases[language].pageOf, { name }),
  });
  return {
    type: JSON_TYPE,
    body: JSON.stringify(body),
    headers: openHeaders(organization),
  };
});

const badge = inLanguages(/badge\.svg/, ({ overall, organization, language }) => ({
  type: "image/svg+xml; charset=utf-8",
  body: drawBadge(overall, organization.name, language),
  headers: { ...openHeaders(organization), ...EMBEDDABLE_ANYWHERE },
}));

/** The preview of a shared link (Open Graph). */
const openGraph = inLanguages(/og\.png/, async ({ overall, organization, language }, site) => {
  // Loaded on first use: fonts and renderers need about 90 MB.
  const { drawOpenGraph } = await import("@/lib/public/pictures/open-graph");
  const address = addressOf(site).replace(/^https?:\/\/|\/$/g, "");
  const draw = (shown: Pick<Overall, "indicator" | "sentence">) =>
    drawOpenGraph(shown, organization.name, address, language);
  return {
    type: "image/png",
    body: await draw(overall),
    headers: { ...openHeaders(organization), ...EMBEDDABLE_ANYWHERE },
    unconfirmed: await draw({ indicator: "unknown", sentence: "Status Unknown" }),
  };
});

export const machineFormats: Route[] = [
  ...apiV2,
  ...feeds,
  ...crawlers,
  logo,
  oEmbed,
  badge,
  openGraph,
];
