import { getPast, getPresent, type Present } from "@/lib/public-api/queries";
import { pastBodies, presentBodies } from "@/lib/public-api/serialize";
import {
  canonicalOf,
  type Draft,
  type Pass,
  type Route,
  type Site,
} from "@/lib/publishing/representation";
import { openHeaders } from "./sources";

const present = (site: Site, pass: Pass) =>
  pass.once(`public-api present ${site.orgID}`, () => getPresent(site.orgID));
const past = (site: Site, pass: Pass) =>
  pass.once(`public-api past ${site.orgID}`, () => getPast(site.orgID));

/**
 * The body is all that it is made of, beside what its headers say. Nothing in it changes by the
 * passing of time: planned work begins and ends by a write.
 */
const draftOf = ({ page: { indexed } }: Present, body: object): Draft => ({
  facts: { indexed, body },
  until: null,
  write: () => ({
    type: "application/json; charset=utf-8",
    body: JSON.stringify(body),
    headers: openHeaders({ indexed }),
  }),
});

const patternOf = (address: string): RegExp =>
  new RegExp(`^/api/v2/${address.replaceAll(".", "\\.")}$`);

/** The public API v2: every GET of it, in the shapes that the field reads (lib/public-api). */
export const apiV2: Route[] = [
  ...Object.entries(presentBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, pass) => {
      const now = await present(site, pass);
      return now && draftOf(now, serialize(now, canonicalOf(site)));
    },
  })),
  ...Object.entries(pastBodies).map(([address, serialize]): Route => ({
    pattern: patternOf(address),
    render: async (site, _parts, pass) => {
      // The present first: it has the time of the last change, which must not be later than what is
      // read.
      const now = await present(site, pass);
      const before = await past(site, pass);
      return now && before && draftOf(now, serialize(now, before, canonicalOf(site)));
    },
  })),
];
