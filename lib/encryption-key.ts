import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { bulkReader, bulkTransaction } from "@/lib/statements";
import type { Tx } from "./db/client";
import { reader, transaction } from "./db/database";
import { env } from "./env";
import { log } from "./log";
import { canDecrypt, reencrypt, encrypt } from "./encryption";
import { getDataSecrets, isSecretFileMissing, getSecretFile } from "./secrets";

/** Addresses are encrypted only for chat channels. */
export const encryptedColumns = [
  {
    table: "subscribers",
    column: "address",
    key: "id",
    condition: "channel IN ('slack', 'discord', 'teams')",
  },
  { table: "subscribers", column: "secrets", key: "id", condition: "secrets IS NOT NULL" },
  { table: "subscribers", column: "tokens", key: "id", condition: "true" },
  { table: "mail_jobs", column: "data", key: "id", condition: "data <> ''" },
  { table: "idempotency_keys", column: "value", key: "key_hash", condition: "true" },
] as const;

/** Values per column to try. Single values may be damaged or use a removed secret. */
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
 * Returns why the configured secret cannot decrypt the data, or null. With `DATA_KEY_LOST=on`, any
 * secret is accepted.
 */
export async function findKeyProblem(): Promise<string | null> {
  const value = await readCheckValue(reader());
  const isMissing = env.DATA_SECRET === undefined && isSecretFileMissing();
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
    "If it is lost, start with DATA_KEY_LOST=on: webhook secrets and chat addresses then stay unreadable.";
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

/** Keeps a value that this process can decrypt, or that a process with a newer secret wrote. */
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

/** Uses short transactions and can be interrupted. Returns null if there is only one secret. */
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
    const rows = await bulkReader().all<{ key: string; value: string }>(
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
      await bulkTransaction(async (db) => {
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

const COMPLETE =
  "all readable data is encrypted with the first secret; once every process " +
  "uses it as its first secret, you can remove the others";
let isLaterPass = false;
let isComplete = false;

/**
 * Run every hour, because older processes still write with another secret. A rotation is complete
 * when a later pass finds nothing to do.
 */
export async function runReencryptionPass(now: Date): Promise<void> {
  await storeKeyCheck(now);
  const counts = await reencryptData(now);
  if (counts === null) return;
  if (isComplete && counts.reencrypted === 0) return;
  isComplete = isLaterPass && counts.reencrypted === 0;
  isLaterPass = true;
  log.info(
    counts,
    isComplete
      ? COMPLETE
      : "encrypted stored data with the first secret; another pass in an hour " +
          "looks for data that other processes wrote in the meantime",
  );
  if (counts.unreadable > 0)
    log.warn(
      { unreadable: counts.unreadable },
      "no configured secret decrypts some values; they stay unreadable until you add their secret",
    );
}
