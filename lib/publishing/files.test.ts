import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type * as promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { type Copy, hashOf, makeCopy } from "./copy";
import { clearDrafts, deleteCopy, findSaid, listKeys, loadCopy, saveCopy } from "./files";

/**
 * How many more writes the process does before it dies; of the one in which it does, half is on the
 * disk.
 */
const life = vi.hoisted(() => ({ left: Infinity, underWay: new Set<Promise<unknown>>() }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof promises>();
  const step = (
    work: () => Promise<unknown>,
    half: () => Promise<unknown> = async () => undefined,
  ) => {
    const isAlive = life.left-- > 0;
    const done = isAlive
      ? work()
      : (life.left === -1 ? half() : Promise.resolve()).then(() =>
          Promise.reject(new Error("killed")),
        );
    life.underWay.add(done.catch(() => undefined));
    return done;
  };
  return {
    ...real,
    mkdir: (path: string, options: object) => step(() => real.mkdir(path, options)),
    writeFile: (path: string, bytes: string | Uint8Array) =>
      step(
        () => real.writeFile(path, bytes),
        () => real.writeFile(path, bytes.slice(0, bytes.length / 2)),
      ),
    rename: (from: string, to: string) => step(() => real.rename(from, to)),
    rm: (path: string, options: object) => step(() => real.rm(path, options)),
  };
});

/** Does it in a process that dies after so many writes; returns whether it was done before. */
async function dieAfter(steps: number, work: () => Promise<void>): Promise<boolean> {
  life.left = steps;
  await work();
  for (let size = -1; size !== life.underWay.size;) {
    size = life.underWay.size;
    await Promise.all(life.underWay);
  }
  const isDone = life.left >= 0;
  life.left = Infinity;
  return isDone;
}

beforeEach(() => {
  env.DATA_DIR = mkdtempSync(join(tmpdir(), "files-"));
  life.left = Infinity;
});
afterEach(() => rmSync(env.DATA_DIR, { recursive: true, force: true }));

const KEY = "/status/acme";
const copyOf = (words: string, repeated = 100) =>
  makeCopy(
    {
      key: KEY,
      orgID: "acme",
      digest: words,
      version: "",
      edition: "",
      until: null,
      notice: "",
      made: new Date(0),
    },
    {
      type: "text/html",
      body: `${words} `.repeat(repeated),
      unconfirmed: Buffer.from(`not ${words}`),
    },
  );
const draftsLeft = () => readdirSync(join(env.DATA_DIR, "public/.copies/.drafts"));

test.each([
  ["with its compressed forms", 100],
  ["too short to be compressed", 1],
])(
  "Killed at any moment of saving a copy %s, a whole one is there: the old or the new",
  async (_, repeated) => {
    const [before, after] = [await copyOf("before", repeated), await copyOf("and after", repeated)];
    const plain = (copy: Copy | null) => copy && { ...copy, ...hashes(copy) };
    const hashes = ({ body, gzip, brotli, unconfirmed }: Copy) => ({
      body: hashOf(body),
      unconfirmed: unconfirmed && hashOf(unconfirmed),
      gzip: gzip && hashOf(gzip),
      brotli: brotli && hashOf(brotli),
    });
    const loaded = new Set<string>();
    for (let steps = 0; ; steps++) {
      await saveCopy(before);
      const isDone = await dieAfter(steps, () => saveCopy(after));
      const copy = await loadCopy(KEY);
      expect([steps, plain(copy)]).toEqual([
        steps,
        plain(copy?.digest === "and after" ? after : before),
      ]);
      // Whoever asks whether it must be made again is not told that it is the new one before all of
      // it is.
      expect(isDone || (await findSaid(KEY))?.digest !== "and after").toBe(true);
      loaded.add(copy!.digest);
      if (isDone) break;
      expect(steps).toBeLessThan(50);
    }
    expect(loaded).toEqual(new Set(["before", "and after"]));
  },
);

test("Killed at any moment of taking a copy away, it is found again, to be taken away", async () => {
  for (let steps = 0; ; steps++) {
    await saveCopy(await copyOf("words"));
    const isDone = await dieAfter(steps, () => deleteCopy(KEY));
    const isServed = existsSync(join(env.DATA_DIR, "public/status/acme/index.html"));
    const found = await listKeys(KEY);
    expect([steps, isServed && found.length === 0]).toEqual([steps, false]);
    if (!isDone) continue;
    expect([isServed, found]).toEqual([false, []]);
    break;
  }
});

test("a logo's file extension matches its type, and old files are removed when it changes", async () => {
  const keyed = async (key: string, type: string) =>
    saveCopy({ ...(await copyOf("words")), key, type });
  const lies = () =>
    (readdirSync(join(env.DATA_DIR, "public"), { recursive: true }) as string[])
      .filter(
        (name) =>
          /logo/.test(name) &&
          !/^\.copies|\.(gz|br)$/.test(name) &&
          existsSync(join(env.DATA_DIR, "public", name)),
      )
      .toSorted();
  await keyed("/status/acme/logo", "image/svg+xml");
  await keyed("//status.acme.example/logo", "image/png");
  await keyed("/status/logo", "text/html");
  expect(lies()).toEqual([
    "hosts/status.acme.example/logo.png",
    "status/acme/logo.svg",
    "status/logo",
    "status/logo/index.html",
  ]);
  await keyed("/status/acme/logo", "image/webp");
  expect(lies()).toContain("status/acme/logo.webp");
  expect(lies()).not.toContain("status/acme/logo.svg");
  expect([await listKeys(KEY), (await findSaid("/status/acme/logo"))?.type]).toEqual([
    ["/status/acme/logo"],
    "image/webp",
  ]);
  await deleteCopy("/status/acme/logo");
  expect(lies()).toEqual([
    "hosts/status.acme.example/logo.png",
    "status/logo",
    "status/logo/index.html",
  ]);
});

test("What was being written when a process died is cleared away, and what another writes now is not", async () => {
  // The folders, what is taken away, and half of the body.
  const isDone = await dieAfter(4, async () => saveCopy(await copyOf("words", 1)));
  const [died, ...none] = draftsLeft();
  expect([isDone, none]).toEqual([false, []]);
  await clearDrafts(new Date());
  expect(draftsLeft()).toEqual([died]);
  const folder = join(env.DATA_DIR, "public/.copies/.drafts");
  utimesSync(join(folder, died!), new Date(0), new Date(0));
  writeFileSync(join(folder, "another"), "");
  await clearDrafts(new Date());
  expect(draftsLeft()).toEqual(["another"]);
});
