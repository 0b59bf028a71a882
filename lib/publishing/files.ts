import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Copy, hashOf } from "./copy";
import type { Host } from "./messages";

// DATA_DIR/public holds what any file server can serve as it is: `status/acme/index.html` with its
// `.gz` and `.br`, hosts of
// their own below `hosts/`. Those are written one by one, so a copy is loaded from one file that
// has all of it, below `.copies/`.

type Said = Omit<Copy, "body" | "gzip" | "brotli" | "unconfirmed">;
/**
 * The first line of such a file. `sizes`: bytes of the parts that follow, in this order; the body
 * is left out where it can be unpacked.
 */
type Head = { said: Said; served: number; sizes: (number | null)[] };

/** A file that has an ending is called as its address; all else is a folder's page. */
const ENDING = /\.(json|atom|rss|ics|svg|js|png|txt|xml)$/;
const FORMS = ["", ".gz", ".br"] as const;
/**
 * A logo is called without an ending, which a file server could not tell the type by: its file has
 * one.
 */
const LOGO = /^(\/(status|hosts)\/[^/]+)?\/logo$/;
const LOGO_ENDINGS: Record<string, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/svg+xml": ".svg",
};
const KEPT = ".copy";
const WARN_INTERVAL_MS = 60_000;
/** No draft takes so long: its process has died. */
const DRAFT_MS = 60_000;

const root = () => join(env.DATA_DIR, "public");
const drafts = () => join(root(), ".copies", ".drafts");

const pathOf = (key: string): string => (key.startsWith("//") ? `/hosts${key.slice(1)}` : key);

function placeOf(key: string): { served: string; kept: string } {
  const path = pathOf(key);
  const name = ENDING.test(path) || LOGO.test(path) ? path : join(path, "index.html");
  return { served: join(root(), name), kept: join(root(), ".copies", `${name}${KEPT}`) };
}

/**
 * What a file server has of a copy; and beside it what it must not have, for the copy was of
 * another type before.
 */
function servedAt({ key, type }: Pick<Said, "key" | "type">): { own: string; others: string[] } {
  const { served } = placeOf(key);
  if (!LOGO.test(pathOf(key))) return { own: served, others: [] };
  const ending = LOGO_ENDINGS[type] ?? "";
  return {
    own: served + ending,
    others: Object.values(LOGO_ENDINGS).flatMap((other) =>
      other === ending ? [] : [served + other],
    ),
  };
}

