import type { Context } from "./actor";
import { Problem } from "./errors";

const RECENT_PASSWORD_MS = 10 * 60_000;

/**
 * Throws 403 if the user has not entered the password in the last 10 minutes. Tokens are exempt.
 */
export function requireRecentPassword({ actor, now, passwordAt }: Context): void {
  if (actor.kind !== "user") return;
  if (passwordAt !== undefined && now.getTime() - passwordAt.getTime() < RECENT_PASSWORD_MS) return;
  throw new Problem(
    "reauthentication_required",
    "This requires a password entered in the last 10 minutes. Confirm your password, then try again.",
  );
}
