import { getHostOrigin, getPageUrl } from "@/lib/links";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import type { Content } from "./artifact";
import type { Mount } from "./public-paths";
import type { Snapshot } from "./snapshot";

/**
 * A status page at `origin + base`. `canonical` is the URL for search engines, by default the same.
 */
export type Site = { orgID: string; origin: string; base: string; canonical?: string };

/** Returns the canonical URL of the page, without a trailing slash. */
export const getCanonicalPageUrl = ({ origin, base, canonical }: Site): string =>
  canonical ?? origin + base;

/**
 * Returns the page of an organization at a mount. `ownHost` is the organization's verified host.
 */
export const createSite = (orgID: string, { host, base }: Mount, ownHost: string | null): Site => ({
  orgID,
  base,
  origin: getHostOrigin(host),
  canonical: getPageUrl(orgID, ownHost),
});

/** Renders the paths that match a pattern. `render` gets the pattern's named groups as `parts`. */
export type Route = {
  pattern: RegExp;
  /** Returns the content of the path, or null if it doesn't exist. */
  render: (
    site: Site,
    parts: Record<string, string>,
    snapshot: Snapshot,
  ) => Promise<Content | null>;
};

/** A path that is published before it is requested, and rendered again when its tag changes. */
export type PublishedPath = { path: string; tag: string };

/** Renders status pages, their feeds, images, and JSON API. app/status implements this type. */
export type PublicSite = {
  routes: readonly Route[];
  listPublished: (orgID: string, snapshot: Snapshot) => Promise<PublishedPath[]>;
  /** Renders the page with changed settings. Returns null if there is no page. */
  renderPreview: (
    site: Site,
    change: PagePreviewRequest,
    snapshot: Snapshot,
  ) => Promise<Content | null>;
  /** Renders the body of a 404. `snapshot` is null if the host or the organization has no page. */
  renderNotFound: (site: Site, path: string, snapshot: Snapshot | null) => Promise<Content>;
  renderUnavailable: () => Content;
  /** Returns the notices for unconfirmed pages by language, with placeholders for the time. */
  renderUnconfirmedNotices: () => Record<string, string>;
};
