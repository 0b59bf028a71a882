import { LRUCache } from "lru-cache";
import type * as openGraphPictures from "@/lib/public/pictures/open-graph";
import { drawBadge } from "@/lib/public/pictures/badge";
import type { Language } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Route } from "@/lib/publishing/site";
import { addressOf } from "@/lib/public/page/addresses";
import { languageOfAddress } from "@/lib/public/page/rules";
import type { Overall } from "@/lib/public/page/schema";
import { EMBEDDABLE_ANYWHERE, openHeaders, readPage } from "./sources";

type Shown = {
  overall: Pick<Overall, "indicator" | "sentence">;
  name: string;
  address: string;
  language: Language;
};
type Picture = Pick<Content, "type" | "body" | "unconfirmed">;

/** A picture of the status, in each of the page's languages. */
const pictureRoute = (file: string, draw: (shown: Shown) => Picture | Promise<Picture>): Route => ({
  pattern: new RegExp(`^(?:/(?<language>[a-z]{2}))?/${file.replace(".", "\\.")}$`),
  render: async (site, { language: named }, snapshot) => {
    const page = await readPage(site, snapshot);
    const language = page && languageOfAddress(page.organization.languages, named);
    if (page === null || language === null) return null;
    const { overall, organization } = page;
    const picture = await draw({
      overall,
      name: organization.name,
      address: addressOf(site).replace(/^https?:\/\/|\/$/g, ""),
      language,
    });
    return { ...picture, headers: { ...openHeaders(organization), ...EMBEDDABLE_ANYWHERE } };
  },
});

const badge = pictureRoute("badge.svg", ({ overall, name, language }) => ({
  type: "image/svg+xml; charset=utf-8",
  body: drawBadge(overall, name, language),
}));

/** Loaded on first use: font and renderer need 20 MB. */
const drawOpenGraph: typeof openGraphPictures.drawOpenGraph = async (...of) =>
  (await import("@/lib/public/pictures/open-graph")).drawOpenGraph(...of);

const unknown = new LRUCache<string, Promise<Uint8Array>>({ max: 50 });

/** The picture for an unknown status. It doesn't change with the status, so it is drawn once. */
function drawUnknown(
  ...of: [name: string, address: string, language: Language]
): Promise<Uint8Array> {
  const key = JSON.stringify(of);
  const drawn =
    unknown.get(key) ?? drawOpenGraph({ indicator: "unknown", sentence: "Status Unknown" }, ...of);
  unknown.set(key, drawn);
  return drawn;
}

/** The preview of a shared link (Open Graph). */
const openGraph = pictureRoute("og.png", async ({ overall, name, address, language }) => ({
  type: "image/png",
  body: await drawOpenGraph(overall, name, address, language),
  unconfirmed: await drawUnknown(name, address, language),
}));

export const pictures: Route[] = [badge, openGraph];
