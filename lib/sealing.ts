import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { sessionSecrets } from "./secrets";

const VERSION = "s1";
const keys = new Map<string, Buffer>();

function keyOf(secret: string): Buffer {
  let key = keys.get(secret);
  if (key === undefined) keys.set(secret, (key = Buffer.from(hkdfSync("sha256", secret, "", "candor sealing", 32))));
  return key;
}

/**
 * Seals what must be read again but not be readable in the database: signing secrets, capability URLs, tokens that go
 * into mails. AES-256-GCM under the newest secret; any of the secrets opens it.
 */
export function seal(value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(sessionSecrets()[0]!), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return [VERSION, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")].join(".");
}

/** Opens what {@link seal} sealed; throws when it was altered, or sealed under a secret that is gone. */
export function open<T>(text: string): T {
  const [version, encoded] = text.split(".");
  if (version !== VERSION || encoded === undefined) throw new Error("This was not sealed here.");
  const bytes = Buffer.from(encoded, "base64url");
  for (const secret of sessionSecrets()) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8")) as T;
    } catch {
      continue;
    }
  }
  throw new Error("No secret opens this: was SESSION_SECRET rotated without keeping the old value?");
}

/** A random token for a link, and the hash under which it is kept. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
