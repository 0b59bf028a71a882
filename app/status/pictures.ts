import { LRUCache } from "lru-cache";
import type { Language } from "@/lib/organizations/schema";
import { drawBadge } from "@/lib/pictures/badge";
import { drawOpenGraph } from "@/lib/pictures/open-graph";
import type { Route } from "@/lib/publishing/representation";
import { addressOf } from "@/lib/status-page/addresses";
import { languageOfAddress } from "@/lib/status-page/rules";
import { openHeaders, readPage } from "./sources";

/** The status as a badge. */
const badge: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/badge\.svg$/,
  render: async (site, { language: named }, pass) => {
    const page = await readPage(site, pass);
    const language = page && languageOfAddress(page.organization.languages, named);
    if (page === null || language === null) return null;
    const { overall: { indicator, sentence }, organization } = page;
    return {
      facts: { indicator, sentence, name: organization.name, language, indexed: organization.indexed },
      until: null,
      write: () => ({ type: "image/svg+xml; charset=utf-8", body: drawBadge({ indicator, sentence }, organization.name, language), headers: openHeaders(organization) }),
    };
  },
};

const unknown = new LRUCache<string, Promise<Uint8Array>>({ max: 50 });

/** The picture of a page of which nobody can tell: the same whatever the status was, and as long to draw. */
function drawUnknown(...of: [name: string, address: string, language: Language]): Promise<Uint8Array> {
  const key = JSON.stringify(of);
  const drawn = unknown.get(key) ?? drawOpenGraph({ indicator: "unknown", sentence: "Status Unknown" }, ...of);
  unknown.set(key, drawn);
  return drawn;
}

/** What is shown where a link to the page is shared. */
const openGraph: Route = {
  pattern: /^(?:\/(?<language>[a-z]{2}))?\/og\.png$/,
  render: async (site, { language: named }, pass) => {
    const page = await readPage(site, pass);
    const language = page && languageOfAddress(page.organization.languages, named);
    if (page === null || language === null) return null;
    const { overall: { indicator, sentence }, organization } = page;
    const address = addressOf(site).replace(/^https?:\/\/|\/$/g, "");
    return {
      facts: { indicator, sentence, name: organization.name, address, language, indexed: organization.indexed },
      until: null,
      write: async () => ({
        type: "image/png",
        body: await drawOpenGraph({ indicator, sentence }, organization.name, address, language),
        unconfirmed: await drawUnknown(organization.name, address, language),
        headers: openHeaders(organization),
      }),
    };
  },
};

export const pictures: Route[] = [badge, openGraph];
