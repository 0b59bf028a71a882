import { IMAGE_POLICY } from "@/lib/http/image-response";
import { getInstallationHost } from "@/lib/links";
import { findImage, parseImageKind } from "@/lib/organizations/images";
import type { Language } from "@/lib/organizations/schema";
import { imageKinds } from "@/lib/organizations/values";
import { buildApiBody, pastSections, presentSections } from "@/lib/public/api-v2/serialize";
import { writeCalendar } from "@/lib/public/calendar/calendar";
import { writeLlms } from "@/lib/public/crawlers/llms";
import { writeRobots } from "@/lib/public/crawlers/robots";
import { writeSitemap } from "@/lib/public/crawlers/sitemap";
import { writeAtom } from "@/lib/public/feeds/atom";
import { createFeedData } from "@/lib/public/feeds/feed-data";
import { writeRss } from "@/lib/public/feeds/rss";
import { getCanonicalUrl } from "@/lib/public/page/public-urls";
import { fillPhrase, phrases } from "@/lib/public/page/page-texts";
import { addLanguage, findLanguage } from "@/lib/public/page/rules";
import type { Overall, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import { writeFrameSnippet } from "@/lib/public/page/snippets";
import { getPastEvents } from "@/lib/public/readers/event-history";
import { findPublicOrganization } from "@/lib/public/readers/public-organization";
import { renderBadge } from "@/lib/public/pictures/status-badge";
import { CONFIRMED_AT, type Content } from "@/lib/publishing/artifact";
import { getCanonicalPageUrl, type Route, type Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import {
  EMBEDDABLE_HEADERS,
  getFormatHeaders,
  readContent,
  readFeed,
  readPage,
} from "./snapshot-readers";

const writeJson = (body: object, organization: PageOrganization): Content => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
  headers: getFormatHeaders(organization),
});

type Write<Source> = (
  source: Source,
  site: Site,
  parts: Record<string, string>,
  snapshot: Snapshot,
) => Content | null | Promise<Content | null>;

type Read<Source> = (site: Site, snapshot: Snapshot, component?: string) => Promise<Source | null>;

const createRoutes =
  <Source>(read: Read<Source>) =>
  (pattern: RegExp, write: Write<Source>): Route => ({
    pattern,
    render: async (site, parts, snapshot) => {
      const source = await read(site, snapshot, parts.component);
      return source && write(source, site, parts, snapshot);
    },
  });

const fromContent = createRoutes(readContent);
const fromPage = createRoutes(readPage);
const fromFeed = createRoutes(readFeed);

const createLanguageRoute = (
  file: RegExp,
  write: Write<StatusPage & { language: Language }>,
): Route =>
  fromPage(
    new RegExp(`^(?:/(?<language>[a-z]{2}))?/${file.source}$`),
    (page, site, parts, snapshot) => {
      const language = findLanguage(page.organization.languages, parts.language);
      return language && write({ ...page, language }, site, parts, snapshot);
    },
  );

export const apiV2: Route[] = Object.entries({ ...presentSections, ...pastSections }).map(
  ([path, getSections]) =>
    fromContent(
      new RegExp(`^/api/v2/${path.replaceAll(".", "\\.")}$`),
      async (content, site, _parts, { once }) => {
        const readPast = () => once(`past ${site.orgID}`, () => getPastEvents(content.id));
        const sections = await getSections(content, readPast);
        return writeJson(
          buildApiBody(content, getCanonicalPageUrl(site), sections),
          content.organization,
        );
      },
    ),
);

const feeds: Route[] = [
  fromFeed(
    /^(?:\/components\/(?<component>[^/]+))?\/history\.(?<format>atom|rss)$/,
    (feed, site, { component, format }) => {
      const of = component === undefined ? "" : `/components/${encodeURIComponent(component)}`;
      const content = createFeedData(feed, site, `${of}/history`, getInstallationHost());
      const write = format === "atom" ? writeAtom : writeRss;
      return {
        type: `application/${format}+xml; charset=utf-8`,
        body: write(content, getCanonicalUrl(site, `${of}/history.${format}`)),
        headers: getFormatHeaders(feed.organization),
      };
    },
  ),
  fromFeed(/^\/calendar\.ics$/, (feed, site, _parts, { now }) => ({
    type: "text/calendar; charset=utf-8",
    body: writeCalendar(feed, now, site),
    headers: getFormatHeaders(feed.organization),
  })),
];

