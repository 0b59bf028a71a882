import { createHash } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { LRUCache } from "lru-cache";
import { BASE_PATH } from "@/lib/base-path";
import { env } from "@/lib/env";
import { hashToken } from "@/lib/encryption";
import { getSessionSecrets } from "@/lib/secrets";

export const COOKIE_NAME = "session_token";
export const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;

/**
 * Maps cookie values to token hashes, because unsealing is slow. A cached hash stays correct, and
 * every request checks the session in the database.
 */
const tokenHashCache = new LRUCache<string, string>({ max: 5_000 });

/**
 * Returns the session secrets by ID. IDs are hashes of the secrets, so adding a secret does not
 * change the IDs of others.
 */
function getSealPasswords(): { current: Record<string, string>; all: Record<string, string> } {
  const entries = getSessionSecrets().map((secret): [string, string] => [
    String(createHash("sha256").update(secret).digest().readUInt32BE(0)),
    secret,
  ]);
  return { current: Object.fromEntries(entries.slice(0, 1)), all: Object.fromEntries(entries) };
}

export async function createSessionCookie(token: string, isSecure: boolean): Promise<string> {
  const sealed = await sealData(
    { token },
    { password: getSealPasswords().current, ttl: SESSION_LIFETIME_S },
  );
  return `${COOKIE_NAME}=${sealed}; Max-Age=${SESSION_LIFETIME_S}; ${formatAttributes(isSecure)}`;
}

export const createClearedCookie = (isSecure: boolean): string =>
  `${COOKIE_NAME}=; Max-Age=0; ${formatAttributes(isSecure)}`;

function formatAttributes(isSecure: boolean): string {
  const sameSite = isSecure && env.CORS_ORIGINS.length > 0 ? "None" : "Lax";
  return `Path=${BASE_PATH || "/"}; HttpOnly; SameSite=${sameSite}${isSecure ? "; Secure" : ""}`;
}

export const readSessionCookie = (header: string | null) => readCookie(header, COOKIE_NAME);

export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name)
      return pair.slice(separator + 1).trim();
  }
  return null;
}

/** Returns the hash of the token in a cookie, or null if the cookie is invalid or expired. */
export async function unsealSessionCookie(value: string): Promise<string | null> {
  const cached = tokenHashCache.get(value);
  if (cached !== undefined) return cached;
  if (getSessionSecrets().length === 0) return null;
  const { token } = await unsealData<{ token?: unknown }>(value, {
    password: getSealPasswords().all,
    ttl: SESSION_LIFETIME_S,
  }).catch(() => ({ token: undefined }));
  if (typeof token !== "string") return null;
  const hash = hashToken(token);
  tokenHashCache.set(value, hash);
  return hash;
}
