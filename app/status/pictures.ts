import type { Language } from "@/lib/organizations/schema";
import { drawBadge } from "@/lib/pictures/badge";
import { drawOpenGraph } from "@/lib/pictures/open-graph";
import type { Route } from "@/lib/publishing/representation";
import { addressOf } from "@/lib/status-page/addresses";
import type { StatusPage } from "@/lib/status-page/schema";
import { openHeaders, readPage } from "./sources";

/** The language that an address names: one of the page's but the first, which no address names. Null where it has no such language. */
function languageAt({ organization }: StatusPage, named: string | undefined): Language | null {
  const [first = "en", ...others] = organization.languages;
  return named === undefined ? first : (others.find((language) => language === named) ?? null);
}

/** The status as a badge. */
const badge: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/badge\.svg$/,
  render: async (site, { language: named }, pass) => {
    const page = await readPage(site, pass);
    const language = page && languageAt(page, named);
    if (page === null || language === null) return null;
    const { overall: { indicator, sentence }, organization } = page;
    return {
      facts: { indicator, sentence, name: organization.name, language, indexed: organization.indexed },
      until: null,
      write: () => ({ type: "image/svg+xml; charset=utf-8", body: drawBadge({ indicator, sentence }, organization.name, language), headers: openHeaders(organization) }),
    };
  },
};

/** What is shown where a link to the page is shared. */
const openGraph: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/og\.png$/,
  render: async (site, { language: named }, pass) => {
    const page = await readPage(site, pass);
    const language = page && languageAt(page, named);
    if (page === null || language === null) return null;
    const { overall: { indicator, sentence }, organization } = page;
    const address = addressOf(site).replace(/^https?:\/\/|\/$/g, "");
    return {
      facts: { indicator, sentence, name: organization.name, address, language, indexed: organization.indexed },
      until: null,
      write: async () => ({ type: "image/png", body: await drawOpenGraph({ indicator, sentence }, organization.name, address, language), headers: openHeaders(organization) }),
    };
  },
};

export const pictures: Route[] = [badge, openGraph];
