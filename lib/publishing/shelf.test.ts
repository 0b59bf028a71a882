import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { announceChange } from "./changes";
import { makeCopy } from "./copy";
import { renderFailures } from "./failures";
import { saveCaughtUp, saveCopy } from "./files";
import type { FromPublisher, ToPublisher, Wanted } from "./messages";
import { Shelf } from "./shelf";

/**
 * The thread that would publish: what it is told is written down, and it says what a test wants it
 * to say.
 */
class Thread extends EventEmitter {
  readonly told: ToPublisher[] = [];
  answer: (ask: Extract<ToPublisher, { kind: "ask" }>) => FromPublisher[] = () => [];
  constructor() {
    super();
    threads.push(this);
    if (threads.length > 1) this.answer = threads[0]!.answer;
  }
  postMessage(message: ToPublisher): void {
    this.told.push(message);
    if (message.kind === "stop") setImmediate(() => this.emit("exit"));
    if (message.kind === "ask")
      setImmediate(() => this.answer(message).forEach((said) => this.say(said)));
  }
  say(message: FromPublisher): void {
    this.emit("message", message);
  }
}

const threads = vi.hoisted((): Thread[] => []);
vi.mock("node:worker_threads", () => ({
  Worker: function () {
    return new Thread();
  },
}));
vi.mock("./queries", () => ({ readHosts: async () => [] }));
vi.mock("@/lib/db", () => ({ sharedTurn: () => undefined }));

let shelf: Shelf;
beforeEach(async () => {
  env.DATA_DIR = mkdtempSync(join(tmpdir(), "shelf-"));
  shelf = new Shelf();
  await shelf.start({ isAwaited: true });
});
afterEach(async () => {
  await shelf.stop();
  threads.length = 0;
  rmSync(env.DATA_DIR, { recursive: true, force: true });
});

const wantedAt = (orgID: string, address = ""): Wanted => ({
  key: `/status/${orgID}${address}`,
  orgID,
  host: null,
  base: `/status/${orgID}`,
  address,
});
const copyOf = ({ key, orgID }: Wanted, body: string) =>
  makeCopy(
    { key, orgID, digest: "", version: "", edition: "", until: null, notice: "", made: new Date() },
    { type: "text/html", body },
  );
const bodyOf = (answer: Awaited<ReturnType<Shelf["obtain"]>>) =>
  "held" in answer ? Buffer.from(answer.held.copy.body).toString() : answer.outcome;
const asks = () => threads.flatMap(({ told }) => told).filter(({ kind }) => kind === "ask");

test("a file that another process has rewritten is rendered again, not sent as unconfirmed forever", async () => {
  const wanted = wantedAt("acme");
  await saveCopy(await copyOf(wanted, "of another process"));
  const own = await copyOf(wanted, "our own");
  threads[0]!.answer = ({ id, renew }) => [
    ...(renew
      ? [{ kind: "copy", copy: own, count: 0 } as const]
      : [{ kind: "same", key: wanted.key, hash: own.hash, count: 0, until: null } as const]),
    { kind: "answer", id, outcome: "published", hash: own.hash },
  ];
  const answer = await shelf.obtain(wanted, Date.now());
  expect(bodyOf(answer)).toBe("our own");
  expect("held" in answer && answer.held.count).toBe(0);
  expect(shelf.fresh(wanted.key, Date.now())?.copy).toBe(own);
});

test("What lies at a place from the time when it was another's is not sent, whatever cannot be told", async () => {
  const wanted: Wanted = { key: "/", orgID: "acme", host: null, base: "", address: "" };
  await saveCopy(await copyOf({ ...wanted, orgID: "other" }, "the other's page"));
  threads[0]!.answer = ({ id }) => [{ kind: "answer", id, outcome: "unavailable" }];
  expect(bodyOf(await shelf.obtain(wanted, Date.now()))).toBe("unavailable");
});

test("A thread that takes the place of another confirms anew what it does not watch yet", async () => {
  const wanted = wantedAt("acme");
  const copy = await copyOf(wanted, "words");
  threads[0]!.answer = ({ id, count }) => [
    { kind: "copy", copy, count },
    { kind: "answer", id, outcome: "published", hash: copy.hash },
  ];
  await shelf.obtain(wanted, Date.now());
  threads[0]!.say({ kind: "settled", orgID: "acme", count: 0 });
  expect(shelf.fresh(wanted.key, Date.now())).toBeDefined();
  threads[0]!.emit("exit");
  expect(bodyOf(await shelf.obtain(wanted, Date.now() + 2_000)), "asked of nobody").toBe("words");
  await vi.waitFor(() => expect(threads).toHaveLength(2), { timeout: 3_000 });
  expect(
    shelf.fresh(wanted.key, Date.now()),
    "nobody would hear of another process's write",
  ).toBeUndefined();
  expect(bodyOf(await shelf.obtain(wanted, Date.now() + 4_000))).toBe("words");
  expect(threads[1]!.told.map(({ kind }) => kind)).toEqual(["ask"]);
  expect(shelf.fresh(wanted.key, Date.now())).toBeDefined();
});

