import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const FILE = "session-secret";
let loaded: string[] | undefined;

/**
 * The secrets of session cookies, newest first: `SESSION_SECRET`, or the file's. None while the
 * file is missing.
 */
export function getSessionSecrets(): string[] {
  loaded ??= env.SESSION_SECRET ?? readSecretFile();
  return loaded ?? [];
}

/**
 * The secrets of encrypted columns: the first encrypts, all decrypt. The session secrets are among
 * them, because they
 * encrypted the data before `DATA_SECRET` was set.
 */
export const getDataSecrets = (): string[] => [...(env.DATA_SECRET ?? []), ...getSessionSecrets()];

/** The file that holds the secret, or null when the environment gives it. */
export const getSecretFile = (): string | null =>
  env.SESSION_SECRET === undefined ? join(env.DATA_DIR, FILE) : null;

/** Whether the secret would have to be created now. */
export const isSecretFileMissing = (): boolean =>
  env.SESSION_SECRET === undefined && loaded === undefined && !existsSync(join(env.DATA_DIR, FILE));

function readSecretFile(): string[] | undefined {
  const path = join(env.DATA_DIR, FILE);
  try {
    return [requireValidSecret(readFileSync(path, "utf8").trim(), path)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/**
 * Creates the file if a secret is missing. Only for a database that was checked: its data may need
 * the file from a backup.
 */
export function createMissingSecret(): void {
  if (getSessionSecrets().length > 0) return;
  const path = join(env.DATA_DIR, FILE);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  // Written whole and then linked, so that of two processes that start at once both read the same
  // one.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Syncs the file, so that a power cut cannot leave it empty. */
function requireValidSecret(secret: string, path: string): string {
  if (secret.length < 32)
    throw new Error(
      `${path} does not hold a secret of 32 characters: restore it, or delete it, which ends all sessions.`,
    );
  return secret;
}
