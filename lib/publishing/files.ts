import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Copy, hashOf } from "./copy";
import type { Host } from "./messages";

// DATA_DIR/public holds what any file server can serve as it is: `status/acme/index.html` with its `.gz` and `.br`, hosts of
// their own below `hosts/`. What is said of each copy lies beside, below `.copies/`, and so does whose those hosts are.

type Said = Omit<Copy, "body" | "gzip" | "brotli">;

/** A file that has an ending is called as its address; all else is a folder's page. */
const ENDING = /\.(json|atom|rss|ics|svg|js|png|txt|xml)$/;
const FORMS = ["", ".gz", ".br"] as const;
const WARN_INTERVAL_MS = 60_000;

const root = () => join(env.DATA_DIR, "public");

function placeOf(key: string): { body: string; said: string } {
  const path = key.startsWith("//") ? `/hosts${key.slice(1)}` : key;
  const name = ENDING.test(path) ? path : join(path, "index.html");
  return { body: join(root(), name), said: join(root(), ".copies", `${name}.json`) };
}

let draft = 0;
/** Whole or not at all: whoever reads meanwhile, a file server too, gets the old one. */
async function replace(path: string, bytes: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${draft++}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

let warnedAt = -Infinity;
/** Without a disk, what is in memory is still served. */
function warn(error: unknown): void {
  if (performance.now() < warnedAt + WARN_INTERVAL_MS) return;
  warnedAt = performance.now();
  log.warn({ error: String(error) }, "a published copy could not be kept as a file");
}

/** Keeps a copy as files. Never throws. */
export async function saveCopy({ body, gzip, brotli, ...said }: Copy): Promise<void> {
  const place = placeOf(said.key);
  try {
    await Promise.all([mkdir(dirname(place.body), { recursive: true }), mkdir(dirname(place.said), { recursive: true })]);
    const forms = [body, gzip, brotli];
    await Promise.all(FORMS.map((ending, index) => (forms[index] ? replace(place.body + ending, forms[index]) : rm(place.body + ending, { force: true }))));
    await replace(place.said, JSON.stringify(said satisfies Said));
  } catch (error) {
    warn(error);
  }
}

async function readSaid(key: string): Promise<Said | null> {
  try {
    return JSON.parse(await readFile(placeOf(key).said, "utf8")) as Said;
  } catch {
    return null;
  }
}

/** Where a file system takes upper and lower case for the same, a name may lead to somebody else's. */
const isOf = (said: Said | null, key: string) => said !== null && said.key === key;

/** What is said of the copy that is kept as files; null when there is none. */
export async function findSaid(key: string): Promise<Said | null> {
  const said = await readSaid(key);
  return isOf(said, key) ? said : null;
}

/** The copy that is kept as files; null when there is none, or not all of it, or somebody has changed it. */
export async function loadCopy(key: string): Promise<Copy | null> {
  const said = await findSaid(key);
  if (said === null) return null;
  const { body: path } = placeOf(key);
  const [body, gzip, brotli] = await Promise.all(FORMS.map((ending) => readFile(path + ending).catch(() => null)));
  return body && hashOf(body) === said.hash ? { ...said, body, gzip: gzip ?? null, brotli: brotli ?? null } : null;
}

/** Takes a copy's files away. Never throws. */
export async function deleteCopy(key: string): Promise<void> {
  const kept = await readSaid(key);
  if (kept !== null && !isOf(kept, key)) return;
  const { body, said } = placeOf(key);
  await Promise.all([said, ...FORMS.map((ending) => body + ending)].map((path) => rm(path, { force: true }).catch(warn)));
}

/** The keys of all copies below a site that are kept as files. */
export async function listKeys(base: string): Promise<string[]> {
  const copies = join(root(), ".copies");
  const place = dirname(placeOf(base).said);
  const names = await readdir(place, { recursive: true }).catch(() => []);
  return names.flatMap((name) => {
    if (!name.endsWith(".json") || name.endsWith(".tmp")) return [];
    const path = `/${relative(copies, join(place, name)).split(sep).join("/").replace(/\.json$/, "").replace(/(^|\/)index\.html$/, "")}`;
    return [(path.startsWith("/hosts/") ? `/${path.slice("/hosts".length)}` : path).replace(/(?<=.)\/$/, "")];
  });
}

const hostsFile = () => join(root(), ".copies", "hosts.json");

/** Keeps whose page stands at which host, so that a start without the database knows. Never throws. */
export async function saveHosts(hosts: readonly Host[]): Promise<void> {
  try {
    await mkdir(dirname(hostsFile()), { recursive: true });
    await replace(hostsFile(), JSON.stringify(hosts));
  } catch (error) {
    warn(error);
  }
}

/** The hosts that were kept last; none when there is no such file, or it cannot be read. */
export async function loadHosts(): Promise<Host[]> {
  try {
    return JSON.parse(await readFile(hostsFile(), "utf8")) as Host[];
  } catch {
    return [];
  }
}
