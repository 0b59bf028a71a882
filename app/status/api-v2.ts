import { pastBodies, presentBodies } from "@/lib/public/api-v2/serialize";
import type { PublicContent } from "@/lib/public/readers/content";
import { getPastEvents } from "@/lib/public/readers/history";
import type { Content } from "@/lib/publishing/artifact";
import { canonicalOf, type Route } from "@/lib/publishing/site";
import { openHeaders, readContent } from "./sources";

const jsonOf = ({ organization }: PublicContent, body: object): Content => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
  headers: openHeaders(organization),
});

const patternOf = (address: string): RegExp =>
  new RegExp(`^/api/v2/${address.replaceAll(".", "\\.")}$`);

/** The GET endpoints of the Statuspage API v2. */
export const apiV2: Route[] = [
  ...Object.entries(presentBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, snapshot) => {
      const content = await readContent(site, snapshot);
      return content && jsonOf(content, serialize(content, canonicalOf(site)));
    },
  })),
  ...Object.entries(pastBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, snapshot) => {
      // First: the time of the last change must not be later than the content.
      const content = await readContent(site, snapshot);
      const past = await snapshot.once(`past ${site.orgID}`, () => getPastEvents(site.orgID));
      return content && past && jsonOf(content, serialize(content, past, canonicalOf(site)));
    },
  })),
];
