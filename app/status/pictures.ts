import type { Language } from "@/lib/organizations/schema";
import { drawBadge } from "@/lib/pictures/badge";
import { drawOpenGraph } from "@/lib/pictures/open-graph";
import type { Route } from "@/lib/publishing/representation";
import { addressOf } from "@/lib/status-page/addresses";
import { openHeaders, readPage } from "./sources";

/** The status as a badge, in the page's first language, and below its name in each of the others. */
const badge: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/badge\.svg$/,
  render: async (site, { language: wanted }, pass) => {
    const page = await readPage(site, pass);
    if (page === null) return null;
    const [first = "en", ...others] = page.organization.languages;
    const language = wanted === undefined ? first : others.find((one) => one === wanted);
    if (language === undefined) return null;
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
  pattern: /^\/og\.png$/,
  render: async (site, _parts, pass) => {
    const page = await readPage(site, pass);
    if (page === null) return null;
    const { overall: { indicator, sentence }, organization } = page;
    const language: Language = organization.languages[0] ?? "en";
    const address = addressOf(site).replace(/^https?:\/\/|\/$/g, "");
    return {
      facts: { indicator, sentence, name: organization.name, address, language, indexed: organization.indexed },
      until: null,
      write: async () => ({ type: "image/png", body: await drawOpenGraph({ indicator, sentence }, organization.name, address, language), headers: openHeaders(organization) }),
    };
  },
};

export const pictures: Route[] = [badge, openGraph];
