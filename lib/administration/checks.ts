import { mkdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findLastBackup, openDestination, probeDestination } from "@/lib/backup/backup-destination";
import { isPostgresql, reader } from "@/lib/db/database";
import { findDatabaseFault } from "@/lib/db/database-errors";
import { listVerifiedDomains } from "@/lib/domains/queries";
import { verifyHost } from "@/lib/domains/verification";
import { getSmtpUrls } from "@/lib/email/email-destination";
import { findMailServerProblem } from "@/lib/email/transport";
import { env } from "@/lib/env";
import { getEngine, listMigrationNames } from "@/lib/migrations";
import { openStores } from "@/lib/publishing/store";
import { findOldestWaiting } from "@/lib/queues";
import { readDatabaseTime } from "@/lib/statements";
import { APP_VERSION } from "@/lib/product-version";
import { checkReadiness, type ReadinessCheck } from "./readiness";
import { parseUrl } from "@/lib/parse-url";

/** The result of one check. `fix` is the action that solves the problem. */
export type Check = { name: string; status: "ok" | "warn" | "fail"; message: string; fix?: string };

const MIN_FREE_BYTES = 1_000_000_000;
const MAX_CLOCK_SKEW_MS = 5_000;
const MAX_WAIT_MS = 10 * 60_000;
const PROBE = ".candor/doctor.json";

export const ok = (name: string, message: string): Check => ({ name, status: "ok", message });
export const warn = (name: string, message: string, fix: string): Check => ({
  ...{ name, status: "warn", message, fix },
});
export const fail = (name: string, message: string, fix: string): Check => ({
  ...{ name, status: "fail", message, fix },
});

/**
 * Checks the installation and its settings. Takes several seconds if the database, a mail server,
 * or a store does not respond. Writes small test files to the data directory, stores, and backup
 * destination, and deletes them.
 */
export async function checkInstallation(
  now: Date,
  /** Opens the database. Rejects if it can't be opened. */
  connect: () => Promise<void> = () => Promise.resolve(),
): Promise<Check[]> {
  const groups = await Promise.all([
    checkVersions(),
    checkDataDirectory(),
    checkSettings(),
    checkDatabase(now, connect),
    checkMailServers(),
    checkStores(),
    checkBackups(now),
  ]);
  return groups.flat();
}

function checkVersions(): Check[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isSupported = major > 20 || (major === 20 && minor >= 19);
  return [
    isSupported
      ? ok("node", process.version)
      : fail("node", `${process.version} is too old.`, "Install Node.js 20.19 or later."),
    ok("app", APP_VERSION),
    ok("schema", listMigrationNames(getEngine(env.DATABASE_URL)).at(-1) ?? "none"),
  ];
}

