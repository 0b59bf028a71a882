import type { Context } from "./actor";
import { Problem } from "./errors";

/** For how long a password counts as given recently, from sign-in or re-authentication. */
export const RECENT_PASSWORD_MS = 10 * 60_000;

/**
 * Throws 403 when a user's session is older than its last password by too much. Tokens are exempt.
 */
export function requireRecentPassword({ actor, now, passwordAt }: Context): void {
  if (actor.kind !== "user") return;
  if (passwordAt !== undefined && now.getTime() - passwordAt.getTime() < RECENT_PASSWORD_MS) return;
  throw new Problem(
    "reauthentication_required",
    "This requires a password entered in the last 10 minutes. Confirm your password, then try again.",
  );
}
