import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { getSqlReader, runSqlTransaction } from "@/lib/statements";
import { reader, transaction, type Tx } from "./db/database";
import { env } from "./env";
import { log } from "./log";
import { canDecrypt, reencrypt, encrypt } from "./encryption";
import {
  generateSecret,
  getDataSecrets,
  getRotatedSecrets,
  getSecretFile,
  isDataSecretMissing,
  writeRotatedSecrets,
} from "./secrets";

export const encryptedColumns = [
  {
    table: "subscribers",
    column: "address",
    key: "id",
    condition: "channel IN ('slack', 'discord', 'teams')",
  },
  { table: "subscribers", column: "secrets", key: "id", condition: "secrets IS NOT NULL" },
  { table: "subscribers", column: "tokens", key: "id", condition: "true" },
  { table: "removed_subscribers", column: "data", key: "id", condition: "true" },
  { table: "mail_jobs", column: "data", key: "id", condition: "data <> ''" },
  { table: "idempotency_keys", column: "value", key: "key_hash", condition: "true" },
] as const;

/** `findKeyProblem` reads several values per column, because some may be unreadable. */
const SAMPLE_SIZE = 20;
const BATCH_SIZE = 100;
const ROWS_PER_LOG_LINE = 10_000;
const CHECK_TEXT = "candor";
const ROW_ID = 1;

async function readCheckValue(db: Tx): Promise<string | null> {
  const row = await db.encryptionKeyCheck.findUnique({ where: { id: ROW_ID } });
  return row?.value ?? null;
}

async function sampleEncryptedValues(): Promise<string[]> {
  const samples: string[] = [];
  for (const { table, column, key, condition } of encryptedColumns) {
    const rows = await reader().$queryRawUnsafe<{ value: string }[]>(
      `SELECT ${column} AS value FROM ${table} WHERE ${condition} ORDER BY ${key} DESC LIMIT ${SAMPLE_SIZE}`,
    );
    samples.push(...rows.map(({ value }) => value));
  }
  return samples;
}

/**
 * Returns an error for the operator if the secrets don't decrypt the stored data, otherwise null.
 * With `DATA_KEY_LOST=on`, any secret is accepted.
 */
export async function findKeyProblem(): Promise<string | null> {
  const value = await readCheckValue(reader());
  const isMissing = env.DATA_SECRET === undefined && isDataSecretMissing();
  if (value !== null && !isMissing && canDecrypt(value)) return null;
  const samples = await sampleEncryptedValues();
  const isAccepted =
    samples.length === 0 ||
    (value === null && !isMissing && samples.some(canDecrypt)) ||
    env.DATA_KEY_LOST === "on";
  return isAccepted ? null : describeKeyProblem(isMissing);
}

function describeKeyProblem(isMissing: boolean): string {
  const advice =
    "If the secret is lost, start with DATA_KEY_LOST=on. " +
    "Webhook secrets, chat URLs, and queued emails then stay unreadable.";
  const file = getSecretFile();
  if (env.DATA_SECRET === undefined && file !== null) {
    return (
      "The data in the database is encrypted with " +
      (isMissing ? `${file}, which is missing. ` : `a secret other than the one in ${file}. `) +
      `Restore this file from the backup. ${advice}`
    );
  }
  const setting = env.DATA_SECRET === undefined ? "SESSION_SECRET" : "DATA_SECRET";
  return (
    `The data in the database is encrypted with a secret that ${setting} ` +
    `does not contain. Append that secret to ${setting} after a comma. If the secret was in ` +
    `DATA_DIR/session-secret before, append the content of that file. ${advice}`
  );
}

/**
 * Stores a check value, encrypted with the first secret, for `findKeyProblem`. Keeps a stored value
 * if the secrets decrypt it, or if `findKeyProblem` rejects them, for example because another
 * process uses a newer secret.
 */
export async function storeKeyCheck(now: Date): Promise<void> {
  const known = await readCheckValue(reader());
  if (known !== null && (canDecrypt(known) || (await findKeyProblem()) !== null)) return;
  const check = { value: encrypt(CHECK_TEXT), checkedAt: now };
  await transaction((tx) =>
    tx.encryptionKeyCheck.upsert({
      where: { id: ROW_ID },
      create: { id: ROW_ID, ...check },
      update: check,
    }),
  );
}

export type Reencryption = { reencrypted: number; unreadable: number };

/**
 * Encrypts stored data with the first secret, and counts values that no secret decrypts. An
 * interrupted run can be repeated. Returns null if there is only one secret.
 */
