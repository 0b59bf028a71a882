import { randomBytes } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const SESSION_FILE = "session-secret";
/**
 * The file that `candor keys rotate` and `candor restore` write. It has one secret per line. The
 * first one encrypts, unless `DATA_SECRET` is set.
 */
const DATA_FILE = "data-secret";
/** How long a process uses a file's content before it checks whether the file changed. */
const CHECK_INTERVAL_MS = 1_000;

type LoadedFile = { checkedAt: number; modifiedAt: number | undefined; secrets: string[] };
const loaded = new Map<string, LoadedFile>();

export const getSessionSecrets = (): string[] => env.SESSION_SECRET ?? readSecretFile(SESSION_FILE);

/**
 * Returns the secrets that decrypt stored data. The first one also encrypts it. Session secrets
 * come last, so they encrypt only if there are no others.
 */
export const getDataSecrets = (): string[] => [
  ...(env.DATA_SECRET ?? []),
  ...readSecretFile(DATA_FILE),
  ...getSessionSecrets(),
];

export const getSecretFile = (): string | null =>
  env.SESSION_SECRET === undefined ? join(env.DATA_DIR, SESSION_FILE) : null;

export const isDataSecretMissing = (): boolean => getDataSecrets().length === 0;

/** Reads a file again only after it changed. If it was deleted, returns its last content. */
function readSecretFile(name: string): string[] {
  const path = join(env.DATA_DIR, name);
  const known = loaded.get(path);
  const checkedAt = performance.now();
  if (known !== undefined && checkedAt - known.checkedAt < CHECK_INTERVAL_MS) return known.secrets;
  const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const secrets =
    modifiedAt === undefined || modifiedAt === known?.modifiedAt
      ? (known?.secrets ?? [])
      : readFileSync(path, "utf8")
          .trim()
          .split("\n")
          .map((secret) => requireValidSecret(secret, name));
  loaded.set(path, { checkedAt, modifiedAt, secrets });
  return secrets;
}

/**
 * Creates the file with a session secret if there is no session secret. Call it only after
 * `findKeyProblem`, because a new secret must not replace a lost one that encrypted data requires.
 */
export function createMissingSecret(): void {
  if (getSessionSecrets().length > 0) return;
  const path = join(env.DATA_DIR, SESSION_FILE);
  // Linking a temporary file is atomic, so concurrent processes all read the same complete file.
  const temporaryPath = writeTemporary(path, [generateSecret()]);
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(temporaryPath);
    loaded.delete(path);
  }
}

export const generateSecret = (): string => randomBytes(48).toString("base64url");

/** Writes a temporary file and flushes it to disk, so that a power failure can't leave it empty. */
function writeTemporary(path: string, secrets: readonly string[]): string {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  return temporaryPath;
}

function writeSecretFile(name: string, secrets: readonly string[]): void {
  const path = join(env.DATA_DIR, name);
  if (secrets.length === 0) rmSync(path, { force: true });
  else renameSync(writeTemporary(path, secrets), path);
  loaded.delete(path);
}

/** Returns the secrets in the data-secret file. Reads the file even if its content is cached. */
export function getRotatedSecrets(): string[] {
  loaded.delete(join(env.DATA_DIR, DATA_FILE));
  return readSecretFile(DATA_FILE);
}

export const writeRotatedSecrets = (secrets: readonly string[]): void =>
  writeSecretFile(DATA_FILE, secrets);

type InstallationSecrets = { session: string[]; data: string[] };

const merge = (...lists: string[][]): string[] => [...new Set(lists.flat())];

/** Adds a backup's secrets to the files, so that current and restored data can be decrypted. */
export function addSecrets({ session, data }: InstallationSecrets): void {
  if (env.SESSION_SECRET === undefined)
    writeSecretFile(SESSION_FILE, merge(getSessionSecrets(), session.slice(0, 1)));
  writeRotatedSecrets(merge(getRotatedSecrets(), data));
}

/**
 * Replaces the secrets in files with those of a backup. Keeps the session-secret file if
 * `SESSION_SECRET` is set. Removes the data-secret file if other secrets decrypt the data.
 */
export function restoreSecrets({ session, data }: InstallationSecrets): void {
  const sessionSecrets = env.SESSION_SECRET ?? session.slice(0, 1);
  const known = [...(env.DATA_SECRET ?? []), ...sessionSecrets];
  writeRotatedSecrets(data.every((secret) => known.includes(secret)) ? [] : data);
  if (env.SESSION_SECRET === undefined) writeSecretFile(SESSION_FILE, sessionSecrets);
}

function requireValidSecret(secret: string, name: string): string {
  if (secret.length < 32)
    throw new Error(
      `${join(env.DATA_DIR, name)} must contain only secrets of at least 32 characters. ` +
        "Restore it from a backup" +
        (name === SESSION_FILE
          ? ". If DATA_SECRET or DATA_DIR/data-secret encrypts the stored data, you can delete " +
            "session-secret instead, which ends all sessions."
          : ", because stored data is encrypted with its secrets."),
    );
  return secret;
}
