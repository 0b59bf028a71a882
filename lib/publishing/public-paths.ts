import { languages } from "@/lib/organizations/schema";
import { imageKinds } from "@/lib/organizations/values";

const ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";
const INCIDENT_LISTS = "incidents(?:/(?:unresolved|resolved))?";
const MAINTENANCE_LISTS = "scheduled-maintenances(?:/(?:upcoming|active))?";

/** Matches paths that exist in each language. `MACHINES` matches paths without a language. */
const READ =
  `(?:/(?:${languages.join("|")}))?(?:/incidents/${ID}(?:/subscribe)?|/maintenances/${ID}|` +
  `/embed|/oembed\\.json|/history(?:/\\d{4}-\\d{2}(?:/\\d{1,4})?)?|/uptime|` +
  `/subscribe(?:/[a-z-]{1,32})?|/badge\\.svg|/og\\.png)?`;
const MACHINES =
  `/api/v2/(?:summary|status|components|${INCIDENT_LISTS}|${MAINTENANCE_LISTS})\\.json|` +
  `(?:/components/${ID})?/history\\.(?:atom|rss)|/calendar\\.ics|` +
  `/widget\\.js|/embed/script\\.js|/llms\\.txt|/inter\\.woff2|` +
  `/(?:${imageKinds.join("|")})`;
const publicPath = new RegExp(`^(?:${READ}|${MACHINES})$`);
const rootPublicPath = new RegExp(`^(?:${READ}|${MACHINES}|/robots\\.txt|/sitemap\\.xml)$`);

/** Returns true if a path under a mount can be public. All such paths are safe as file names. */
export const isPublicPath = (path: string, base: string): boolean =>
  (base === "" ? rootPublicPath : publicPath).test(path);

const PAGE_PATH = /^\/status\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})(\/.*)?$/;

/** Splits a path of the installation's host into the organization and the path under its page. */
export function splitPath(path: string): { organizationId: string; path: string } | null {
  const match = PAGE_PATH.exec(path);
  return match === null ? null : { organizationId: match[1]!, path: match[2] ?? "" };
}

/**
 * A host and base path of a page. `host` is null for the installation's own host. `base` is the
 * path of the page's root.
 */
export type Mount = { host: string | null; base: string };

/** Returns the key of an artifact. Keys of other hosts start with `//host`. */
export const getAddressKey = ({ mount, path }: { mount: Mount; path: string }): string =>
  `${mount.host === null ? "" : `//${mount.host}`}${mount.base}${path}` || "/";
