import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";
import { unavailable } from "./errors";
import { getDataSecrets } from "./secrets";

const VERSION = "s1";
const keys = new Map<string, Buffer>();

function deriveKey(secret: string): Buffer {
  let key = keys.get(secret);
  if (key === undefined)
    keys.set(secret, (key = Buffer.from(hkdfSync("sha256", secret, "", "candor sealing", 32))));
  return key;
}

export function encrypt(value: unknown): string {
  const [secret] = getDataSecrets();
  if (secret === undefined)
    throw unavailable("The server is still starting. Try again in a moment.", 1);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret), nonce);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  return `${VERSION}.${bytes.toString("base64url")}`;
}

/** Throws if the encrypted value was altered, or if no configured secret decrypts it. */
export function decrypt<T>(text: string): T {
  return decryptWith<T>(text, getDataSecrets());
}

function decryptWith<T>(text: string, secrets: readonly string[]): T {
  const [version, encoded] = text.split(".");
  if (version !== VERSION || encoded === undefined)
    throw new Error("This value was not encrypted by this application.");
  const bytes = Buffer.from(encoded, "base64url");
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(
        decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8"),
      ) as T;
    } catch {
      continue;
    }
  }
  throw new Error(
    "No configured secret decrypts this value. If you replaced a secret, add the old one after it.",
  );
}

export const tryDecrypt = <T>(text: string): T | null => tryDecryptWith<T>(text, getDataSecrets());

export const canDecrypt = (text: string): boolean => tryDecrypt(text) !== null;

/**
 * Returns the value encrypted with the first secret, or null if it already is, or if no secret
 * decrypts it.
 */
export function reencrypt(text: string): string | null {
  if (tryDecryptWith(text, getDataSecrets().slice(0, 1)) !== null) return null;
  const value = tryDecrypt(text);
  return value === null ? null : encrypt(value);
}

function tryDecryptWith<T>(text: string, secrets: readonly string[]): T | null {
  try {
    return decryptWith<T>(text, secrets);
  } catch {
    return null;
  }
}

export function generateToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => hash("sha256", token, "hex");
