import { env } from "./env";

/** `BASE_URL` or localhost, without a trailing slash. */
export const getBaseUrl = (): string => env.BASE_URL ?? `http://localhost:${env.PORT}`;

/** TLS ends at a proxy, so a custom domain uses https unless `BASE_URL` uses http. */
export const getHostOrigin = (host: string): string =>
  `${env.BASE_URL?.startsWith("http:") ? "http" : "https"}://${host}`;

/** Without a trailing slash. `host` is a verified domain. */
export function getPageUrl(organizationId: string, host: string | null): string {
  if (host !== null) return getHostOrigin(host);
  return organizationId === env.STATUS_HOME
    ? getBaseUrl()
    : `${getBaseUrl()}/status/${organizationId}`;
}

function createLink(path: string, token?: string): string {
  const url = new URL(path, getBaseUrl());
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}

// Tokens are query parameters, because query strings are not logged.

export const getWebhookDocsLink = (): string => createLink("/docs#webhooks");
export const createManageLink = (token: string): string => createLink("/subscription", token);
/** Email clients post to it (RFC 8058). */
export const createOneClickUnsubscribeLink = (token: string): string =>
  createLink("/v1/unsubscribe", token);
export const createUnsubscribePageLink = (token: string): string =>
  createLink("/subscription/unsubscribe", token);
export const createConfirmLink = (token: string): string =>
  createLink("/subscription/confirm", token);
export const createPasswordResetLink = (token: string): string =>
  createLink("/reset-password", token);
export const createEmailChangeLink = (token: string): string => createLink("/confirm-email", token);
export const getForgotPasswordLink = (): string => createLink("/forgot-password");
export const createVerifyEmailLink = (token: string): string => createLink("/verify-email", token);
export const createInvitationLink = (token: string): string => createLink("/invitation", token);

export const readLinkToken = (url: string): string => new URL(url).searchParams.get("token") ?? "";
