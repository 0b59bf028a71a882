import { createHash, timingSafeEqual } from "node:crypto";
import fs from "node:fs/promises";
import { dirname } from "node:path";
import { findMigrationProblem, readMigrationState } from "@/lib/database-check";
import { getDatabaseFile, transaction } from "@/lib/db/database";
import { findDatabaseFault } from "@/lib/db/errors";
import { findKeyProblem } from "@/lib/encryption-key";
import { env } from "@/lib/env";
import { isProblem, Problem } from "@/lib/errors";
import { log } from "@/lib/log";
import { listPublishingFailures } from "@/lib/publishing/jobs";
import { clientOf } from "./incoming-request";

const TIMEOUT_MS = 2_000;
/** The endpoint is public and each check writes, so requests within this time share a result. */
const CACHE_MS = 1_000;
/** With less, writes are about to fail. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;

/** With a warning, the server is still ready. */
export type Check = { status: "ok" } | { status: "warning" | "failed"; message: string };
export type Readiness = { status: "ready" | "unavailable"; checks: Record<string, Check> };

const OK: Check = { status: "ok" };
let cached: { at: number; readiness: Promise<Readiness> } | undefined;

/** Checks that the database is available, compatible, decryptable and writable, and the free disk. */
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
  checks.migrations = resultOf(findMigrationProblem(state));
  if (checks.migrations !== OK) return;
  const unknown = state.unknown.join(", ");
  if (unknown !== "")
    checks.migrations = {
      status: "warning",
      message: `A newer version has migrated the database. This version is compatible with it (${unknown}).`,
    };
  checks.encryption_key = resultOf(await findKeyProblem());
  Object.assign(checks, await checkPublicPages(), await checkDatabaseFile(), await checkDisk());
  // Only a real write reveals a full disk or a standby.
  await transaction((tx) => tx.encryptionKeyCheck.updateMany({ data: { checkedAt: new Date() } }));
}

/** After SQLite's file is replaced or deleted, the server writes to a file that no one finds again. */
async function checkDatabaseFile(): Promise<Readiness["checks"]> {
  const file = getDatabaseFile();
  if (file === undefined) return {};
  const inode = await fs.stat(file.path).then(
    ({ ino }) => ino,
    () => null,
  );
  if (inode === file.inode) return {};
  const message = `The file ${file.path} was replaced or deleted while the server runs. Restart the server.`;
  return { database_file: { status: "failed", message } };
}

/** The disk of SQLite's file; on PostgreSQL, of `DATA_DIR`. */
async function checkDisk(): Promise<Readiness["checks"]> {
  const file = getDatabaseFile();
  const directory = file === undefined ? env.DATA_DIR : dirname(file.path);
  const { bavail, bsize } = await fs.statfs(directory);
  const freeBytes = bavail * bsize;
  if (freeBytes >= MIN_FREE_BYTES) return {};
  const message = `Only ${Math.floor(freeBytes / 1024 ** 2)} MB are free on the disk of ${directory}.`;
  return { disk: { status: "failed", message } };
}

/** Publishing failures are a warning only: requests can still be served. */
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
      message: `These public pages can't be updated. See the server log for the cause: ${list.join(", ")}.`,
    },
  };
}

const resultOf = (problem: string | null): Check =>
  problem === null ? OK : { status: "failed", message: problem };

/** The response of /readyz, with details for local requests and for `OPERATIONS_TOKEN`. */
export function respondWithReadiness(
  { status, checks }: Readiness,
  requestHeaders: Headers,
): Response {
  const details = canSeeDetails(requestHeaders) ? checks : undefined;
  const isJson = requestHeaders.get("accept")?.includes("application/json") ?? false;
  const lines = Object.entries(details ?? {}).flatMap(([name, check]) =>
    check.status === "ok" ? [] : [`${name}: ${check.message}\n`],
  );
  return new Response(
    isJson ? JSON.stringify({ status, checks: details }) : `${status}\n${lines.join("")}`,
    {
      status: status === "ready" ? 200 : 503,
      headers: {
        "Content-Type": isJson ? "application/json" : "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        Vary: "Accept, Authorization",
      },
    },
  );
}

function canSeeDetails(headers: Headers): boolean {
  if (clientOf(headers).isLocal) return true;
  const token = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return (
    env.OPERATIONS_TOKEN !== undefined &&
    token !== undefined &&
    timingSafeEqual(sha256(token), sha256(env.OPERATIONS_TOKEN))
  );
}

/** The comparison requires values of equal length. */
const sha256 = (text: string) => createHash("sha256").update(text).digest();