async function checkDataDirectory(): Promise<Check[]> {
  const name = "data directory";
  const probe = join(env.DATA_DIR, `.doctor-${process.pid}`);
  try {
    await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
    await writeFile(probe, "", { mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const fix = `Allow the user that runs Candor to write to ${env.DATA_DIR}, or set DATA_DIR.`;
    return [fail(name, (error as Error).message, fix)];
  }
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  const free = bavail * bsize;
  const { mode } = await stat(env.DATA_DIR);
  const freeText = `${(free / 1e9).toFixed(1)} GB are free`;
  return [
    (mode & 0o007) === 0
      ? ok(name, `${env.DATA_DIR} is writable.`)
      : warn(
          name,
          "Other users of this machine can access the directory.",
          `Run chmod 700 ${env.DATA_DIR}.`,
        ),
    free >= MIN_FREE_BYTES
      ? ok("disk", `${freeText}.`)
      : warn(
          "disk",
          `Only ${freeText}.`,
          "Free up disk space, or writes to the database will fail.",
        ),
  ];
}

/** Warns about valid settings that contradict each other or are unsafe. */
function checkSettings(): Check[] {
  const conflicts: [boolean, string, string][] = [
    [
      env.SMTP_URL !== undefined && env.BASE_URL === undefined,
      "SMTP_URL is set without BASE_URL, so links in emails point to localhost.",
      "Set BASE_URL to the public origin.",
    ],
    [
      env.SMTP_URL !== undefined && env.MAIL_FROM.includes("@localhost"),
      "SMTP_URL is set, but emails are sent from an address at localhost.",
      "Set MAIL_FROM to an address that your mail server can send from.",
    ],
    [
      getEngine(env.DATABASE_URL) === "postgresql" && env.SESSION_SECRET === undefined,
      "The database is PostgreSQL, but the secrets are in a file on this machine.",
      "Set SESSION_SECRET before you add a second machine.",
    ],
    [
      env.BASE_URL?.startsWith("https:") === false && !env.BASE_URL.includes("localhost"),
      "BASE_URL is not HTTPS, so passwords are sent unencrypted.",
      "Put a reverse proxy with TLS in front of the server, and set BASE_URL to its origin.",
    ],
    [
      env.DATA_KEY_LOST === "on",
      "DATA_KEY_LOST is on, so the server starts even with a wrong secret.",
      "Remove DATA_KEY_LOST after the first start with the new secret.",
    ],
  ];
  const found = conflicts.filter(([isFound]) => isFound);
  if (found.length === 0) return [ok("settings", "The settings are consistent.")];
  return found.map(([, message, fix]) => warn("settings", message, fix));
}

const READINESS_FIXES: Record<string, string> = {
  database: "Check that DATABASE_URL is correct and that the database is running.",
  migrations: "Run candor migrate, or start the newer version.",
  encryption_key: "Restore the secret, or run candor restore with a backup.",
  disk: "Free up disk space.",
  public_pages: "Fix the cause shown in the log. The server retries automatically.",
};

async function checkDatabase(now: Date, connect: () => Promise<void>): Promise<Check[]> {
  try {
    await connect();
    const { checks } = await checkReadiness();
    const results = Object.entries(checks).map(([name, check]) => describeCheck(name, check));
    if (results.some(({ status }) => status === "fail")) return results;
    const others = await Promise.all([checkClock(), checkQueues(now), checkDomains()]);
    return [...results, await checkDatabaseVersion(), ...others.flat()];
  } catch (error) {
    const message = findDatabaseFault(error)?.detail ?? (error as Error).message;
    return [fail("database", message, READINESS_FIXES.database!)];
  }
}

async function checkDatabaseVersion(): Promise<Check> {
  const [row] = isPostgresql()
    ? await reader().$queryRaw<
        [{ version: string }]
      >`SELECT current_setting('server_version') AS version`
    : await reader().$queryRaw<[{ version: string }]>`SELECT sqlite_version() AS version`;
  return ok("database version", `${isPostgresql() ? "PostgreSQL" : "SQLite"} ${row.version}`);
}

/** Messages for readiness checks that passed, by check name. */
const READINESS_RESULTS: Record<string, () => string> = {
  database: () => "The database is readable and writable.",
  migrations: () =>
    `All ${listMigrationNames(getEngine(env.DATABASE_URL)).length} migrations are applied.`,
  encryption_key: () => "The secret decrypts the data.",
};

function describeCheck(name: string, check: ReadinessCheck): Check {
  const label = name.replaceAll("_", " ");
  if (check.status === "ok") return ok(label, READINESS_RESULTS[name]?.() ?? "No problems.");
  const report = check.status === "failed" ? fail : warn;
  return report(label, check.message, READINESS_FIXES[name] ?? "See docs/operations.md.");
}

async function checkClock(): Promise<Check> {
  const skewMs = (await readDatabaseTime()).getTime() - Date.now();
  const text = `The database's clock differs from this server's by ${(Math.abs(skewMs) / 1000).toFixed(1)} s.`;
  return Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS
    ? ok("clock", text)
    : warn("clock", text, "Synchronize the clocks of both machines, for example with chrony.");
}

async function checkQueues(now: Date): Promise<Check[]> {
  const waiting = Object.entries(await findOldestWaiting(now));
  return waiting.map(([queue, since]) => {
    const minutes = since === null ? 0 : Math.floor((now.getTime() - since.getTime()) / 60_000);
    const text =
      since === null
        ? "No entry is due."
        : `The oldest due entry has been waiting for ${minutes} min.`;
    return minutes * 60_000 < MAX_WAIT_MS
      ? ok(`queue of ${queue}`, text)
      : warn(
          `queue of ${queue}`,
          text,
          "Check that the server is running, and look for errors in its log.",
        );
  });
}

async function checkDomains(): Promise<Check[]> {
  const domains = await listVerifiedDomains();
  return Promise.all(
    domains.map(async (domain) => {
      const result = await verifyHost(domain);
      const name = `domain ${domain.host}`;
      return result.state === "found"
        ? ok(name, "Verified.")
        : warn(
            name,
            result.problem,
            "Restore the domain's TXT record or verification file, or remove the domain.",
          );
    }),
  );
}

async function checkMailServers(): Promise<Check[]> {
  const urls = getSmtpUrls();
  if (urls.length === 0)
    return [warn("email", "Emails are written to files.", "Set SMTP_URL to send them.")];
  return Promise.all(
    urls.map(async (url) => {
      const problem = await findMailServerProblem(url);
      const name = `email ${parseUrl(url)?.host ?? ""}`.trim();
      return problem === null
        ? ok(name, "The mail server in SMTP_URL accepts connections.")
        : fail(name, problem, "Correct SMTP_URL, or start the mail server.");
    }),
  );
}

async function checkStores(): Promise<Check[]> {
  const stores = await openStores();
  return Promise.all(
    stores.map(async (store) => {
      const name = `store ${store.label}`;
      try {
        const probe = { at: new Date().toISOString() };
        await store.putJson(PROBE, probe);
        const found = await store.getJson(PROBE);
        await store.removeJson(PROBE);
        // Some keys may read only objects that exist.
        await store.getJson(PROBE);
        if (JSON.stringify(found) === JSON.stringify(probe))
          return ok(name, "The store is writable.");
        return fail(
          name,
          "The store did not return the content that Candor wrote.",
          "Make sure that no cache is in front of the store, and that nothing else writes to it.",
        );
      } catch (error) {
        return fail(name, (error as Error).message, "Correct PUBLISH_TO, or start the store.");
      }
    }),
  );
}

async function checkBackups(now: Date): Promise<Check[]> {
  const destination = openDestination();
  if (destination === null)
    return [
      warn("backups", "No backups are scheduled.", "Set BACKUP_TO to a directory or bucket."),
    ];
  const name = `backups in ${destination.label}`;
  try {
    await probeDestination(destination);
    const at = await findLastBackup(destination);
    if (at !== null && now.getTime() - at.getTime() < 2 * env.BACKUP_EVERY)
      return [ok(name, `The newest backup is from ${at.toISOString()}.`)];
    const text =
      at === null ? "There are no backups yet." : `The newest backup is from ${at.toISOString()}.`;
    return [warn(name, text, "Check that the server is running, or run candor backup.")];
  } catch (error) {
    return [
      fail(
        name,
        (error as Error).message,
        "Correct BACKUP_TO, or make sure that the destination is available and writable.",
      ),
    ];
  }
}