export const crawlers: Route[] = [
  fromPage(/^\/llms\.txt$/, (page, site) => ({
    type: "text/plain; charset=utf-8",
    body: writeLlms(page, site),
    headers: getFormatHeaders(page.organization),
    unconfirmed: new TextEncoder().encode(writeLlms(page, site, CONFIRMED_AT)),
  })),
  // robots.txt applies to a whole host and links to sitemap.xml, so both exist only at its root.
  fromFeed(/^\/robots\.txt$/, ({ organization }, site) =>
    site.base === ""
      ? { type: "text/plain; charset=utf-8", body: writeRobots(site, organization.indexed) }
      : null,
  ),
  fromFeed(/^\/sitemap\.xml$/, (feed, site) => {
    // Search engines ignore a sitemap with URLs of another host.
    const isCanonical = site.base === "" && getCanonicalPageUrl(site) === site.origin;
    return isCanonical && feed.organization.indexed
      ? { type: "application/xml; charset=utf-8", body: writeSitemap(feed, site) }
      : null;
  }),
];

const image: Route = {
  pattern: new RegExp(`^/(?<kind>${imageKinds.join("|")})$`),
  render: async ({ orgID }, { kind = "" }) => {
    const found = await findPublicOrganization(orgID);
    const image = found && (await findImage(found, parseImageKind(kind)));
    if (image === null) return null;
    const { mediaType: type, bytes: body } = image;
    const headers = { "Content-Security-Policy": IMAGE_POLICY };
    // An image does not show the status, so it is the same while the status is unconfirmed.
    return { type, body, headers, unconfirmed: body };
  },
};

export const describeEmbed = (site: Record<"name" | "url" | "frame" | "title", string>) => ({
  version: "1.0",
  type: "rich",
  title: site.title,
  provider_name: site.name,
  provider_url: site.url,
  html: writeFrameSnippet(site.frame, site.title),
  // Ignores `maxwidth` and `maxheight`, because sites usually request at least this size.
  width: 320,
  height: 160,
});

const oEmbed = createLanguageRoute(/oembed\.json/, ({ organization, language }, site) => {
  const { name, languages } = organization;
  const body = describeEmbed({
    name,
    url: getCanonicalUrl(site, addLanguage("", language, languages)),
    frame: getCanonicalUrl(site, addLanguage("/embed", language, languages)),
    title: fillPhrase(phrases[language].pageOf, { name }),
  });
  return writeJson(body, organization);
});

const badge = createLanguageRoute(/badge\.svg/, ({ overall, organization, language }) => ({
  type: "image/svg+xml; charset=utf-8",
  body: renderBadge(overall, organization.name, language),
  headers: { ...getFormatHeaders(organization), ...EMBEDDABLE_HEADERS },
}));

const openGraph = createLanguageRoute(
  /og\.png/,
  async ({ overall, organization, language }, site) => {
    // The renderer is loaded on first use, because it needs about 90 MB with its fonts.
    const { renderOpenGraph } = await import("@/lib/public/pictures/open-graph");
    const pageUrl = getCanonicalUrl(site).replace(/^https?:\/\/|\/$/g, "");
    const render = (shown: Pick<Overall, "indicator" | "sentence">) =>
      renderOpenGraph(shown, organization.name, pageUrl, language);
    return {
      type: "image/png",
      body: await render(overall),
      headers: { ...getFormatHeaders(organization), ...EMBEDDABLE_HEADERS },
      unconfirmed: await render({ indicator: "unknown", sentence: "Status Unknown" }),
    };
  },
);

export const machineFormats: Route[] = [
  ...apiV2,
  ...feeds,
  ...crawlers,
  image,
  oEmbed,
  badge,
  openGraph,
];
