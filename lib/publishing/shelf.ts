import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { log } from "@/lib/log";
import { WorkerSupervisor } from "@/lib/worker-supervisor";
import { addressAt } from "./addresses";
import { onChange } from "./changes";
import type { Copy } from "./copy";
import { renderFailures } from "./failures";
import { loadCaughtUp, loadCopy, loadHosts } from "./files";
import type { FromPublisher, Host, Outcome, Told, ToPublisher, Wanted } from "./messages";
import { readHosts } from "./queries";
import type { Content } from "./representation";

/**
 * A copy at hand, and up to which change of its organization it is known to be true. `failedAt`:
 * when rendering it again first failed, in ms.
 */
export type Held = {
  copy: Copy;
  count: number;
  askedAt: number;
  visitedAt: number;
  failedAt: number | null;
};

/**
 * What the front knows of an organization: how often it was changed, up to where all copies are
 * true, and whether anything of it was published.
 */
type Counted = {
  count: number;
  settled: number;
  changedAt: number;
  waitUntil: number;
  isThere: boolean;
};

const CACHE_BYTES = 64 * 1024 * 1024;
const OVERHEAD_BYTES = 2_048;
/**
 * Whoever asks right after a change waits so long for it to be told; then the copy from before is
 * sent.
 */
const WAIT_MS = 500;
/** A change is waited for when there was none for so long before it: in a burst, only the first. */
const CALM_MS = 2_000;
/** A copy of an earlier process is sent unconfirmed after so long. */
const FIRST_WAIT_MS = 1_500;
/** Where there is no copy, this is how long one is waited for. */
const PATIENCE_MS = 10_000;
/**
 * A copy that is sent as it was is asked for again so often at most: in a burst of changes it comes
 * of itself.
 */
const ASK_INTERVAL_MS = 1_000;
/** The same of one that could not be rendered. */
const FAILED_ASK_INTERVAL_MS = 10_000;
/** An HTML copy that somebody looks at tells the time of the last minute. */
const RENEW_MS = 60_000;
/** What nobody has looked at for so long is made anew when somebody does. */
const VISITED_MS = 24 * 60 * 60_000;
/**
 * A page that shows another logo calls it by another query, and shows what it got until it is
 * opened again: it is waited for in a burst too.
 */
const ALWAYS_AWAITED = /\/logo$/;
const TICK_MS = 1_000;
const TELL_INTERVAL_MS = 60_000;
/**
 * Addresses that are asked for and not answered yet: beyond that, strangers have asked for more
 * than can be made.
 */
const MOST_PENDING = 1_000;
/** Without a sign of life for so long, nothing is known to be true. */
const PULSELESS_MS = 10_000;
/**
 * A database that has not told by then whose hosts there are is taken for gone: the start goes on
 * without.
 */
