import { languages } from "@/lib/organizations/schema";

const ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";
const INCIDENT_LISTS = "incidents(?:/(?:unresolved|resolved))?";
const MAINTENANCE_LISTS = "scheduled-maintenances(?:/(?:upcoming|active))?";

/**
 * Below a site's base: what a reader sees, in any language; what machines read; and what only a
 * host of its own has.
 */
const READ =
  `(?:/(?:${languages.join("|")}))?(?:/incidents/${ID}(?:/subscribe)?|/maintenances/${ID}|` +
  `/embed|/oembed\\.json|/history(?:/\\d{4}-\\d{2}(?:/\\d{1,4})?)?|/uptime|` +
  `/subscribe(?:/[a-z-]{1,32})?|/badge\\.svg|/og\\.png)?`;
const MACHINES =
  `/api/v2/(?:summary|status|components|${INCIDENT_LISTS}|${MAINTENANCE_LISTS})\\.json|` +
  `(?:/components/${ID})?/history\\.(?:atom|rss)|/calendar\\.ics|` +
  `/widget\\.js|/embed/script\\.js|/llms\\.txt|/logo`;
const address = new RegExp(`^(?:${READ}|${MACHINES})$`);
const rootAddress = new RegExp(`^(?:${READ}|${MACHINES}|/robots\\.txt|/sitemap\\.xml)$`);

/**
 * Whether something public could stand at this address of a site. All are plain enough to be names
 * of files.
 */
export const isAddress = (path: string, base: string): boolean =>
  (base === "" ? rootAddress : address).test(path);

const BELOW = /^\/status\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})(\/.*)?$/;

/** An address of this installation's own host, taken apart: whose page it is of, and the rest. */
export function splitPath(path: string): { orgID: string; address: string } | null {
  const match = BELOW.exec(path);
  return match === null ? null : { orgID: match[1]!, address: match[2] ?? "" };
}

/**
 * Where a site's page stands: at the root of a host of its own, or of this installation's, or below
 * `/status`.
 */
export type Place = { host: string | null; base: string };

/**
 * The name under which the copy at an address is kept: its path, behind its host when that is not
 * the installation's own.
 */
export const keyAt = ({ host, base }: Place, path: string): string =>
  `${host === null ? "" : `//${host}`}${base}${path}` || "/";

/** The address below a place that a key stands for; null when it lies elsewhere. */
export function addressAt(key: string, { host, base }: Place): string | null {
  const front = `${host === null ? "" : `//${host}`}${base}`;
  if (front === "")
    return key.startsWith("//") || key.startsWith("/status/") ? null : key === "/" ? "" : key;
  return key === front ? "" : key.startsWith(`${front}/`) ? key.slice(front.length) : null;
}