let draft = 0;
/** Whole or not at all: whoever reads meanwhile, a file server too, gets the old one. */
async function replace(path: string, bytes: string | Uint8Array): Promise<void> {
  const temporary = join(drafts(), `${process.pid}-${draft++}`);
  await Promise.all([
    mkdir(dirname(path), { recursive: true }),
    mkdir(drafts(), { recursive: true }),
  ]);
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Takes away what was being written when a process died; other processes may be writing now. Never
 * throws.
 */
export async function clearDrafts(now: Date): Promise<void> {
  for (const name of await readdir(drafts()).catch(() => [])) {
    const path = join(drafts(), name);
    const written = await stat(path).catch(() => null);
    if (written !== null && written.mtimeMs < now.getTime() - DRAFT_MS)
      await rm(path, { force: true }).catch(warn);
  }
}

let warnedAt = -Infinity;
/** Without a disk, what is in memory is still served. */
function warn(error: unknown): void {
  if (performance.now() < warnedAt + WARN_INTERVAL_MS) return;
  warnedAt = performance.now();
  log.warn({ error: String(error) }, "saving a published page to disk failed");
}

/**
 * Keeps a copy as files: what it is loaded from at last, so that whoever dies before does it again.
 * Never throws.
 */
export async function saveCopy({ body, gzip, brotli, unconfirmed, ...said }: Copy): Promise<void> {
  const { kept } = placeOf(said.key);
  const { own, others } = servedAt(said);
  const parts = [brotli === null ? body : null, gzip, brotli, unconfirmed];
  const sizes = parts.map((part) => part?.length ?? null);
  const head = `${JSON.stringify({ said, served: body.length, sizes } satisfies Head)}\n`;
  try {
    const forms = [body, gzip, brotli];
    const former = others.flatMap((path) =>
      FORMS.map((ending) => rm(path + ending, { force: true })),
    );
    await Promise.all([
      ...FORMS.map((ending, index) =>
        forms[index] ? replace(own + ending, forms[index]) : rm(own + ending, { force: true }),
      ),
      ...former,
    ]);
    await replace(
      kept,
      Buffer.concat([Buffer.from(head), ...parts.filter((part) => part !== null)]),
    );
  } catch (error) {
    warn(error);
  }
}

type Kept = Head & { parts: Buffer };

async function readKept(key: string): Promise<Kept | null> {
  try {
    const bytes = await readFile(placeOf(key).kept);
    const end = bytes.indexOf("\n");
    return {
      ...(JSON.parse(bytes.toString("utf8", 0, end)) as Head),
      parts: bytes.subarray(end + 1),
    };
  } catch {
    return null;
  }
}

/**
 * Where a file system takes upper and lower case for the same, a name may lead to somebody else's.
 */
const isOf = (kept: Kept, key: string) => kept.said.key === key;

/**
 * What is said of the copy that is kept as files; null when there is none, or a file server does
 * not have it.
 */
export async function findSaid(key: string): Promise<Said | null> {
  const kept = await readKept(key);
  if (kept === null || !isOf(kept, key)) return null;
  const served = await stat(servedAt(kept.said).own).catch(() => null);
  return served?.size === kept.served ? kept.said : null;
}

/** The copy that is kept as files; null when there is none, or somebody has changed it. */
export async function loadCopy(key: string): Promise<Copy | null> {
  const kept = await readKept(key);
  if (kept === null || !isOf(kept, key)) return null;
  const { said, sizes, parts } = kept;
  let start = 0;
  const [plain, gzip = null, brotli = null, unconfirmed = null] = sizes.map((size) =>
    size === null ? null : parts.subarray(start, (start += size)),
  );
  const body =
    plain ?? (await promisify(brotliDecompress)(brotli ?? Buffer.of()).catch(() => null));
  return body !== null && hashOf(body) === said.hash
    ? { ...said, body, gzip, brotli, unconfirmed }
    : null;
}

/** Takes a copy's files away, the one that it is found by at last. Never throws. */
export async function deleteCopy(key: string): Promise<void> {
  const found = await readKept(key);
  if (found !== null && !isOf(found, key)) return;
  const { kept } = placeOf(key);
  const { own, others } = servedAt({ key, type: found?.said.type ?? "" });
  const remove = (path: string) => rm(path, { force: true }).catch(warn);
  await Promise.all(
    [own, ...others].flatMap((path) => FORMS.map((ending) => remove(path + ending))),
  );
  await remove(kept);
}

/** The keys of all copies below a site that are kept as files. */
export async function listKeys(base: string): Promise<string[]> {
  const copies = join(root(), ".copies");
  const place = dirname(placeOf(base).kept);
  const names = await readdir(place, { recursive: true }).catch(() => []);
  return names.flatMap((name) => {
    if (!name.endsWith(KEPT)) return [];
    const path = `/${relative(copies, join(place, name.slice(0, -KEPT.length)))
      .split(sep)
      .join("/")
      .replace(/(^|\/)index\.html$/, "")}`;
    return [
      (path.startsWith("/hosts/") ? `/${path.slice("/hosts".length)}` : path).replace(
        /(?<=.)\/$/,
        "",
      ),
    ];
  });
}

/** Below a name that no key has. */
const settledFile = (orgID: string) => join(root(), ".copies", ".settled", orgID);

/** Keeps what an organization was like when all its copies had become true. Never throws. */
export async function saveSettled(orgID: string, state: string): Promise<void> {
  await replace(settledFile(orgID), state).catch(warn);
}

/** What an organization was like when all its copies were true; null where nobody has said it. */
export const findSettled = (orgID: string): Promise<string | null> =>
  readFile(settledFile(orgID), "utf8").catch(() => null);

export const forgetSettled = (orgID: string): Promise<void> =>
  rm(settledFile(orgID), { force: true }).catch(warn);

const caughtUpFile = () => join(root(), ".copies", "caught-up");

/** Keeps when all files were last true. Never throws. */
export async function saveCaughtUp(at: number): Promise<void> {
  await replace(caughtUpFile(), new Date(at).toISOString()).catch(warn);
}

/** When all files were last true, in ms; 0 where nobody has said it. */
export async function loadCaughtUp(): Promise<number> {
  return Date.parse(await readFile(caughtUpFile(), "utf8").catch(() => "")) || 0;
}

const hostsFile = () => join(root(), ".copies", "hosts.json");

/**
 * Keeps whose page stands at which host, so that a start without the database knows. Never throws.
 */
export async function saveHosts(hosts: readonly Host[]): Promise<void> {
  try {
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