const HOSTS_PATIENCE_MS = 3_000;
/** What it makes is short-lived, as in the delivery thread. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

export type Answer =
  { held: Held } | { outcome: Exclude<Outcome, "published">; content: Content | null };

const byName = (hosts: readonly Host[]): ReadonlyMap<string, Host> =>
  new Map(hosts.map((host) => [host.host, host]));

async function readHostsInTime(): Promise<Host[] | null> {
  const read = readHosts().catch((error: unknown) => {
    log.warn(
      { error: String(error) },
      "custom hosts could not be loaded; using the last known hosts",
    );
    return null;
  });
  return Promise.race([read, sleep(HOSTS_PATIENCE_MS, null, { ref: false })]);
}

/** The copies in memory, and the thread that makes them. */
export class Shelf {
  readonly #held = new LRUCache<string, Held>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ copy: { body, gzip, brotli, unconfirmed } }) =>
      OVERHEAD_BYTES +
      body.length +
      (gzip?.length ?? 0) +
      (brotli?.length ?? 0) +
      (unconfirmed?.length ?? 0),
  });
  readonly #organizations = new Map<string, Counted>();
  readonly #asked = new Map<string, Promise<Told>>();
  readonly #pending = new Map<number, (answer: Told) => void>();
  #hosts: ReadonlyMap<string, Host> = new Map();
  #thread: WorkerSupervisor<ToPublisher, FromPublisher> | undefined;
  #isStopping = false;
  #isReached = true;
  /** As of when the database last answered, and all files were last true; in ms since 1970. */
  #reachedAt = 0;
  #caughtUpAt = 0;
  #heardAt = 0;
  #lastId = 0;
  #unavailable: Content | null = null;
  #ticker: NodeJS.Timeout | undefined;
  #teller: NodeJS.Timeout | undefined;
  #sent = 0;

  /** Sent copies are known to be true as far as the database's last answer goes. */
  get isConfirmed(): boolean {
    return (
      this.#isReached &&
      (this.#thread === undefined || performance.now() - this.#heardAt < PULSELESS_MS)
    );
  }

  /** Whether a copy is current as far as this process knows, and its rendering doesn't fail. */
  isCurrent(held: Held): boolean {
    return this.isConfirmed && held.count >= 0 && this.#failingSince(held) === null;
  }

  #failingSince({ copy, failedAt }: Held): number | null {
    return renderFailures().get(copy.orgID)?.getTime() ?? failedAt;
  }

  /** What is sent while nobody can tell; null until the thread has said it. */
  get unavailable(): Content | null {
    return this.#unavailable;
  }

  /** Whose page stands at the root of a host. */
  get hosts(): ReadonlyMap<string, Host> {
    return this.#hosts;
  }

  /**
   * The thread begins with the first that wants something of it, or at once when there is a host
   * that others may give up or take.
   */
  async start({ isAwaited }: { isAwaited: boolean }): Promise<void> {
    onChange((orgID) => this.#changed(orgID));
    this.#ticker = setInterval(() => this.#renewExpired(), TICK_MS).unref();
    this.#teller = setInterval(() => this.#tell(), TELL_INTERVAL_MS).unref();
    const [kept, known, caughtUpAt] = await Promise.all([
      loadHosts(),
      readHostsInTime(),
      loadCaughtUp(),
    ]);
    this.#caughtUpAt = caughtUpAt;
    this.#hosts = byName(known ?? kept);
    if (isAwaited || kept.length > 0 || this.#hosts.size > 0) this.#thread ??= this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    onChange(null);
    clearInterval(this.#ticker);
    clearInterval(this.#teller);
    this.#tell();
    await this.#thread?.stop();
    renderFailures().clear();
  }

  /**
   * The copy under a key if it may be sent as it is. The way of nearly all requests: it makes
   * nothing.
   */
  fresh(key: string, now: number): Held | undefined {
    const held = this.#held.get(key);
    if (held === undefined || !this.isConfirmed || this.#failingSince(held) !== null)
      return undefined;
    const { copy } = held;
    if (
      (copy.until !== null && copy.until <= now) ||
      !(this.#isTrue(held) || this.#isOnItsWay(held, now))
    )
      return undefined;
    held.visitedAt = now;
    this.#sent++;
    return held;
  }

  /** Strangers come in thousands: a line for each would cost more than the answer. */
  #tell(): void {
    if (this.#sent > 0) log.info({ requests: this.#sent }, "public pages served from cache");
    this.#sent = 0;
  }

  /**
   * The organization has changed, another copy was asked for just now, and the change is none that
   * is waited for.
   */
  #isOnItsWay({ copy, count, askedAt }: Held, now: number): boolean {
    const known = ALWAYS_AWAITED.test(copy.key) ? undefined : this.#organizations.get(copy.orgID);
    return (
      known !== undefined &&
      count >= 0 &&
      now - askedAt < ASK_INTERVAL_MS &&
      performance.now() >= known.waitUntil
    );
  }

  /**
   * What there is at an address: made or confirmed first, if that does not take long, or else as it
   * was.
   */
  async obtain(wanted: Wanted, now: number): Promise<Answer> {
    const { key, orgID } = wanted;
    let held = this.#held.get(key);
    if (held?.copy.orgID !== orgID) held = undefined;
    let patience = PATIENCE_MS;
    if (held === undefined) {
      const kept = await loadCopy(key);
      // What lies there may be of whose page stood at this place before.
      if (kept?.orgID === orgID) {
        held = this.#hold(kept, -1);
        patience = FIRST_WAIT_MS;
      }
    } else if (this.#isTrue(held)) {
      patience = held.copy.until !== null && held.copy.until <= now - RENEW_MS ? WAIT_MS : 0;
    } else if (held.count < 0) {
      patience = FIRST_WAIT_MS;
    } else {
      const { changedAt, waitUntil } = this.#count(orgID);
      const present = performance.now();
      // Once a burst is over, whoever comes to what it did not get to yet is not sent what was true
      // minutes ago.
      patience =
        present - changedAt >= WAIT_MS || ALWAYS_AWAITED.test(key)
          ? WAIT_MS
          : Math.max(0, waitUntil - present);
    }
    if (held !== undefined) held.visitedAt = now;
    // The publisher tries again by itself.
    if (held !== undefined && renderFailures().has(orgID)) return { held };
    const hasFailed = held !== undefined && held.failedAt !== null;
    if (held !== undefined && ((!this.isConfirmed && this.#thread !== undefined) || hasFailed))
      patience = 0;
    if (
      held !== undefined &&
      patience === 0 &&
      now - held.askedAt < (hasFailed ? FAILED_ASK_INTERVAL_MS : ASK_INTERVAL_MS)
    )
      return { held };
    if (held !== undefined) held.askedAt = now;
    const count = this.#organizations.get(orgID)?.count ?? 0;
    const asked = this.#ask(wanted);
    const answer =
      patience === 0 ? null : await Promise.race([asked, sleep(patience, null, { ref: false })]);
    if (answer?.outcome === "missing") {
      this.#forgetStranger(orgID);
      return { outcome: "missing", content: answer.content ?? null };
    }
    const made = this.#held.get(key);
    if (made?.copy.orgID === orgID && !(answer?.outcome === "published" && made.count < 0))
      return { held: made };
    const recovered =
      answer?.outcome === "published" ? await this.#recover(wanted, answer.hash, count) : undefined;
    if (recovered !== undefined) return { held: recovered };
    this.#forgetStranger(orgID);
    return { outcome: "unavailable", content: this.#unavailable };
  }

  /** Of an organization that may not be there, nothing is kept. */
  #forgetStranger(orgID: string): void {
    const known = this.#organizations.get(orgID);
    if (known?.count === 0 && known.settled < 0 && !known.isThere)
      this.#organizations.delete(orgID);
  }

  /** A copy that was sent lately tells a time that is not far from the present. */
  renew(held: Held, now: number): void {
    if (now - held.copy.made >= RENEW_MS && held.copy.type.startsWith("text/html"))
      this.#askAgain(held, now, true);
  }

  #askAgain(held: Held, now: number, renew: boolean): void {
    if (now - held.askedAt < ASK_INTERVAL_MS) return;
    held.askedAt = now;
    const wanted = this.#wantedOf(held.copy);
    if (wanted !== null) void this.#ask(wanted, renew);
  }

  /**
   * The publisher says that there is a copy, true up to a count, and it is not at hand: it lies in
   * a file, or is made again where the file is another.
   */
  async #recover(
    wanted: Wanted,
    hash: string | undefined,
    count: number,
  ): Promise<Held | undefined> {
    const kept = await loadCopy(wanted.key);
    if (kept !== null && kept.hash === hash) return this.#hold(kept, count);
    await this.#ask(wanted, true);
    const made = this.#held.get(wanted.key);
    return made?.copy.orgID === wanted.orgID ? made : undefined;
  }

  #isTrue({ copy, count }: Held): boolean {
    const known = this.#organizations.get(copy.orgID);
    return known !== undefined && Math.max(count, known.settled) >= known.count && count >= 0;
  }

  /** When a copy was last known to be true, in ms since 1970. */
  confirmedAt(held: Held): number {
    const { copy, count } = held;
    const { changedAt } = this.#organizations.get(copy.orgID) ?? { changedAt: Infinity };
    // One that lies here from before is as true as all files are.
    const known =
      count < 0
        ? this.#caughtUpAt
        : this.#isTrue(held)
          ? this.#reachedAt
          : performance.timeOrigin + changedAt;
    return Math.max(
      copy.made,
      Math.min(known, copy.until ?? Infinity, this.#failingSince(held) ?? Infinity),
    );
  }

  #hold(copy: Copy, count: number): Held {
    const { visitedAt = 0, askedAt = 0 } = this.#held.peek(copy.key) ?? {};
    const held: Held = { copy, count, askedAt, visitedAt, failedAt: null };
    if (count >= 0) this.#count(copy.orgID).isThere = true;
    this.#held.set(copy.key, held);
    return held;
  }

  #count(orgID: string): Counted {
    let known = this.#organizations.get(orgID);
    if (known === undefined) {
      known = { count: 0, settled: -1, changedAt: -Infinity, waitUntil: -Infinity, isThere: false };
      this.#organizations.set(orgID, known);
    }
    return known;
  }

  #changed(orgID: string): void {
    const organization = this.#count(orgID);
    organization.count++;
    const now = performance.now();
    if (now - organization.changedAt > CALM_MS) organization.waitUntil = now + WAIT_MS;
    organization.changedAt = now;
    this.#post({ kind: "changed", orgID, count: organization.count });
  }

  #ask(wanted: Wanted, renew = false): Promise<Told> {
    const known = this.#asked.get(wanted.key);
    if (known !== undefined) return known;
    if (this.#pending.size >= MOST_PENDING) return Promise.resolve({ outcome: "unavailable" });
    const id = ++this.#lastId;
    const asked = new Promise<Told>((done) => {
      this.#pending.set(id, done);
      this.#post({ kind: "ask", id, wanted, count: this.#count(wanted.orgID).count, renew });
    }).finally(() => this.#asked.delete(wanted.key));
    this.#asked.set(wanted.key, asked);
    return asked;
  }

  /**
   * What has become untrue by the passing of time is made anew without being asked for, where
   * somebody has been looking.
   */
  #renewExpired(): void {
    if (!this.isConfirmed) return;
    const now = Date.now();
    for (const held of this.#held.values()) {
      const { copy, visitedAt } = held;
      if (copy.until !== null && copy.until <= now && visitedAt >= now - VISITED_MS)
        this.#askAgain(held, now, false);
    }
  }

  #wantedOf({ key, orgID }: Copy): Wanted | null {
    const host = key.startsWith("//") ? key.slice(2).split("/", 1)[0]! : null;
    if (host !== null && this.#hosts.get(host)?.orgID !== orgID) return null;
    for (const base of host === null ? [`/status/${orgID}`, ""] : [""]) {
      const address = addressAt(key, { host, base });
      if (address !== null) return { key, orgID, host, base, address };
    }
    return null;
  }

  #post(message: ToPublisher): void {
    if (this.#isStopping) return;
    this.#thread ??= this.#begin();
    this.#thread.post(message);
  }

  #begin(): WorkerSupervisor<ToPublisher, FromPublisher> {
    this.#heardAt = performance.now();
    // What was asked of one that has ended, also before another was there to be asked, is asked
    // anew by whoever still wants it.
    const answerAll = () => {
      for (const done of this.#pending.values()) done({ outcome: "unavailable" });
      this.#pending.clear();
    };
    return new WorkerSupervisor({
      file: "publisher.js",
      name: "publishing",
      resourceLimits,
      stopMessage: { kind: "stop" },
      onMessage: (message) => this.#hear(message),
      onExit: answerAll,
      onRestart: () => {
        renderFailures().clear();
        this.#heardAt = performance.now();
        answerAll();
        // What the other one was told of, and may not have come to. All else is confirmed anew when
        // somebody looks: this one does not watch it yet.
        for (const [orgID, { count, settled }] of this.#organizations)
          if (settled < count) this.#post({ kind: "changed", orgID, count });
        for (const known of this.#organizations.values()) known.settled = -1;
        for (const held of this.#held.values()) held.count = -1;
      },
    });
  }

  #hear(message: FromPublisher): void {
    this.#heardAt = performance.now();
    switch (message.kind) {
      case "ready":
        this.#unavailable = message.unavailable;
        return;
      case "copy":
        this.#hold(message.copy, message.count);
        return;
      case "same": {
        const held = this.#held.peek(message.key);
        if (held === undefined || held.copy.hash !== message.hash) return;
        held.count = Math.max(held.count, message.count);
        held.failedAt = null;
        this.#count(held.copy.orgID).isThere = true;
        held.copy.until = message.until;
        return;
      }
      case "failed": {
        const held = this.#held.peek(message.key);
        if (held !== undefined) held.failedAt ??= Date.now();
        return;
      }
      case "failing":
        if (message.since === null) renderFailures().delete(message.orgID);
        else renderFailures().set(message.orgID, new Date(message.since));
        return;
      case "gone":
        this.#held.delete(message.key);
        return;
      case "settled": {
        // Of those that nobody reads here, nothing is kept.
        const organization = this.#organizations.get(message.orgID);
        if (organization !== undefined)
          organization.settled = Math.max(organization.settled, message.count);
        return;
      }
      case "elsewhere":
        this.#changed(message.orgID);
        return;
      case "answer":
        this.#pending.get(message.id)?.(message);
        this.#pending.delete(message.id);
        return;
      case "pulse":
        this.#isReached = message.isReached;
        if (message.isReached) this.#reachedAt = message.at;
        if (message.isCaughtUp) this.#caughtUpAt = message.at;
        return;
      case "hosts":
        this.#hosts = byName(message.hosts);
    }
  }
}
