import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const FILE = "session-secret";
let loaded: string[] | undefined;

/** The secrets under which cookies and stored secrets are sealed, newest first: `SESSION_SECRET`, or one that is made once and kept in `DATA_DIR`. */
export function sessionSecrets(): string[] {
  return (loaded ??= env.SESSION_SECRET ?? [keptSecret()]);
}

function keptSecret(): string {
  const path = join(env.DATA_DIR, FILE);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    return required(readFileSync(path, "utf8").trim(), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // Written whole and then linked, so that of two processes that start at once both read the same one.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}

/** A file that a power cut left empty would sign nobody in, and nobody would know why. */
function required(secret: string, path: string): string {
  if (secret.length < 32) throw new Error(`${path} does not hold a secret of 32 characters: restore it, or delete it, which ends all sessions.`);
  return secret;
}