test("a request after a change waits for the new page, except during a burst of changes", async () => {
  const wanted = wantedAt("acme", "/incidents/one");
  const [before, after] = [await copyOf(wanted, "before"), await copyOf(wanted, "after")];
  threads[0]!.answer = ({ id, count }) => {
    const copy = count === 0 ? before : after;
    return [
      { kind: "copy", copy, count },
      { kind: "answer", id, outcome: "published", hash: copy.hash },
    ];
  };
  await shelf.obtain(wanted, Date.now());
  announceChange("acme");
  await sleep(600);
  expect(shelf.fresh(wanted.key, Date.now() + 2_000)).toBeUndefined();
  expect(bodyOf(await shelf.obtain(wanted, Date.now() + 2_000))).toBe("after");
  announceChange("acme");
  threads[0]!.answer = () => [];
  const begun = performance.now();
  expect(bodyOf(await shelf.obtain(wanted, Date.now() + 4_000))).toBe("after");
  expect(performance.now() - begun).toBeLessThan(300);
});

test("In a burst the logo alone is waited for: who asks by its new address is not to keep the former one", async () => {
  const [page, logo] = [wantedAt("acme"), wantedAt("acme", "/logo")];
  let words = "before";
  threads[0]!.answer = ({ id, wanted, count }) => {
    const copy = { ...made, key: wanted.key, body: Buffer.from(words), hash: words };
    return [
      { kind: "copy", copy, count },
      { kind: "answer", id, outcome: "published", hash: copy.hash },
    ];
  };
  const made = await copyOf(page, "");
  for (const wanted of [page, logo]) await shelf.obtain(wanted, Date.now());
  announceChange("acme");
  await sleep(550);
  words = "after";
  announceChange("acme");
  const now = Date.now() + 500;
  expect(bodyOf(await shelf.obtain(page, now))).toBe("before");
  expect(bodyOf(await shelf.obtain(logo, now))).toBe("after");
});

test("a page that can't be rendered doesn't affect others; an unreachable database is reported", async () => {
  const known = wantedAt("acme");
  const copy = await copyOf(known, "words");
  threads[0]!.answer = ({ id, wanted, count }) =>
    wanted.key === known.key
      ? [
          { kind: "copy", copy, count },
          { kind: "answer", id, outcome: "published", hash: copy.hash },
        ]
      : [{ kind: "answer", id, outcome: "unavailable" }];
  await shelf.obtain(known, Date.now());
  expect(bodyOf(await shelf.obtain(wantedAt("acme", "/broken"), Date.now()))).toBe("unavailable");
  expect([shelf.isConfirmed, shelf.fresh(known.key, Date.now())?.copy]).toEqual([true, copy]);
  threads[0]!.say({ kind: "pulse", isReached: false, at: Date.now(), isCaughtUp: false });
  expect([shelf.isConfirmed, shelf.fresh(known.key, Date.now())]).toEqual([false, undefined]);
  expect(bodyOf(await shelf.obtain(known, Date.now())), "as it was").toBe("words");
});

test("only an organization whose rendering fails is unconfirmed, from the first failure to recovery", async () => {
  const [acme, birch] = [wantedAt("acme"), wantedAt("birch")];
  const copies = new Map(
    await Promise.all(
      [acme, birch].map(
        async (wanted) => [wanted.key, await copyOf(wanted, wanted.orgID)] as const,
      ),
    ),
  );
  threads[0]!.answer = ({ id, wanted, count }) => [
    { kind: "copy", copy: { ...copies.get(wanted.key)!, made: 0 }, count },
    { kind: "answer", id, outcome: "published", hash: copies.get(wanted.key)!.hash },
  ];
  await shelf.obtain(acme, Date.now());
  await shelf.obtain(birch, Date.now());
  threads[0]!.say({ kind: "pulse", isReached: true, at: Date.now(), isCaughtUp: true });
  const since = Date.UTC(2026, 10, 20);
  threads[0]!.say({ kind: "failing", orgID: "acme", since });
  expect([
    shelf.fresh(acme.key, Date.now()),
    shelf.fresh(birch.key, Date.now())?.copy.orgID,
  ]).toEqual([undefined, "birch"]);
  const asked = asks().length;
  const answer = await shelf.obtain(acme, Date.now() + 60_000);
  if (!("held" in answer)) throw new Error("The last copy is gone.");
  expect([shelf.isCurrent(answer.held), shelf.confirmedAt(answer.held), asks().length]).toEqual([
    false,
    since,
    asked,
  ]);
  expect(renderFailures().get("acme")).toEqual(new Date(since));
  threads[0]!.say({ kind: "failing", orgID: "acme", since: null });
  expect([shelf.isCurrent(answer.held), renderFailures().size]).toEqual([true, 0]);
});

