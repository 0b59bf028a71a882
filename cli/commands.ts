import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { passwordReset, passwordResetRequest, registration } from "@/lib/auth/schema";
import {
  createUser,
  recordLocalAction,
  replacePassword,
  setAdministrator,
} from "@/lib/administration/commands";
import { openDestination, storeBackup } from "@/lib/backup/backup-destination";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { type BackupResult, writeBackup } from "@/lib/backup/write-backup";
import { findMigrationProblem, readMigrationState } from "@/lib/database-check";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import {
  findKeyProblem,
  reencryptData,
  type Reencryption,
  rotateDataSecret,
} from "@/lib/encryption-key";
import { env } from "@/lib/env";
import { getDatabasePath, getEngine } from "@/lib/migrations";
import { createMissingSecret, getDataSecrets } from "@/lib/secrets";
import { applyMigrations, withLockFile } from "@/prisma/engine";
import {
  createProgressBar,
  formatBytes,
  formatCount,
  printResult,
  readStandardInput,
} from "./output";

type Options = { json?: boolean };

/**
 * Runs `work` with an open database. Throws if the database does not exist, lacks migrations, or
 * needs a newer version of Candor or a different secret.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  requireDatabaseFile();
  await openDatabase();
  try {
    const { missing } = await requireReadable();
    if (missing.length > 0)
      throw new Error(
        `The database is missing ${formatCount(missing.length, "migration")}. Run candor migrate.`,
      );
    createMissingSecret();
    return await work();
  } finally {
    await closeDatabase();
  }
}

/** Throws if a SQLite database's file does not exist, because SQLite would create an empty one. */
export function requireDatabaseFile(): void {
  if (getEngine(env.DATABASE_URL) !== "sqlite") return;
  const path = getDatabasePath(env.DATABASE_URL);
  if (!existsSync(path))
    throw new Error(`The database ${path} does not exist. Check DATA_DIR and DATABASE_URL.`);
}

/**
 * Throws if the database needs a newer version of Candor or a different secret. Does not check the
 * secret if migrations are missing, and returns these migrations.
 */
async function requireReadable(): Promise<{ missing: string[] }> {
  const { missing, unknown } = await readMigrationState();
  const problem = findMigrationProblem({ missing: [], unknown });
  const keyProblem = missing.length > 0 ? null : await findKeyProblem();
  if (problem !== null || keyProblem !== null) throw new Error(problem ?? keyProblem!);
  return { missing };
}

async function withProgress<T>(
  label: string,
  work: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  const bar = createProgressBar(label);
  return work(bar.update).finally(bar.end);
}

export async function migrate({ json = false }: Options): Promise<void> {
  const applied = await applyMigrations(env.DATABASE_URL);
  const text = applied.map((name) => `migrated: ${name}`).join("\n");
  printResult(json, { applied }, text || "The database is up to date.");
}

/** Writes a backup. The server's schedule sets `scheduled`. */
export async function backup(
  file: string | undefined,
  { json = false, scheduled = false }: Options & { scheduled?: boolean },
): Promise<void> {
  const destination = file === undefined ? openDestination() : null;
  if (file === undefined && destination === null)
    throw new Error("Pass a file name, such as candor backup candor.backup, or set BACKUP_TO.");
  const [passphrase, now] = [env.BACKUP_PASSPHRASE, new Date()];
  requireDatabaseFile();
  await openDatabase();
  // Missing migrations are allowed, so that the new version can back up before it migrates.
  await requireReadable();
  const result: BackupResult & { warning?: string } = await withProgress(
    "Backing up",
    async (onProgress) => {
      const options = { passphrase, now, onProgress };
      const written = await (destination === null
        ? writeBackup(file!, options)
        : storeBackup(destination, options));
      const subject = { type: "backup", id: "backup", name: written.path };
      const after = destination === null ? undefined : { destination: destination.label };
      // In a read-only database, the audit entry can't be written.
      await recordLocalAction({ action: "backup.created", subject, after }, now, {
        isScheduled: scheduled,
      }).catch(() => undefined);
      return written;
    },
  ).finally(closeDatabase);
  const { path, bytes, rows, tables, encrypted } = result;
  const note = encrypted
    ? "Keep the passphrase: without it, the file can't be restored."
    : "The file contains the secrets of this installation. Store it where only you can read it.";
  const size = `${formatBytes(bytes)}, ${formatCount(rows, "row")} of ${formatCount(tables, "table")}`;
  const warning = result.warning === undefined ? "" : `\nWarning: ${result.warning}`;
  printResult(json, result, `${path}: ${size}. ${note}${warning}`);
}

