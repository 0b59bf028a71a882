import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createArtifact, type EncodedArtifact } from "./artifact";
import {
  type CachedVersion,
  type CacheEntry,
  PageCache,
  type PageResult,
  type RenderResult,
} from "./page-cache";
import { getAddressKey } from "./public-paths";
import type { Address } from "./renderer";
import { VersionTracker } from "./version-tracker";

const EPOCH = "epoch-1";
const DAY = 24 * 60 * 60_000;
const START = Date.parse("2026-11-20T12:00:00Z");
const address: Address = {
  organizationId: "acme",
  mount: { host: null, base: "/status/acme" },
  path: "",
};
const key = getAddressKey(address);

const createTestArtifact = (
  number: number,
  more: Partial<EncodedArtifact> = {},
): EncodedArtifact => {
  const info = {
    key,
    organizationId: "acme",
    version: { epoch: EPOCH, number },
    asOf: START,
    expiresAt: START + DAY,
  };
  const artifact = createArtifact(info, { type: "text/plain", body: `version ${number}` });
  return { ...artifact, gzip: null, brotli: null, ...more };
};
const rendered = (number: number, more?: Partial<EncodedArtifact>): RenderResult => ({
  kind: "rendered",
  artifact: createTestArtifact(number, more),
});
const describeResult = (result: PageResult) =>
  result.kind === "page"
    ? [Buffer.from(result.entry.artifact.body).toString(), result.freshness]
    : [result.kind];

const getEntry = (result: PageResult): CacheEntry => {
  if (result.kind !== "page") throw new Error(`expected a page, got ${result.kind}`);
  return result.entry;
};

let versions: VersionTracker;
let renders: (CachedVersion | null)[];
let renderResult: () => Promise<RenderResult> | RenderResult;
let cache: PageCache;
const poll = (changes: { organizationId: string; number: number }[] = []) =>
  versions.receivePoll({ epoch: EPOCH, at: Date.now(), changes });
const get = () => cache.get(address);
const fresh = () => cache.getImmediate(address)?.artifact.version.number;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  versions = new VersionTracker();
  poll();
  renders = [];
  renderResult = () => rendered(1);
  cache = new PageCache({
    versions,
    render: async (_address, cached) => {
      renders.push(cached);
      return renderResult();
    },
  });
});
afterEach(() => vi.useRealTimers());

