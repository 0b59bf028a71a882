import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createThrottleKey, incrementCount, resetCount, setWindowEnd } from "@/lib/throttle";

/**
 * Each process checks at this interval whether a backup is due. A failed backup is retried at the
 * next check.
 */
const CHECK_INTERVAL_MS = 10 * 60_000;
const KEY = createThrottleKey("scheduled_backup");

/**
 * Writes a backup every `BACKUP_EVERY` ms, in one of the processes. Returns a function that stops
 * the schedule and a running backup.
 */
export function startBackupScheduler(): () => void {
  if (env.BACKUP_TO === undefined) return () => undefined;
  let child: ChildProcess | undefined;
  const blockUntil = (ms: number) => transaction((tx) => setWindowEnd(tx, KEY, new Date(ms)));
  const runBackup = async (startedAt: number) => {
    child = spawnBackup();
    const error = await waitForBackup(child).catch(String);
    child = undefined;
    if (error === null) return blockUntil(startedAt + env.BACKUP_EVERY);
    log.error({ error }, "the scheduled backup failed; retrying within ten minutes");
    await transaction((tx) => resetCount(tx, KEY));
  };
  const check = async () => {
    try {
      if (child !== undefined) return await blockUntil(Date.now() + 2 * CHECK_INTERVAL_MS);
      const now = new Date();
      const { count } = await transaction((tx) => incrementCount(tx, KEY, now));
      if (count === 1) await runBackup(now.getTime());
    } catch (error) {
      log.error({ error: String(error) }, "scheduling the backup failed");
    }
  };
  void check();
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    child?.kill();
  };
}

/** Starts the backup in a separate process, because reading and encrypting would delay requests. */
function spawnBackup(): ChildProcess {
  const child = spawn(process.execPath, ["dist/candor.js", "backup", "--json", "--scheduled"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Waits until the backup process ends. Returns the reason for a failure, or null. */
async function waitForBackup(child: ChildProcess): Promise<string | null> {
  let [output, errors] = ["", ""];
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code !== 0) return errors.trim() || (signal ? `ended by ${signal}` : `exit code ${code}`);
  const result = JSON.parse(output) as { warning?: string };
  if (result.warning === undefined) log.info(result, "backup written");
  else log.warn(result, "backup written, but old backups were not deleted");
  return null;
}
