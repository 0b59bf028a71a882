import { findSession } from "@/lib/auth/sessions";
import { COOKIE_NAME, unsealSessionCookie } from "@/lib/auth/session-cookie";
import { env } from "@/lib/env";
import { isProblem } from "@/lib/errors";
import { addressedOrigin } from "@/lib/http/origin";
import { getPublicOrganization } from "@/lib/organizations/scope";
import type { User } from "@/lib/auth/accounts";

// What pages read on the server. Part of the server's bundle: see server-bundle.ts.

export { findEmailChange } from "@/lib/auth/email-change";
export { findVerification } from "@/lib/auth/email-verification";
export { limits } from "@/lib/limits";
export { findInvitationByToken } from "@/lib/organizations/queries";
export { findSubscriptionPage } from "@/lib/subscribers/self-service";

type Cookies = { get: (name: string) => { value: string } | undefined };

/** The user of the session in the cookie, or null. */
export async function findUser(cookies: Cookies): Promise<User | null> {
  const cookie = cookies.get(COOKIE_NAME)?.value;
  const tokenHash = cookie === undefined ? null : await unsealSessionCookie(cookie);
  return tokenHash === null ? null : ((await findSession(tokenHash, new Date()))?.user ?? null);
}

/** The name of an organization: null if it does not exist, its ID if the database is unavailable. */
export const findOrganizationName = (orgID: string): Promise<string | null> =>
  getPublicOrganization(orgID).then(
    ({ name }) => name,
    (error: unknown) => (isProblem(error) && error.status === 404 ? null : orgID),
  );

/** The origin of this installation's URLs. */
export const getOrigin = (headers: Pick<Headers, "get">): string =>
  env.BASE_URL ?? addressedOrigin(headers);
