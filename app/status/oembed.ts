import type { Route } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";
import { languageOfAddress, pageLinks } from "@/lib/public/page/rules";
import { frameSnippet } from "@/lib/public/page/snippets";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { openHeaders, readPage } from "./sources";

/** Fits the limits that sites send as `maxwidth` and `maxheight`, which are not read. */
const SIZE = { width: 320, height: 160 };

/** The URL of an oEmbed response, with the parameters that the specification requires. */
export const oEmbedUrl = (endpoint: string, page: string): string =>
  `${endpoint}?format=json&url=${encodeURIComponent(page)}`;

/** The oEmbed response (oembed.com) for a status page: a frame with its status. */
export function describeEmbed(site: { name: string; url: string; frame: string; title: string }) {
  return {
    version: "1.0",
    type: "rich",
    title: site.title,
    provider_name: site.name,
    provider_url: site.url,
    html: frameSnippet(site.frame, site.title),
    ...SIZE,
  };
}

/** Answers sites that found the link to it in the page. */
export const oEmbed: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/oembed\.json$/,
  render: async (site, { language: named }, snapshot) => {
    const organization = (await readPage(site, snapshot))?.organization;
    const language = organization && languageOfAddress(organization.languages, named);
    if (organization === undefined || language === null || language === undefined) return null;
    const { name, languages } = organization;
    const links = pageLinks("", languages, language);
    const body = describeEmbed({
      name,
      url: addressOf(site, links.page().replace(/^\/$/, "")),
      frame: addressOf(site, links.embed()),
      title: fill(phrases[language].pageOf, { name }),
    });
    return {
      type: "application/json; charset=utf-8",
      body: JSON.stringify(body),
      headers: openHeaders(organization),
    };
  },
};
