import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { User } from "@/lib/auth/accounts";
import { COOKIE_NAME, openCookie } from "@/lib/auth/session-cookie";
import { findSession } from "@/lib/auth/sessions";
import { isProblem } from "@/lib/errors";
import { enterOrganization, type OrganizationScope } from "@/lib/organizations/scope";

const HOME = "/dashboard";
/** Where sign-in leads: into the dashboard or back to an invitation. A link must not lead to another site by way of ours. */
const TARGET = /^\/((dashboard|account)(\/[\w-]+)*|new-organization|invitation\?token=[\w-]{43})$/;

/** Who is signed in, or null. */
export async function findVisitor(): Promise<User | null> {
  const cookie = (await cookies()).get(COOKIE_NAME)?.value;
  const tokenHash = cookie === undefined ? null : await openCookie(cookie);
  return tokenHash === null ? null : ((await findSession(tokenHash, new Date()))?.user ?? null);
}

/** The address of sign-in, or of registration, from which the way leads to `next`. */
export const thenTo = (page: "/login" | "/register", next: string): string => (next === HOME ? page : `${page}?next=${encodeURIComponent(next)}`);

/** Sends those who are not signed in to sign-in, and from there back to `path`. */
export async function requireSignedIn(path: string): Promise<User> {
  return (await findVisitor()) ?? redirect(thenTo("/login", path));
}

/**
 * The same for a screen of one record, which `read` looks up in the visitor's organization: 404 where there is none. All else that may
 * be wrong, the screen itself is told by `/v1`.
 */
export async function requireRecord(path: string, orgID: string, read: (scope: OrganizationScope) => Promise<unknown>): Promise<void> {
  const { id, name } = await requireSignedIn(path);
  try {
    await read(await enterOrganization({ kind: "user", userId: id, name }, orgID, "viewer"));
  } catch (error) {
    if (isProblem(error) && error.status === 404) notFound();
  }
}

/** The token of the invitation that sign-in leads back to; null when it leads elsewhere. */
export const invitationBehind = (next: string): string | null => (next.startsWith("/invitation?") ? new URLSearchParams(next.slice("/invitation".length)).get("token") : null);

export type SignInParams = Promise<{ next?: string | string[] }>;

/** Sends those who are signed in on their way; returns where the others are to go once they are. */
export async function requireSignedOut(searchParams: SignInParams): Promise<string> {
  const { next } = await searchParams;
  const target = typeof next === "string" && TARGET.test(next) ? next : HOME;
  if ((await findVisitor()) !== null) redirect(target);
  return target;
}
