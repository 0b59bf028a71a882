import { LRUCache } from "lru-cache";
import type { Language } from "@/lib/organizations/schema";
import { drawBadge } from "@/lib/pictures/badge";
import { drawOpenGraph } from "@/lib/pictures/open-graph";
import type { Content, Route } from "@/lib/publishing/representation";
import { addressOf } from "@/lib/status-page/addresses";
import { languageOfAddress } from "@/lib/status-page/rules";
import type { Overall } from "@/lib/status-page/schema";
import { EMBEDDABLE_ANYWHERE, openHeaders, readPage } from "./sources";

type Shown = {
  overall: Pick<Overall, "indicator" | "sentence">;
  name: string;
  address: string;
  language: Language;
};
type Picture = Pick<Content, "type" | "body" | "unconfirmed">;

/** A picture of the status, in each of the page's languages; `facts` are those that it shows. */
function pictureRoute<Facts extends Partial<Shown>>(
  file: string,
  facts: (shown: Shown) => Facts,
  draw: (facts: Facts) => Picture | Promise<Picture>,
): Route {
  return {
    pattern: new RegExp(`^(?:/(?<language>[a-z]{2}))?/${file.replace(".", "\\.")}$`),
    render: async (site, { language: named }, pass) => {
      const page = await readPage(site, pass);
      const language = page && languageOfAddress(page.organization.languages, named);
      if (page === null || language === null) return null;
      const {
        overall: { indicator, sentence },
        organization,
      } = page;
      const shown = facts({
        overall: { indicator, sentence },
        name: organization.name,
        address: addressOf(site).replace(/^https?:\/\/|\/$/g, ""),
        language,
      });
      return {
        facts: { ...shown, indexed: organization.indexed },
        until: null,
        write: async () => ({
          ...(await draw(shown)),
          headers: { ...openHeaders(organization), ...EMBEDDABLE_ANYWHERE },
        }),
      };
    },
  };
}

/** The status as a badge. */
const badge = pictureRoute(
  "badge.svg",
  ({ overall, name, language }) => ({ overall, name, language }),
  ({ overall, name, language }) => ({
    type: "image/svg+xml; charset=utf-8",
    body: drawBadge(overall, name, language),
  }),
);

const unknown = new LRUCache<string, Promise<Uint8Array>>({ max: 50 });

/**
 * The picture of a page of which nobody can tell: the same whatever the status was, and as long to
 * draw.
 */
function drawUnknown(
  ...of: [name: string, address: string, language: Language]
): Promise<Uint8Array> {
  const key = JSON.stringify(of);
  const drawn =
    unknown.get(key) ?? drawOpenGraph({ indicator: "unknown", sentence: "Status Unknown" }, ...of);
  unknown.set(key, drawn);
  return drawn;
}

/** What is shown where a link to the page is shared. */
const openGraph = pictureRoute(
  "og.png",
  (shown) => shown,
  async ({ overall, name, address, language }) => ({
    type: "image/png",
    body: await drawOpenGraph(overall, name, address, language),
    unconfirmed: await drawUnknown(name, address, language),
  }),
);

export const pictures: Route[] = [badge, openGraph];