export async function restore(
  file: string,
  { json = false, force = false }: Options & { force?: boolean },
): Promise<void> {
  const result = await withProgress("Restoring", (onProgress) =>
    restoreBackup(file, { passphrase: env.BACKUP_PASSPHRASE, force, applyMigrations, onProgress }),
  );
  const subject = { type: "backup", id: "backup", name: file };
  const after = { backup_from: result.created_at, rows: result.rows };
  const change = { action: "backup.restored", subject, after };
  await openDatabase();
  await recordLocalAction(change, new Date()).finally(closeDatabase);
  const { rows, created_at, app_version, migrated } = result;
  const note =
    migrated.length > 0 ? `, and applied ${formatCount(migrated.length, "migration")}` : "";
  printResult(
    json,
    result,
    `Restored ${formatCount(rows, "row")} from ${created_at} (version ${app_version})${note}. ` +
      "Start the server to publish the pages again.",
  );
}

const generatePassword = (): string => randomBytes(15).toString("base64url");

type PasswordOptions = Options & { passwordStdin?: boolean };

/** Reads or generates a password. `shown` contains a generated password, which is printed. */
async function readPassword({ passwordStdin }: PasswordOptions) {
  const password = passwordStdin ? await readStandardInput() : generatePassword();
  return { password, shown: passwordStdin ? {} : { password } };
}

const describePassword = ({ password }: { password?: string }) =>
  password === undefined ? "" : `\nPassword: ${password}`;

export async function createAccount(
  address: string,
  options: PasswordOptions & { name?: string; admin?: boolean },
): Promise<void> {
  const { password, shown } = await readPassword(options);
  const name = options.name ?? address.split("@")[0]!;
  const input = registration.parse({ email: address, password, name });
  const user = await withDatabase(async () => {
    const created = await createUser(input, new Date());
    if (options.admin) await setAdministrator(created.email, true, new Date());
    return created;
  });
  const text = `Created the account ${user.email}.${describePassword(shown)}`;
  printResult(options.json ?? false, { ...user, ...shown }, text);
}

export async function resetPassword(address: string, options: PasswordOptions): Promise<void> {
  const { password, shown } = await readPassword(options);
  const { email } = passwordResetRequest.parse({ email: address });
  passwordReset.parse({ token: "-", password });
  await withDatabase(() => replacePassword(email, password, new Date()));
  const text = `Set a new password for ${email} and ended all sessions.${describePassword(shown)}`;
  printResult(options.json ?? false, { email, ...shown }, text);
}

export async function makeAdmin(
  address: string,
  { json = false, remove = false }: Options & { remove?: boolean },
): Promise<void> {
  const { email } = passwordResetRequest.parse({ email: address });
  await withDatabase(() => setAdministrator(email, !remove, new Date()));
  const state = remove ? "no longer an administrator" : "an administrator";
  printResult(json, { email, administrator: !remove }, `${email} is ${state}.`);
}

export async function rotateKeys({ json = false }: Options): Promise<void> {
  const setting = (["DATA_SECRET", "SESSION_SECRET"] as const).find((name) => env[name]);
  if (setting !== undefined && new Set(getDataSecrets()).size === 1)
    throw new Error(
      `Data is encrypted with the setting ${setting}. Set DATA_SECRET to a new value and the current ` +
        `one, separated by a comma, restart the server, and run this command again. ` +
        "Generate a new value with: openssl rand -hex 32",
    );
  const result = await withProgress("Rotating", (onProgress) =>
    withDatabase(async (): Promise<Reencryption> => {
      const rotated =
        setting === undefined
          ? await withLockFile(
              join(env.DATA_DIR, "data-secret-rotating"),
              () => rotateDataSecret(new Date(), { onProgress }),
              0,
            )
          : ((await reencryptData(new Date())) ?? { reencrypted: 0, unreadable: 0 });
      const subject = { type: "secret", id: "data-secret", name: "data secret" };
      await recordLocalAction({ action: "secret.rotated", subject, after: rotated }, new Date());
      return rotated;
    }),
  );
  const { reencrypted, unreadable } = result;
  const note =
    unreadable > 0
      ? `Left ${formatCount(unreadable, "value")} unchanged because decryption failed. `
      : "";
  const next = setting
    ? `Once every process has started with the new value, remove the old one from ${setting}.`
    : "Back up again: earlier backups contain the previous secret.";
  printResult(
    json,
    result,
    `Encrypted ${formatCount(reencrypted, "value")} with the new secret. ${note}${next}`,
  );
}
