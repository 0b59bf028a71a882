import { getPast, getPresent, type Present } from "@/lib/public/api-v2/queries";
import { pastBodies, presentBodies } from "@/lib/public/api-v2/serialize";
import type { Content } from "@/lib/publishing/artifact";
import { canonicalOf, type Route, type Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { openHeaders } from "./sources";

const present = (site: Site, { once }: Snapshot) =>
  once(`public-api present ${site.orgID}`, () => getPresent(site.orgID));
const past = (site: Site, { once }: Snapshot) =>
  once(`public-api past ${site.orgID}`, () => getPast(site.orgID));

const contentOf = ({ page: { indexed } }: Present, body: object): Content => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
  headers: openHeaders({ indexed }),
});

const patternOf = (address: string): RegExp =>
  new RegExp(`^/api/v2/${address.replaceAll(".", "\\.")}$`);

/** The GET endpoints of the Statuspage API v2. */
export const apiV2: Route[] = [
  ...Object.entries(presentBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, snapshot) => {
      const now = await present(site, snapshot);
      return now && contentOf(now, serialize(now, canonicalOf(site)));
    },
  })),
  ...Object.entries(pastBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, snapshot) => {
      // First: the time of the last change must not be later than the content.
      const now = await present(site, snapshot);
      const before = await past(site, snapshot);
      return now && before && contentOf(now, serialize(now, before, canonicalOf(site)));
    },
  })),
];