export async function reencryptData(now: Date): Promise<Reencryption | null> {
  if (getDataSecrets().length === 1) return null;
  const counts = { reencrypted: 0, unreadable: 0 };
  for (const entry of encryptedColumns) await reencryptColumn(entry, counts);
  const known = await readCheckValue(reader());
  const value = known === null ? null : reencrypt(known);
  if (value !== null)
    await transaction((tx) =>
      tx.encryptionKeyCheck.updateMany({ data: { value, checkedAt: now } }),
    );
  return counts;
}

async function reencryptColumn(
  { table, column, key, condition }: (typeof encryptedColumns)[number],
  counts: Reencryption,
): Promise<void> {
  for (let after = ""; ;) {
    const rows = await getSqlReader().all<{ key: string; value: string }>(
      `SELECT ${key} AS key, ${column} AS value FROM ${table} WHERE ${condition} ` +
        `AND ${key} > ? ORDER BY ${key} LIMIT ${BATCH_SIZE}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const changed = rows.flatMap((row) => {
      const next = reencrypt(row.value);
      if (next === null && !canDecrypt(row.value)) counts.unreadable++;
      return next === null ? [] : [{ ...row, next }];
    });
    if (changed.length > 0) {
      await runSqlTransaction(async (db) => {
        for (const row of changed)
          await db.run(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ? AND ${column} = ?`, [
            row.next,
            row.key,
            row.value,
          ]);
      });
      const before = counts.reencrypted;
      counts.reencrypted += changed.length;
      if (
        Math.floor(before / ROWS_PER_LOG_LINE) < Math.floor(counts.reencrypted / ROWS_PER_LOG_LINE)
      )
        log.info({ ...counts, table, column }, "encrypting stored data with the first secret");
    }
    after = last.key;
    await yieldToEventLoop();
  }
}

/**
 * How long a running server may still commit values with the former secret: it reads the file every
 * second, waits up to 20 s for a transaction to start, and has 15 s to run it.
 */
const ROTATION_PAUSE_MS = 40_000;
const PROGRESS_INTERVAL_MS = 500;

type RotationOptions = { pauseMs?: number; onProgress?: (share: number) => void };

/**
 * Encrypts the columns in `encryptedColumns` with a new secret. The former secrets stay in the file
 * until the run completes, so that an interrupted run can be repeated. Throws if another process
 * rotates at the same time.
 */
export async function rotateDataSecret(
  now: Date,
  { pauseMs = ROTATION_PAUSE_MS, onProgress }: RotationOptions = {},
): Promise<Reencryption> {
  const secret = generateSecret();
  writeRotatedSecrets([secret, ...getRotatedSecrets()]);
  const first = (await reencryptData(now)) ?? { reencrypted: 0, unreadable: 0 };
  const startedAt = performance.now();
  for (let ms = 0; ms < pauseMs; ms = performance.now() - startedAt) {
    onProgress?.(ms / pauseMs);
    await sleep(PROGRESS_INTERVAL_MS);
  }
  const last = (await reencryptData(now)) ?? first;
  if (getRotatedSecrets()[0] !== secret)
    throw new Error(
      "Another process changed the data secret during the rotation, so all secrets were kept. " +
        "Run `candor keys rotate` again.",
    );
  writeRotatedSecrets([secret]);
  return { reencrypted: first.reencrypted + last.reencrypted, unreadable: last.unreadable };
}

/**
 * Describes which settings still contain old secrets. Files are not named, because
 * `candor keys rotate` removes old secrets from them.
 */
function describeCompletion(): string {
  const settings = (["DATA_SECRET", "SESSION_SECRET"] as const).filter(
    (name) => (env[name]?.length ?? 0) > 1,
  );
  const done = "all readable data is encrypted with the first secret";
  if (settings.length === 0) return done;
  const names = settings.join(" and ");
  return `${done}; once every process uses it as its first secret, you can remove the others from ${names}`;
}

let isLaterPass = false;
let isComplete = false;
let passSecrets = "";

/**
 * Encrypts stored data with the first secret. Called hourly, because processes with older settings
 * may still write with another secret. After a second or later pass without changes, skips the data
 * until the secrets change.
 */
export async function runReencryptionPass(now: Date): Promise<void> {
  await storeKeyCheck(now);
  const secrets = getDataSecrets().join("\n");
  if (secrets !== passSecrets) [isLaterPass, isComplete, passSecrets] = [false, false, secrets];
  if (isComplete) return;
  const counts = await reencryptData(now);
  if (counts === null) return;
  isComplete = isLaterPass && counts.reencrypted === 0;
  isLaterPass = true;
  log.info(
    counts,
    isComplete
      ? describeCompletion()
      : "encrypted stored data with the first secret; another pass in an hour " +
          "looks for data that other processes wrote in the meantime",
  );
  if (counts.unreadable > 0)
    log.warn(
      { unreadable: counts.unreadable },
      "some values can't be decrypted; they stay unreadable until you add the secret they were encrypted with",
    );
}
