import { env } from "./env";

/** The public URL of this installation: `BASE_URL`, else localhost. No trailing slash. */
export const baseUrl = (): string => env.BASE_URL ?? `http://localhost:${env.PORT}`;

/**
 * The origin of a custom domain. TLS ends at a proxy, so it is https unless `BASE_URL` uses http.
 */
export const hostOrigin = (host: string): string =>
  `${env.BASE_URL?.startsWith("http:") ? "http" : "https"}://${host}`;

/** The canonical URL of a status page. `host` is the verified custom domain. No trailing slash. */
export const pageUrl = (organizationId: string, host: string | null): string =>
  host !== null
    ? hostOrigin(host)
    : organizationId === env.STATUS_HOME
      ? baseUrl()
      : `${baseUrl()}/status/${organizationId}`;

function link(path: string, token?: string): string {
  const url = new URL(path, baseUrl());
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}

// Links in messages. Tokens are query parameters, because query strings are not logged.

export const webhookDocsLink = (): string => link("/docs#webhooks");
/** The page to manage a subscription. */
export const manageLink = (token: string): string => link("/subscription", token);
/** The endpoint that email clients post to (RFC 8058). */
export const oneClickUnsubscribeLink = (token: string): string => link("/v1/unsubscribe", token);
export const unsubscribePageLink = (token: string): string =>
  link("/subscription/unsubscribe", token);
/** The page to confirm a subscription. */
export const confirmLink = (token: string): string => link("/subscription/confirm", token);
export const passwordResetLink = (token: string): string => link("/reset-password", token);
/** The page to confirm a new email address. */
export const emailChangeLink = (token: string): string => link("/confirm-email", token);
export const forgotPasswordLink = (): string => link("/forgot-password");
/** The page to confirm the email address of a new account. */
export const verifyEmailLink = (token: string): string => link("/verify-email", token);
export const invitationLink = (token: string): string => link("/invitation", token);

/** The token of one of these links, or an empty string. */
export const readLinkToken = (url: string): string => new URL(url).searchParams.get("token") ?? "";
