import { BASE_PATH, getPagePath } from "./base-path";
import { env } from "./env";
import { hostLabel } from "./host-label";

const getBaseOrigin = (): string => env.BASE_URL ?? `http://localhost:${env.PORT}`;

/** Returns the public URL of the installation with its base path, without a trailing slash. */
export const getBaseUrl = (): string => getBaseOrigin() + BASE_PATH;

/**
 * Returns the origin of a host; null is the installation's own host. Other hosts use https unless
 * `BASE_URL` uses http. They have no port, because a proxy in front of the server terminates TLS.
 */
export const getHostOrigin = (host: string | null): string =>
  host === null
    ? getBaseOrigin()
    : `${env.BASE_URL?.startsWith("http:") ? "http" : "https"}://${host}`;

export const getInstallationHost = (): string => new URL(getBaseOrigin()).hostname;

export function getSubdomainHost(subdomain: string | null): string | null {
  if (subdomain === null || env.STATUS_HOST_SUFFIX === undefined) return null;
  const host = `${subdomain}.${env.STATUS_HOST_SUFFIX}`;
  return host === getInstallationHost() ? null : host;
}

/**
 * Returns the label of a host that is a subdomain of `STATUS_HOST_SUFFIX`, or "" if the label is
 * invalid. Returns null for any other host, and for the installation's own host.
 */
export function readSubdomain(host: string): string | null {
  const suffix = `.${env.STATUS_HOST_SUFFIX}`;
  if (env.STATUS_HOST_SUFFIX === undefined || !host.endsWith(suffix)) return null;
  if (host === getInstallationHost()) return null;
  const label = host.slice(0, -suffix.length);
  return hostLabel.test(label) ? label : "";
}

/**
 * Returns the canonical URL of a status page, without a trailing slash. `host` is the page's own
 * host, or null.
 */
export function getPageUrl(organizationId: string, host: string | null): string {
  if (host !== null) return getHostOrigin(host);
  return organizationId === env.STATUS_HOME
    ? getBaseUrl()
    : getBaseOrigin() + getPagePath(organizationId);
}

/**
 * Returns the URL of a page of the installation. A token is part of the query, because the server
 * doesn't log queries.
 */
export function createLink(path: string, token?: string): string {
  const url = new URL(getBaseUrl() + path);
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}

export const getWebhookDocsLink = (): string => createLink("/docs#webhooks");
export const createManageLink = (token: string): string => createLink("/subscription", token);
/** Returns the URL that email clients send a POST to for one-click unsubscribe (RFC 8058). */
export const createOneClickUnsubscribeLink = (token: string): string =>
  createLink("/v1/unsubscribe", token);
export const createUnsubscribePageLink = (token: string): string =>
  createLink("/subscription/unsubscribe", token);
export const createConfirmLink = (token: string): string =>
  createLink("/subscription/confirm", token);
export const createInvitationLink = (token: string): string => createLink("/invitation", token);

export const readLinkToken = (url: string): string => new URL(url).searchParams.get("token") ?? "";
