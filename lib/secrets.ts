import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const FILE = "session-secret";
let loaded: string[] | undefined;

/**
 * The secrets of session cookies, newest first, from `SESSION_SECRET` or the file. Empty if the
 * file is missing.
 */
export function getSessionSecrets(): string[] {
  loaded ??= env.SESSION_SECRET ?? readSecretFile();
  return loaded ?? [];
}

/**
 * The secrets of encrypted columns. The first one encrypts, all decrypt. Includes the session
 * secrets, which encrypt the data until `DATA_SECRET` is set.
 */
export const getDataSecrets = (): string[] => [...(env.DATA_SECRET ?? []), ...getSessionSecrets()];

/** The path of the secret's file, or null if `SESSION_SECRET` is set. */
export const getSecretFile = (): string | null =>
  env.SESSION_SECRET === undefined ? join(env.DATA_DIR, FILE) : null;

/** Whether the secret's file must be created or restored. */
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
 * Creates the file if there is no secret. Call it only after checking the database, because its
 * data may require the file from a backup.
 */
export function createMissingSecret(): void {
  if (getSessionSecrets().length > 0) return;
  const path = join(env.DATA_DIR, FILE);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  // Two processes that start at the same time must read the same complete file, so write a
  // temporary one and link it.
  const temporaryPath = `${path}.${process.pid}`;
  const secret = `${randomBytes(48).toString("base64url")}\n`;
  // Flush, so that a power failure cannot leave the file empty.
  writeFileSync(temporaryPath, secret, { mode: 0o600, flush: true });
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(temporaryPath);
  }
}

function requireValidSecret(secret: string, path: string): string {
  if (secret.length < 32)
    throw new Error(
      `${path} does not contain a secret of at least 32 characters. Restore it from a backup, or ` +
        "delete it to create a new secret, which ends all sessions.",
    );
  return secret;
}
