import { createUserActor } from "@/lib/actor";
import { findSession, type Session } from "@/lib/auth/sessions";
import { COOKIE_NAME, unsealSessionCookie } from "@/lib/auth/session-cookie";
import { BASE_PATH } from "@/lib/base-path";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { getRequestOrigin } from "@/lib/http/origin";
import { log } from "@/lib/log";
import { getOrganization } from "@/lib/organizations/queries";
import { findOrganizationName, getOrganizationScope } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import type { User } from "@/lib/auth/accounts";

// This module is part of the server's bundle. Pages import it through server-bundle.ts.

export { findEmailChange } from "@/lib/auth/email-change";
export { findVerification } from "@/lib/auth/email-verification";
export { limits } from "@/lib/limits";
export { findInvitationByToken } from "@/lib/organizations/queries";
export { findSubscriptionPage } from "@/lib/subscribers/self-service";

type Cookies = { get: (name: string) => { value: string } | undefined };

export async function findUser(
  cookies: Cookies,
): Promise<(User & Pick<Session, "isAdministrator">) | null> {
  const cookie = cookies.get(COOKIE_NAME)?.value;
  const tokenHash = cookie === undefined ? null : await unsealSessionCookie(cookie);
  const session = tokenHash === null ? null : await findSession(tokenHash, new Date());
  return session && { ...session.user, isAdministrator: session.isAdministrator };
}

/**
 * Returns the organization's name, its ID if the query fails, or null if the organization does not
 * exist or is being deleted.
 */
export const findOrganizationNameOrId = (orgID: string): Promise<string | null> =>
  findOrganizationName(orgID).catch(() => orgID);

/** Returns the organization as the API returns it to a member, or null if it can't be read. */
export async function findOrganization(user: User, orgID: string) {
  try {
    const scope = await getOrganizationScope(createUserActor(user), orgID, "viewer");
    return serializeOrganization(await getOrganization(scope));
  } catch (error) {
    if (!(error instanceof Problem))
      log.warn({ error: String(error) }, "an organization could not be read");
    return null;
  }
}

export const getInstallationUrl = (headers: Pick<Headers, "get">): string =>
  (env.BASE_URL ?? getRequestOrigin(headers)) + BASE_PATH;
