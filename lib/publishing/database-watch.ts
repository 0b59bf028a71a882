import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import type { Host, VersionPoll } from "./jobs";

const POLL_INTERVAL_MS = 1_000;
/** A database that takes longer to respond counts as unavailable. */
const POLL_TIMEOUT_MS = 3_000;

/** One late response can be this process's own fault: it may have had no processor time. */
const MAX_FAILURES = 2;

export type DatabaseWatchOptions = {
  readVersions: (since: number | null) => Promise<VersionPoll>;
  readHosts: () => Promise<Host[]>;
  /** Called after every poll; with null if the database did not respond. */
  onPoll: (poll: VersionPoll | null) => void;
  /** Called when the hosts are first known, and when they change. */
  onHosts: (hosts: Host[]) => void;
};

/** Polls the database once per second for versions that were committed by any process. */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #polledAt: number | null = null;
  #hosts: string | null = null;
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  isAvailable = true;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  /** Resolves after the first poll. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.check(), POLL_INTERVAL_MS);
    await this.check();
    if (this.#failures > 0) await this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Resolves after a poll that ends now or later. */
  check(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const { readVersions, readHosts, onPoll, onHosts } = this.#options;
    try {
      const poll = await withTimeout(readVersions(this.#polledAt), POLL_TIMEOUT_MS);
      this.#polledAt = poll.at;
      this.#failures = 0;
      this.isAvailable = true;
      onPoll(poll);
      // A host changes with its organization's version.
      if (this.#hosts !== null && poll.changes.length === 0) return;
      const hosts = await withTimeout(readHosts(), POLL_TIMEOUT_MS);
      const text = JSON.stringify(hosts);
      if (text !== this.#hosts) onHosts(hosts);
      this.#hosts = text;
    } catch (error) {
      if (++this.#failures < MAX_FAILURES) return;
      if (this.isAvailable)
        log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
      this.isAvailable = false;
      onPoll(null);
    }
  }
}

/** Rejects if the promise takes longer than `timeoutMs`. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const controller = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: controller.signal }).then(() => {
    throw new Error(`no response within ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    controller.abort();
    timeout.catch(() => undefined);
    promise.catch(() => undefined);
  }
}
