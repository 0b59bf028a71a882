import { createReadStream } from "node:fs";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { request } from "undici";
import { env, type S3Target } from "@/lib/env";
import { openBucket, readErrorCode } from "@/lib/outbound/s3-bucket";
import { readEpoch } from "@/lib/publishing/version";
import { type BackupOptions, type BackupResult, writeBackup } from "./write-backup";

/**
 * A directory or bucket for scheduled backups. All methods reject if it can't be read or written. A
 * directory that does not exist is listed as empty.
 */
type BackupDestination = {
  /** Shown to the operator. Contains no secrets. */
  label: string;
  /** The directory that backups are written to. With `upload`, it contains only temporary files. */
  directory: string;
  upload?: (path: string, name: string) => Promise<void>;
  list: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
};

/**
 * Names contain the time in UTC, so that sorting backups by name sorts them by time. They also
 * contain the ID of the installation, because several installations can use one destination.
 */
const BACKUP_NAME = /^candor-(\d{8})T(\d{6})Z(?:-(\w+))?\.backup$/;
function nameBackup(at: Date, installation: string | undefined): string {
  const time = at.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
  return `candor-${time}${installation === undefined ? "" : `-${installation}`}.backup`;
}

/**
 * Returns an ID of the installation, which changes when its database is restored. Returns undefined
 * if the ID can't be read, such as before the database is migrated.
 */
const readInstallation = (): Promise<string | undefined> =>
  readEpoch().then(
    (epoch) => epoch.slice(0, 8),
    () => undefined,
  );

const TIMEOUT_MS = 30_000;

/** Opens the destination that `BACKUP_TO` names. Returns null if it is not set. */
export function openDestination(): BackupDestination | null {
  const target = env.BACKUP_TO;
  if (target === undefined) return null;
  return typeof target === "string" ? openDirectory(target) : openObjectStorage(target);
}

const openDirectory = (directory: string): BackupDestination => ({
  label: directory,
  directory,
  list: () =>
    readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    }),
  remove: (name) => rm(join(directory, name)),
});

function readElements(xml: string, name: "Key" | "NextContinuationToken"): string[] {
  const texts: string[] = [];
  let current = "";
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => void (current = tag.name));
  parser.on("closetag", () => void (current = ""));
  parser.on("text", (text) => void (current === name && texts.push(text)));
  parser.write(xml).close();
  return texts;
}

function openObjectStorage(target: S3Target): BackupDestination {
  const { client, root, folder, label } = openBucket(target);
  /** Sends a signed request. S3 requires `Content-Length`, which a stream does not have. */
  const send = async (method: "GET" | "PUT" | "DELETE", path: string, file?: string) => {
    const { url, headers } = await client.sign(root + path, { method });
    const body = file === undefined ? null : createReadStream(file);
    const length = file === undefined ? {} : { "content-length": String((await stat(file)).size) };
    const response = await request(url, {
      method,
      headers: { ...Object.fromEntries(headers), ...length },
      body,
      bodyTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
    });
    const text = await response.body.text();
    if (response.statusCode < 300) return text;
    const code = readErrorCode(text);
    throw new Error(`${label}: ${method} returned ${response.statusCode} ${code}`.trim());
  };
  /** Lists the folder's files that start with `candor-`. S3 returns at most 1,000 per page. */
  const list = async () => {
    const prefix = decodeURIComponent(folder);
    const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}candor-` });
    const names: string[] = [];
    for (;;) {
      const page = await send("GET", `?${query.toString().replaceAll("+", "%20")}`);
      names.push(...readElements(page, "Key").map((key) => key.slice(prefix.length)));
      const [token] = readElements(page, "NextContinuationToken");
      if (token === undefined) return names;
      query.set("continuation-token", token);
    }
  };
  return {
    label,
    directory: join(env.DATA_DIR, "backup-uploads"),
    upload: async (path, name) => {
      await send("PUT", folder + name, path);
    },
    list,
    remove: async (name) => {
      await send("DELETE", folder + name);
    },
  };
}

/** Tests a destination: writes, lists, and deletes a small file. Rejects if one of these fails. */
export async function probeDestination(destination: BackupDestination): Promise<void> {
  const { directory, upload, list, remove, label } = destination;
  const name = `candor-probe-${randomUUID()}.partial`;
  const path = join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(path, "candor", { mode: 0o600 });
  if (upload !== undefined) await upload(path, name).finally(() => rm(path, { force: true }));
  const isListed = (await list()).includes(name);
  await remove(name);
  if (!isListed)
    throw new Error(`${label}: a file that was just written is missing from the list of files.`);
}

/** Lists the backups of an installation, and those whose names contain no ID, newest first. */
async function listBackups(
  destination: BackupDestination,
  installation: string | undefined,
): Promise<string[]> {
  const names = await destination.list();
  return names
    .filter((name) => {
      const match = BACKUP_NAME.exec(name);
      return match !== null && [undefined, installation].includes(match[3]);
    })
    .toSorted()
    .toReversed();
}

/**
 * Returns the time of this installation's newest backup, or null if it has none. Backups whose
 * names contain no installation ID count too.
 */
export async function findLastBackup(destination: BackupDestination): Promise<Date | null> {
  const [name = ""] = await listBackups(destination, await readInstallation());
  const [, day, time] = BACKUP_NAME.exec(name) ?? [];
  if (day === undefined || time === undefined) return null;
  return new Date(
    `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`,
  );
}

type StoredBackup = BackupResult & {
  deleted: string[];
  /** The reason that old backups could not be deleted. */
  warning?: string;
};

/** A temporary file older than this belongs to an interrupted backup. */
const LEFTOVER_AGE_MS = 10 * 60_000;

async function removeLeftovers({ directory, upload }: BackupDestination): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pattern = upload === undefined ? /^candor-.*\.partial$/ : /^candor-/;
  for (const name of (await readdir(directory)).filter((each) => pattern.test(each))) {
    const path = join(directory, name);
    const file = await stat(path).catch(() => null);
    if (file !== null && Date.now() - file.mtimeMs > LEFTOVER_AGE_MS)
      await rm(path, { force: true });
  }
}

async function deleteOldBackups(
  destination: BackupDestination,
  installation: string | undefined,
): Promise<Pick<StoredBackup, "deleted" | "warning">> {
  const deleted: string[] = [];
  try {
    const own = await listBackups(destination, installation);
    for (const name of own.slice(env.BACKUP_KEEP)) {
      await destination.remove(name);
      deleted.push(name);
    }
    return { deleted };
  } catch (error) {
    return { deleted, warning: `Old backups were not deleted: ${(error as Error).message}` };
  }
}

/**
 * Writes a backup to the destination, and deletes all but the newest `BACKUP_KEEP` of this
 * installation. Backups whose names contain no installation ID count too.
 */
export async function storeBackup(
  destination: BackupDestination,
  options: BackupOptions,
): Promise<StoredBackup> {
  const { directory, upload, label } = destination;
  const installation = await readInstallation();
  const name = nameBackup(options.now, installation);
  await removeLeftovers(destination);
  const result = await writeBackup(join(directory, name), options);
  if (upload !== undefined)
    await upload(result.path, name).finally(() => rm(result.path, { force: true }));
  const path = upload === undefined ? result.path : `${label}, ${name}`;
  return { ...result, path, ...(await deleteOldBackups(destination, installation)) };
}
