import { env } from "./env";

/** Where this installation is reached from outside: `BASE_URL`, else this machine. Without a slash at the end. */
export const baseUrl = (): string => env.BASE_URL ?? `http://localhost:${env.PORT}`;

/**
 * The address of the page at an organization's own host. It lies behind a proxy, for this server speaks no TLS: https, unless
 * `BASE_URL` says that the installation is reached without.
 */
export const hostOrigin = (host: string): string => `${env.BASE_URL?.startsWith("http:") ? "http" : "https"}://${host}`;

/** The one address of an organization's page among those where it stands: at its own proven host, at the root, or below it. Without a slash at the end. */
export const pageUrl = (organizationId: string, host: string | null): string =>
  host !== null ? hostOrigin(host) : organizationId === env.STATUS_HOME ? baseUrl() : `${baseUrl()}/status/${organizationId}`;

function link(path: string, token?: string): string {
  const url = new URL(path, baseUrl());
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}

// Every link that leaves in a message, absolute. A token is a link's only secret: what is logged of a request has no query.

/** Where this installation says how its webhooks are read and verified. */
export const webhookDocsLink = (): string => link("/docs#webhooks");
/** The page on which a subscriber changes what is heard of. */
export const manageLink = (token: string): string => link("/subscription", token);
/** What a mail program posts to (RFC 8058): no page, and a GET of it changes nothing. */
export const oneClickUnsubscribeLink = (token: string): string => link("/v1/unsubscribe", token);
/** The page with the button that unsubscribes. */
export const unsubscribePageLink = (token: string): string => link("/subscription/unsubscribe", token);
/** The page with the button that confirms a subscription. */
export const confirmLink = (token: string): string => link("/subscription/confirm", token);
export const passwordResetLink = (token: string): string => link("/reset-password", token);
/** The page with the button that confirms an account's new address. */
export const emailChangeLink = (token: string): string => link("/confirm-email", token);
/** The page on which a new password is asked for. */
export const forgotPasswordLink = (): string => link("/forgot-password");
export const invitationLink = (token: string): string => link("/invitation", token);

/** The token of one of these links; empty when it has none. */
export const tokenOf = (url: string): string => new URL(url).searchParams.get("token") ?? "";
