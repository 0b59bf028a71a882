import { getBaseUrl, getHostOrigin, getPageUrl } from "@/lib/links";
import type { Content } from "./artifact";
import type { Mount } from "./addresses";
import type { Snapshot } from "./snapshot";

/**
 * A mount of an organization's page with its URLs: `origin + base` is the address of the page.
 * `canonical` is the one that all mounts name to search engines; this one if it is left out.
 */
export type Site = { orgID: string; origin: string; base: string; canonical?: string };

/** The canonical address of the page, without a slash at the end. */
export const canonicalOf = ({ origin, base, canonical }: Site): string =>
  canonical ?? origin + base;

/** `ownHost` is the organization's verified host. */
export const siteOf = (orgID: string, { host, base }: Mount, ownHost: string | null): Site => ({
  orgID,
  base,
  origin: host === null ? getBaseUrl() : getHostOrigin(host),
  canonical: getPageUrl(orgID, ownHost),
});

/** Renders the paths that match a pattern. Named groups of the pattern are passed as `parts`. */
export type Route = {
  pattern: RegExp;
  /** Returns null if there is nothing at the path. */
  render: (
    site: Site,
    parts: Record<string, string>,
    snapshot: Snapshot,
  ) => Promise<Content | null>;
};

/** A path that is published ahead of requests. It is rendered again when its tag changes. */
export type PublishedPath = { path: string; tag: string };

/** Everything that is rendered for visitors, provided by the layer that renders it. */
export type PublicSite = {
  routes: readonly Route[];
  /** The paths below each mount that are published to the stores after every change. */
  listPublished: (orgID: string, snapshot: Snapshot) => Promise<PublishedPath[]>;
  /** The body of a 404. `snapshot` is null if there is no such organization. */
  notFound: (site: Site, path: string, snapshot: Snapshot | null) => Promise<Content>;
  /** The body of a 503. */
  unavailable: () => Content;
  /** The notice that an unconfirmed document shows, by language; contains `CONFIRMED_AT`. */
  staleNotices: () => Record<string, string>;
};
