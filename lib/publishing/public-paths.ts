import { BASE_PATH } from "@/lib/base-path";
import { languages } from "@/lib/organizations/schema";
import { imageKinds } from "@/lib/organizations/values";

const ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";
const INCIDENT_LISTS = "incidents(?:/(?:unresolved|resolved))?";
const MAINTENANCE_LISTS = "scheduled-maintenances(?:/(?:upcoming|active))?";

/** Matches paths that exist in each language. `UNLOCALIZED_PATHS` matches the others. */
const LOCALIZED_PATHS =
  `(?:/(?:${languages.join("|")}))?(?:/incidents/${ID}(?:/subscribe)?|/maintenances/${ID}|` +
  `/embed|/oembed\\.json|/history(?:/\\d{4}-\\d{2}(?:/\\d{1,4})?)?|/uptime|` +
  `/subscribe(?:/[a-z-]{1,32})?|/badge\\.svg|/og\\.png)?`;
const UNLOCALIZED_PATHS =
  `/api/v2/(?:summary|status|components|${INCIDENT_LISTS}|${MAINTENANCE_LISTS})\\.json|` +
  `(?:/components/${ID})?/history\\.(?:atom|rss)|/calendar\\.ics|` +
  `/widget\\.js|/embed/script\\.js|/llms\\.txt|/inter\\.woff2|` +
  `/(?:${imageKinds.join("|")})`;
const publicPath = new RegExp(`^(?:${LOCALIZED_PATHS}|${UNLOCALIZED_PATHS})$`);
const rootPublicPath = new RegExp(
  `^(?:${LOCALIZED_PATHS}|${UNLOCALIZED_PATHS}|/robots\\.txt|/sitemap\\.xml)$`,
);

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

/**
 * Matches keys of an organization's images, but not the page of an organization with the ID "logo".
 */
const IMAGE = new RegExp(`^(//[^/]+|${BASE_PATH}(/status/[^/]+)?)/(${imageKinds.join("|")})$`);
export const isImage = (key: string): boolean => IMAGE.test(key);

/** Images and paths with these extensions are files. Any other path is a folder with index.html. */
const HAS_EXTENSION = /\.(json|atom|rss|ics|svg|js|png|txt|xml|woff2)$/;

/** Returns the name of an artifact's object or file, without a leading slash. */
export function getObjectName(key: string): string {
  const path = key.startsWith("//") ? `hosts${key.slice(1)}` : key.slice(1);
  if (isImage(key) || HAS_EXTENSION.test(path)) return path;
  return `${path}${path === "" ? "" : "/"}index.html`;
}
