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
    "You have not entered your password in the last 10 minutes. Confirm it, then try again.",
  );
}
