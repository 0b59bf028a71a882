import fs from "node:fs/promises";
import { dirname } from "node:path";
import { findMigrationProblem, readMigrationState } from "@/lib/database-check";
import { getDatabaseFile, transaction } from "@/lib/db/database";
import { findDatabaseFault } from "@/lib/db/database-errors";
import { findKeyProblem } from "@/lib/encryption-key";
import { env } from "@/lib/env";
import { isProblem, Problem } from "@/lib/errors";
import { log } from "@/lib/log";
import { listPublishingFailures } from "@/lib/publishing/publishing-jobs";

const TIMEOUT_MS = 2_000;
/**
 * Requests within this time share a result, because the endpoint is public and its checks write to
 * the database.
 */
const CACHE_MS = 1_000;
const MIN_FREE_BYTES = 100 * 1024 * 1024;

export type ReadinessCheck = { status: "ok" } | { status: "warning" | "failed"; message: string };
export type Readiness = { status: "ready" | "unavailable"; checks: Record<string, ReadinessCheck> };

const OK: ReadinessCheck = { status: "ok" };
let cached: { at: number; readiness: Promise<Readiness> } | undefined;

/** Checks whether the server can respond to requests. Results are cached for `CACHE_MS`. */
export function checkReadiness(now = performance.now()): Promise<Readiness> {
  if (cached === undefined || now - cached.at >= CACHE_MS)
    cached = { at: now, readiness: runChecks() };
  return cached.readiness;
}

async function runChecks(): Promise<Readiness> {
  const checks: Readiness["checks"] = { database: OK };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Problem("unavailable", "The database did not respond in time.")),
      TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([checkDatabase(checks), timeout]);
  } catch (error) {
    checks.database = {
      status: "failed",
      message: isProblem(error)
        ? error.detail
        : (findDatabaseFault(error)?.detail ??
          "The database can't be read. See the server log for the cause."),
    };
    log.warn({ error: String(error) }, "readiness check failed");
  } finally {
    clearTimeout(timer);
  }
  return {
    status: Object.values(checks).every(({ status }) => status !== "failed")
      ? "ready"
      : "unavailable",
    checks,
  };
}

async function checkDatabase(checks: Readiness["checks"]): Promise<void> {
  const state = await readMigrationState();
  checks.migrations = toCheck(findMigrationProblem(state));
  if (checks.migrations !== OK) return;
  const unknown = state.unknown.join(", ");
  if (unknown !== "")
    checks.migrations = {
      status: "warning",
      message: `A newer version has migrated the database. This version is compatible with it (${unknown}).`,
    };
  checks.encryption_key = toCheck(await findKeyProblem());
  Object.assign(checks, await checkPublicPages(), await checkDatabaseFile(), await checkDisk());
  // A write also detects a full disk of a database server, and a read-only standby server.
  await transaction((tx) => tx.encryptionKeyCheck.updateMany({ data: { checkedAt: new Date() } }));
}

/** Detects that SQLite's file was replaced or deleted, because all later writes would be lost. */
async function checkDatabaseFile(): Promise<Readiness["checks"]> {
  const file = getDatabaseFile();
  if (file === undefined) return {};
  const inode = await fs.stat(file.path).then(
    ({ ino }) => ino,
    () => null,
  );
  if (inode === file.inode) return {};
  const message = `The file ${file.path} was replaced or deleted while the server was running. Restart the server.`;
  return { database_file: { status: "failed", message } };
}

async function checkDisk(): Promise<Readiness["checks"]> {
  const file = getDatabaseFile();
  const directory = file === undefined ? env.DATA_DIR : dirname(file.path);
  const { bavail, bsize } = await fs.statfs(directory);
  const freeBytes = bavail * bsize;
  if (freeBytes >= MIN_FREE_BYTES) return {};
  const message = `Only ${Math.floor(freeBytes / 1024 ** 2)} MB are free on the disk of ${directory}.`;
  return { disk: { status: "failed", message } };
}

/** Publishing failures are warnings, because the server can still respond to requests. */
async function checkPublicPages(): Promise<Readiness["checks"]> {
  const failures = await listPublishingFailures();
  if (failures.length === 0) return {};
  const list = failures.map(
    ({ organizationId, store, since }) =>
      `${organizationId} (${store}, since ${since.toISOString()})`,
  );
  return {
    public_pages: {
      status: "warning",
      message: `These public pages can't be updated: ${list.join(", ")}. See the server log for the cause.`,
    },
  };
}

const toCheck = (problem: string | null): ReadinessCheck =>
  problem === null ? OK : { status: "failed", message: problem };