test("a page that can't be rendered is unconfirmed, and the organization's others are not", async () => {
  const [home, incident] = [wantedAt("acme"), wantedAt("acme", "/incidents/1")];
  const copies = new Map(
    await Promise.all(
      [home, incident].map(
        async (wanted) => [wanted.key, await copyOf(wanted, wanted.key)] as const,
      ),
    ),
  );
  threads[0]!.answer = ({ id, wanted, count }) => [
    { kind: "copy", copy: copies.get(wanted.key)!, count },
    { kind: "answer", id, outcome: "published", hash: copies.get(wanted.key)!.hash },
  ];
  await shelf.obtain(home, Date.now());
  await shelf.obtain(incident, Date.now());
  threads[0]!.say({ kind: "failed", key: incident.key });
  expect([
    shelf.fresh(home.key, Date.now()) !== undefined,
    shelf.fresh(incident.key, Date.now()),
  ]).toEqual([true, undefined]);
  threads[0]!.say({ kind: "copy", copy: copies.get(incident.key)!, count: 0 });
  expect(shelf.fresh(incident.key, Date.now())).toBeDefined();
});

test("a page was last confirmed when the database last responded, also across restarts", async () => {
  const [known, kept] = [wantedAt("acme"), wantedAt("birch")];
  const made = new Date("2026-11-01T00:00:00Z").getTime();
  const at = (day: number) => Date.UTC(2026, 10, day);
  const copy = { ...(await copyOf(known, "words")), made };
  const confirmedAt = async (wanted: Wanted) => {
    const answer = await shelf.obtain(wanted, Date.now());
    return "held" in answer ? shelf.confirmedAt(answer.held) : answer.outcome;
  };
  threads[0]!.answer = ({ id, wanted, count }) =>
    wanted.orgID === "acme"
      ? [
          { kind: "copy", copy, count },
          { kind: "answer", id, outcome: "published", hash: copy.hash },
        ]
      : [{ kind: "answer", id, outcome: "unavailable" }];
  await saveCopy({ ...(await copyOf(kept, "of an earlier process")), made });
  await shelf.obtain(known, Date.now());
  threads[0]!.say({ kind: "pulse", isReached: true, at: at(10), isCaughtUp: false });
  threads[0]!.say({ kind: "pulse", isReached: false, at: at(11), isCaughtUp: false });
  expect(await confirmedAt(known)).toBe(at(10));
  expect(await confirmedAt(kept), "nobody has said when").toBe(made);
  copy.until = at(9);
  expect(await confirmedAt(known), "no longer than it could be true").toBe(at(9));
  copy.until = null;
  const before = Date.now();
  announceChange("acme");
  threads[0]!.say({ kind: "pulse", isReached: false, at: Date.now() + 60_000, isCaughtUp: false });
  expect(
    Math.abs(((await confirmedAt(known)) as number) - before),
    "until it was changed",
  ).toBeLessThan(1_000);

  threads[0]!.say({ kind: "pulse", isReached: true, at: at(12), isCaughtUp: true });
  expect(await confirmedAt(kept)).toBe(at(12));
  await saveCaughtUp(at(8));
  const next = new Shelf();
  await next.start({ isAwaited: true });
  const answer = await next.obtain(kept, Date.now());
  expect("held" in answer && next.confirmedAt(answer.held), "after a restart").toBe(at(8));
  await next.stop();
});

test("Strangers who ask for more than can be made are told so, and what is at hand is sent all the same", async () => {
  const known = wantedAt("acme");
  const copy = await copyOf(known, "words");
  threads[0]!.answer = ({ id, wanted, count }) =>
    wanted.orgID === "acme"
      ? [
          { kind: "copy", copy, count },
          { kind: "answer", id, outcome: "published", hash: copy.hash },
        ]
      : [];
  await shelf.obtain(known, Date.now());
  const waiting = Array.from({ length: 1_500 }, (_, index) =>
    shelf.obtain(wantedAt(`stranger-${index}`), Date.now()),
  );
  expect(bodyOf(await waiting.at(-1)!)).toBe("unavailable");
  expect(asks().length).toBeLessThanOrEqual(1_001);
  announceChange("acme");
  expect(bodyOf(await shelf.obtain(known, Date.now() + 5_000))).toBe("words");
  // Those who wait are answered as the thread ends.
  threads[0]!.emit("exit");
  expect(new Set((await Promise.all(waiting)).map(bodyOf))).toEqual(new Set(["unavailable"]));
});
