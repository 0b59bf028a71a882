import { LRUCache } from "lru-cache";
import type { Version, VersionPoll } from "./version";

/** After this time without a successful poll, no version counts as confirmed. */
const POLL_TIMEOUT_MS = 10_000;
/**
 * After this time, a version is looked up again, because polls don't report deleted organizations.
 */
const LOOKUP_INTERVAL_MS = 60_000;

/** Tracks the latest known version of organizations, from polls, commits, and renders. */
export class VersionTracker {
  readonly #numbers: LRUCache<string, number>;
  #epoch = "";
  #isAvailable = false;
  /** The time of the last successful poll, in ms since 1970. */
  confirmedAt = 0;

  constructor(private readonly now: () => number = Date.now) {
    const perf = { now };
    // Expired entries are kept, because versions older than theirs are still outdated.
    const ttl = { ttl: LOOKUP_INTERVAL_MS, ttlResolution: 0, allowStale: true };
    this.#numbers = new LRUCache({ max: 10_000, perf, ...ttl });
  }

  get isConfirmed(): boolean {
    return this.#isAvailable && this.now() - this.confirmedAt < POLL_TIMEOUT_MS;
  }

  /** Returns false if the version is outdated, or if it must be looked up. */
  isCurrent(organizationId: string, version: Version): boolean {
    return this.#numbers.has(organizationId) && !this.isOutdated(organizationId, version);
  }

  /** Returns true if the epoch differs, or a later version is known. Works without the database. */
  isOutdated(organizationId: string, { epoch, number }: Version): boolean {
    return epoch !== this.#epoch || number < (this.#numbers.peek(organizationId) ?? 0);
  }

  /**
   * Records a version that was read. Ignores other epochs, which are from before or after a
   * restore.
   */
  recordVersion(organizationId: string, { epoch, number }: Version): void {
    if (epoch === this.#epoch) this.recordCommit(organizationId, number);
  }

  /** Records a version that this process has committed. */
  recordCommit(organizationId: string, number: number): void {
    const known = this.#numbers.peek(organizationId) ?? 0;
    this.#numbers.set(organizationId, Math.max(known, number));
  }

  /** Records the versions of a poll. `poll` is null if the database is unavailable. */
  receivePoll(poll: VersionPoll | null): void {
    this.#isAvailable = poll !== null;
    if (poll === null) return;
    this.confirmedAt = this.now();
    if (poll.epoch !== this.#epoch) this.#numbers.clear();
    this.#epoch = poll.epoch;
    for (const { organizationId, number } of poll.changes)
      this.recordCommit(organizationId, number);
  }
}

/** The versions that this process knows. Only the main thread polls them. */
export const versions = new VersionTracker();