describe("the page cache", () => {
  test("renders a page once and serves it until its version changes", async () => {
    expect(fresh()).toBeUndefined();
    expect(describeResult(await get())).toEqual(["version 1", "fresh"]);
    expect([fresh(), describeResult(await get()), renders]).toEqual([
      1,
      ["version 1", "fresh"],
      [null],
    ]);
    versions.recordCommit("acme", 2);
    vi.setSystemTime(START + 2_000);
    poll();
    renderResult = () => rendered(2);
    expect(fresh()).toBeUndefined();
    expect(describeResult(await get())).toEqual(["version 2", "fresh"]);
    expect(renders).toEqual([null, { version: { epoch: EPOCH, number: 1 }, asOf: START }]);
  });

  test("renders a changed page without delay after the clock was set back", async () => {
    await get();
    vi.setSystemTime(START - DAY);
    poll();
    versions.recordCommit("acme", 2);
    renderResult = () => rendered(2);
    expect(describeResult(await get())).toEqual(["version 2", "fresh"]);
  });

  test("responds with 503 at once while 100 other pages of the organization, or 400 in all, are rendered", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    renderResult = () => finished.then(() => rendered(1));
    const request = (organizationId: string) =>
      Array.from({ length: 100 }, (_, n) =>
        cache.get({ ...address, organizationId, path: `/${n}` }),
      );
    const others = request("acme");
    expect(describeResult(await get())).toEqual(["unavailable"]);
    others.push(...["b", "c", "d"].flatMap(request));
    expect(describeResult(await cache.get({ ...address, organizationId: "e" }))).toEqual([
      "unavailable",
    ]);
    finish();
    await Promise.all(others);
    expect(describeResult(await get())).toEqual(["version 1", "fresh"]);
  });

  test("while versions can't be checked, reads a page from a store once a minute", async () => {
    await get();
    versions.receivePoll(null);
    renderResult = () => ({
      ...{ kind: "stored", confirmedAt: START },
      artifact: createTestArtifact(1, { version: { epoch: "emergency", number: START } }),
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect([describeResult(await get()), renders.length]).toEqual([
      ["version 1", "unconfirmed"],
      1,
    ]);
    await vi.advanceTimersByTimeAsync(2_000);
    await get();
    await vi.advanceTimersByTimeAsync(0);
    expect(getEntry(await get()).artifact.version.epoch).toBe("emergency");
    expect(renders.length).toBe(2);
  });

  test("shares one render between concurrent requests", async () => {
    const results = await Promise.all([get(), get(), get()]);
    expect(results.map(describeResult)).toEqual(Array(3).fill(["version 1", "fresh"]));
    expect(renders).toHaveLength(1);
  });

  test("serves the stale page if rendering takes longer than 500 ms, and the new page afterward", async () => {
    await get();
    vi.setSystemTime(START + 2_000);
    poll();
    versions.recordCommit("acme", 2);
    let finish = (_: RenderResult) => {};
    renderResult = () => new Promise((resolve) => (finish = resolve));
    const request = get();
    await vi.advanceTimersByTimeAsync(499);
    let isDone = false;
    void request.then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(describeResult(await request)).toEqual(["version 1", "stale"]);
    finish(rendered(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(fresh()).toBe(2);
  });

  test("during a burst of changes, serves the stale page immediately and renders at most 5 times in 2 s", async () => {
    await get();
    let committed = 1;
    renderResult = () => rendered(committed);
    for (let ms = 0; ms < 2_000; ms += 50) {
      await vi.advanceTimersByTimeAsync(50);
      versions.recordCommit("acme", ++committed);
      const startedAt = Date.now();
      await get();
      expect(Date.now() - startedAt).toBe(0);
    }
    expect(renders.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(1_000);
    await get();
    expect(fresh()).toBe(committed);
  });

  test("renders again when the content expires, and keeps a page that is still current", async () => {
    renderResult = () => rendered(1, { expiresAt: START + 5_000 });
    await get();
    vi.setSystemTime(START + 4_999);
    expect(fresh()).toBe(1);
    vi.setSystemTime(START + 5_000);
    poll();
    expect(fresh()).toBeUndefined();
    renderResult = () => rendered(1, { asOf: START + 5_000 });
    await get();
    expect(fresh()).toBe(1);
    vi.setSystemTime(START + 70_000);
    poll();
    expect(fresh(), "the version is looked up again after a minute").toBeUndefined();
    renderResult = () => ({ kind: "current", version: { epoch: EPOCH, number: 1 } });
    expect(describeResult(await get())).toEqual(["version 1", "fresh"]);
    expect(fresh()).toBe(1);
  });

  test("serves a page as unconfirmed while the database is unavailable, without waiting", async () => {
    await get();
    versions.receivePoll(null);
    expect(fresh()).toBeUndefined();
    expect(describeResult(await get())).toEqual(["version 1", "unconfirmed"]);
    expect(renders).toHaveLength(1);
    poll();
    expect(fresh()).toBe(1);
  });

  test("serves a page as unconfirmed if rendering fails, and renders it again after 2 seconds", async () => {
    await get();
    vi.setSystemTime(START + 2_000);
    poll();
    versions.recordCommit("acme", 2);
    renderResult = () => ({ kind: "unavailable" });
    expect(describeResult(await get())).toEqual(["version 1", "unconfirmed"]);
    vi.setSystemTime(START + 3_000);
    expect(describeResult(await get())).toEqual(["version 1", "unconfirmed"]);
    expect(renders).toHaveLength(2);
    renderResult = () => rendered(2);
    await vi.advanceTimersByTimeAsync(2_000);
    poll();
    expect(describeResult(await get())).toEqual(["version 2", "fresh"]);
  });

  test("returns `unavailable` if the first render fails or takes 10 seconds", async () => {
    renderResult = () => ({ kind: "unavailable" });
    expect(await get()).toEqual({ kind: "unavailable" });
    renderResult = () => new Promise(() => {});
    const request = get();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await request).toEqual({ kind: "unavailable" });
  });

  test("keeps a cached page that is newer than the stored one, as unconfirmed", async () => {
    renderResult = () => rendered(2);
    await get();
    vi.setSystemTime(START + 2_000);
    poll();
    versions.recordCommit("acme", 3);
    const stored = (number: number): RenderResult => ({
      kind: "stored",
      artifact: createTestArtifact(number),
      confirmedAt: START,
    });
    renderResult = () => stored(1);
    expect(describeResult(await get())).toEqual(["version 2", "unconfirmed"]);
    renderResult = () => stored(3);
    await vi.advanceTimersByTimeAsync(4_000);
    poll();
    expect(describeResult(await get())).toEqual(["version 3", "unconfirmed"]);
  });

  test("removes a page that no longer exists", async () => {
    await get();
    vi.setSystemTime(START + 2_000);
    poll();
    versions.recordCommit("acme", 2);
    const content = { type: "text/html", body: "gone" };
    renderResult = () => ({ kind: "not_found", content });
    expect(await get()).toEqual({ kind: "not_found", content });
    versions.receivePoll(null);
    renderResult = () => ({ kind: "unavailable" });
    expect(await get()).toEqual({ kind: "unavailable" });
  });

  test("never serves the page of another organization at the same URL", async () => {
    await get();
    const other = { ...address, organizationId: "other" };
    versions.receivePoll(null);
    renderResult = () => ({ kind: "unavailable" });
    expect(await cache.get(other)).toEqual({ kind: "unavailable" });
  });

  test("serves the page of the organization that has the subdomain now", async () => {
    const mount = { host: "acme.status.example.com", base: "" };
    const requested = { organizationId: null, mount, path: "" };
    const at = getAddressKey(requested);
    renderResult = () => rendered(1, { key: at });
    expect(describeResult(await cache.get(requested))).toEqual(["version 1", "fresh"]);
    expect(cache.getImmediate(requested)?.artifact.organizationId).toBe("acme");
    vi.setSystemTime(START + 3_000);
    poll([
      { organizationId: "acme", number: 2 },
      { organizationId: "other", number: 3 },
    ]);
    expect(cache.getImmediate(requested)).toBeUndefined();
    renderResult = () => rendered(3, { key: at, organizationId: "other" });
    expect(getEntry(await cache.get(requested)).artifact.organizationId).toBe("other");
    vi.setSystemTime(START + 6_000);
    poll([{ organizationId: "other", number: 4 }]);
    renderResult = () => ({ kind: "not_found", content: { type: "text/plain", body: "" } });
    expect(describeResult(await cache.get(requested))).toEqual(["not_found"]);
  });

  test("serves a stored page as unconfirmed since the store's heartbeat, until the page can be rendered", async () => {
    versions.receivePoll(null);
    const confirmedAt = START + 7_000;
    renderResult = () => ({
      kind: "stored",
      artifact: createTestArtifact(1),
      confirmedAt,
    });
    const stored = await get();
    expect(describeResult(stored)).toEqual(["version 1", "unconfirmed"]);
    expect(cache.getConfirmedAt(getEntry(stored))).toBe(confirmedAt);
    vi.setSystemTime(START + 10_000);
    poll();
    renderResult = () => rendered(1);
    expect(describeResult(await get())).toEqual(["version 1", "fresh"]);
  });

  test("returns when an unconfirmed page was last current: at the last poll, its expiry, or its render", async () => {
    const confirmedAt = async () => {
      const result = await get();
      return result.kind === "page" ? cache.getConfirmedAt(result.entry) - START : null;
    };
    renderResult = () => rendered(START, { expiresAt: START + 60_000 });
    await get();
    vi.setSystemTime(START + 9_000);
    poll();
    versions.receivePoll(null);
    expect(await confirmedAt()).toBe(9_000);
    versions.recordVersion("acme", { epoch: EPOCH, number: START + 4_000 });
    expect(await confirmedAt(), "the time of the last rendering").toBe(0);
    vi.setSystemTime(START + 10_000);
    poll();
    renderResult = () => rendered(START + 4_000, { expiresAt: START + 60_000 });
    await get();
    vi.setSystemTime(START + 100_000);
    poll();
    versions.receivePoll(null);
    expect(await confirmedAt(), "the time at which it expired").toBe(60_000);
  });

  test("returns the time of a failing page's last successful render, even after many changes", async () => {
    await get();
    for (const seconds of [10, 20, 30]) {
      vi.setSystemTime(START + seconds * 1_000);
      poll([{ organizationId: "acme", number: START + seconds * 1_000 }]);
      renderResult = () => ({ kind: "unavailable" });
      expect(cache.getConfirmedAt(getEntry(await get()))).toBe(START);
    }
    expect(renders.slice(1)).toEqual(
      Array(3).fill({ version: { epoch: EPOCH, number: 1 }, asOf: START }),
    );
  });

  test("keeps other pages of an organization fresh after a request for a page that doesn't exist", async () => {
    await get();
    renderResult = () => ({ kind: "not_found", content: { type: "text/html", body: "" } });
    await cache.get({ ...address, path: "/incidents/none" });
    expect(fresh()).toBe(1);
  });

  test("removes the least recently used pages at the memory limit", async () => {
    cache = new PageCache({ versions, render: async () => renderResult(), maxBytes: 10_000 });
    const paths = ["/a", "/b", "/c", "/d", "/e", "/f"];
    for (const path of paths) {
      const at = { ...address, path };
      renderResult = () => rendered(1, { key: getAddressKey(at) });
      await cache.get(at);
    }
    const kept = paths.filter((path) => cache.getImmediate({ ...address, path }));
    expect(kept).toEqual(["/c", "/d", "/e", "/f"]);
  });
});

/** One step of the property test. Times are in ms. */
type Step =
  | { kind: "commit"; isLocal: boolean; visibleAfterMs: number }
  | { kind: "wait"; ms: number }
  | { kind: "request" }
  | { kind: "outage"; isAvailable: boolean }
  | { kind: "restore" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("commit" as const),
        isLocal: fc.boolean(),
        visibleAfterMs: fc.integer({ min: 0, max: 1_500 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        ms: fc.integer({ min: 0, max: 3_000 }),
      }),
    },
    { weight: 8, arbitrary: fc.constant({ kind: "request" as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("outage" as const), isAvailable: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "restore" as const }) },
  ),
  { maxLength: 40 },
);

test("a fresh page contains every earlier local commit, and every remote commit older than a second", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 400 }), async (list, renderMs) => {
      vi.setSystemTime(START);
      versions = new VersionTracker();
      // The model has every commit, with the time from which other transactions see it.
      const model = {
        epoch: EPOCH,
        commits: [] as { number: number; visibleAt: number; isLocal: boolean }[],
        isAvailable: true,
      };
      let lastNumber = 0;
      const visible = () =>
        Math.max(
          0,
          ...model.commits
            .filter(({ visibleAt }) => visibleAt <= Date.now())
            .map(({ number }) => number),
        );
      const readPoll = () =>
        versions.receivePoll(
          model.isAvailable
            ? {
                epoch: model.epoch,
                at: Date.now(),
                changes: [{ organizationId: "acme", number: visible() }],
              }
            : null,
        );
      cache = new PageCache({
        versions,
        render: async () => {
          if (!model.isAvailable) return { kind: "unavailable" };
          const { epoch } = model;
          const number = visible();
          await new Promise((resolve) => setTimeout(resolve, renderMs));
          return rendered(number, { version: { epoch, number } });
        },
      });
      readPoll();
      const timer = setInterval(readPoll, 1_000);
      const epochs = { startedAt: START };
      for (const step of list) {
        if (step.kind === "wait") await vi.advanceTimersByTimeAsync(step.ms);
        if (step.kind === "outage") model.isAvailable = step.isAvailable;
        if (step.kind === "restore" && model.isAvailable) {
          model.epoch = `epoch of ${Date.now()}`;
          model.commits = [];
          epochs.startedAt = Date.now();
        }
        if (step.kind === "commit" && model.isAvailable) {
          const number = ++lastNumber;
          const visibleAt = step.isLocal ? Date.now() : Date.now() + step.visibleAfterMs;
          model.commits.push({ number, visibleAt, isLocal: step.isLocal });
          // For a second after a restore, the process doesn't know the epoch of its commits.
          if (step.isLocal && Date.now() - epochs.startedAt > 1_000)
            versions.recordCommit("acme", number);
        }
        if (step.kind === "request") {
          const requestedAt = Date.now();
          const pending = get();
          await vi.advanceTimersByTimeAsync(600);
          const result = await pending;
          if (result.kind !== "page" || result.freshness !== "fresh") continue;
          const { version } = result.entry.artifact;
          const sinceEpoch = requestedAt - epochs.startedAt;
          if (version.epoch !== model.epoch) {
            if (sinceEpoch >= 2_000) throw new Error("a fresh page is from before a restore");
            continue;
          }
          const missing = model.commits.filter(({ number, visibleAt, isLocal }) => {
            // A local commit is announced immediately, except in the first second after a restore.
            const isAnnounced = isLocal && visibleAt - epochs.startedAt > 1_000;
            const deadline = isAnnounced ? requestedAt : requestedAt - 1_000;
            return sinceEpoch > 2_000 && visibleAt < deadline && number > version.number;
          });
          if (missing.length > 0) throw new Error(`a fresh page lacks ${JSON.stringify(missing)}`);
        }
      }
      // After the database was available for 5 seconds, the page must be fresh and complete.
      model.isAvailable = true;
      await vi.advanceTimersByTimeAsync(5_000);
      for (let round = 0; round < 2; round++) {
        const pending = get();
        await vi.advanceTimersByTimeAsync(3_000);
        await pending;
      }
      const pending = get();
      await vi.advanceTimersByTimeAsync(3_000);
      const result = await pending;
      expect(result).toMatchObject({ kind: "page", freshness: "fresh" });
      expect(getEntry(result).artifact.version).toEqual({
        epoch: model.epoch,
        number: visible(),
      });
      clearInterval(timer);
    }),
    { numRuns: 150 },
  );
});
