import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const FILE = "session-secret";
let loaded: string[] | undefined;

/** Newest first. Empty if the file is missing. */
export function getSessionSecrets(): string[] {
  loaded ??= env.SESSION_SECRET ?? readSecretFile();
  return loaded ?? [];
}

/**
 * The first one encrypts, all decrypt. Session secrets encrypt the data until `DATA_SECRET` is set.
 */
export const getDataSecrets = (): string[] => [...(env.DATA_SECRET ?? []), ...getSessionSecrets()];

/** Null if `SESSION_SECRET` is set. */
export const getSecretFile = (): string | null =>
  env.SESSION_SECRET === undefined ? join(env.DATA_DIR, FILE) : null;

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

/** Call it only after checking the database: its data may require the file from a backup. */
export function createMissingSecret(): void {
  if (getSessionSecrets().length > 0) return;
  const path = join(env.DATA_DIR, FILE);
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  // Of two processes that start together, both must read the same complete file: link a temporary
  // one.
  const temporaryPath = `${path}.${process.pid}`;
  const secret = `${randomBytes(48).toString("base64url")}\n`;
  // A power failure must not leave the file empty.
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
