import { getHostOrigin, getPageUrl } from "@/lib/links";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import type { Content } from "./artifact";
import type { Mount } from "./public-paths";
import type { Snapshot } from "./snapshot";

/** The page is at `origin + base`. `canonical`, by default the same, is for search engines. */
export type Site = { orgID: string; origin: string; base: string; canonical?: string };

/** The canonical URL of the page, without a slash at the end. */
export const getCanonicalPageUrl = ({ origin, base, canonical }: Site): string =>
  canonical ?? origin + base;

/** `ownHost` is the organization's verified host. */
export const createSite = (orgID: string, { host, base }: Mount, ownHost: string | null): Site => ({
  orgID,
  base,
  origin: getHostOrigin(host),
  canonical: getPageUrl(orgID, ownHost),
});

/** Named groups of the pattern are passed as `parts`. */
export type Route = {
  pattern: RegExp;
  /** Returns null if the path doesn't exist. */
  render: (
    site: Site,
    parts: Record<string, string>,
    snapshot: Snapshot,
  ) => Promise<Content | null>;
};

/** Published ahead of requests, and rendered again when its tag changes. */
export type PublishedPath = { path: string; tag: string };

/** Everything that is rendered for visitors. The layer that renders it provides this. */
export type PublicSite = {
  routes: readonly Route[];
  listPublished: (orgID: string, snapshot: Snapshot) => Promise<PublishedPath[]>;
  /** The page as it would be after a change of settings; null if there is no page. */
  renderPreview: (
    site: Site,
    change: PagePreviewRequest,
    snapshot: Snapshot,
  ) => Promise<Content | null>;
  /** The body of a 404. `snapshot` is null if the organization doesn't exist. */
  renderNotFound: (site: Site, path: string, snapshot: Snapshot | null) => Promise<Content>;
  renderUnavailable: () => Content;
  /** The notice that an unconfirmed document shows, by language; contains `CONFIRMED_AT`. */
  writeStaleNotices: () => Record<string, string>;
};
