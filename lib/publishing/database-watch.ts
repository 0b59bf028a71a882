import { log } from "@/lib/log";
import { withTimeout } from "@/lib/timeout";
import { type Host, readHosts } from "./hosts";
import { readVersions, type VersionPoll } from "./version";

const POLL_INTERVAL_MS = 1_000;
/** If a query takes longer, its poll counts as failed. */
const POLL_TIMEOUT_MS = 3_000;
/**
 * The database counts as unavailable after 2 consecutive failures: a single failure may be due to a
 * lack of CPU time.
 */
const MAX_FAILURES = 2;

type DatabaseWatchOptions = {
  /**
   * Called after each successful poll. Called with null after a failed poll if the database counts
   * as unavailable.
   */
  onPoll: (poll: VersionPoll | null) => void;
  onHosts: (hosts: Host[]) => void;
};

/** Polls the database every second for versions that any process has committed. */
export class DatabaseWatch {
  #polledAt: number | null = null;
  #hosts: string | null = null;
  #polling: Promise<void> | undefined;
  #failures = 0;

  constructor(private readonly options: DatabaseWatchOptions) {}

  get isAvailable(): boolean {
    return this.#failures < MAX_FAILURES;
  }

  async start(): Promise<void> {
    setInterval(() => void this.check(), POLL_INTERVAL_MS);
    await this.check();
    if (this.#failures > 0) await this.check();
  }

  /** Resolves after the running poll, or if none is running, after a new one. */
  check(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const { onPoll, onHosts } = this.options;
    try {
      const poll = await withTimeout(readVersions(this.#polledAt), POLL_TIMEOUT_MS);
      this.#polledAt = poll.at;
      this.#failures = 0;
      onPoll(poll);
      // Once known, hosts are read again only if a version has changed, because a change of a host
      // advances the version of its organization.
      if (this.#hosts !== null && poll.changes.length === 0) return;
      const hosts = await withTimeout(readHosts(), POLL_TIMEOUT_MS);
      const text = JSON.stringify(hosts);
      if (text !== this.#hosts) onHosts(hosts);
      this.#hosts = text;
    } catch (error) {
      this.#failures++;
      if (this.isAvailable) return;
      if (this.#failures === MAX_FAILURES)
        log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
      onPoll(null);
    }
  }
}
