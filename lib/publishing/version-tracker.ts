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
  readonly #numbers = new LRUCache<string, { number: number; validUntil: number }>({ max: 10_000 });
  #epoch = "";
  #isAvailable = false;
  /** The time of the last successful poll, in ms since 1970. */
  confirmedAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get isConfirmed(): boolean {
    return this.#isAvailable && this.now() - this.confirmedAt < POLL_TIMEOUT_MS;
  }

  /** Returns false if the version is outdated, or if it must be looked up. */
  isCurrent(organizationId: string, version: Version): boolean {
    const known = this.#numbers.get(organizationId);
    return (
      known !== undefined &&
      known.validUntil > this.now() &&
      !this.isOutdated(organizationId, version)
    );
  }

  /** Returns true if the epoch differs, or a later version is known. Works without the database. */
  isOutdated(organizationId: string, { epoch, number }: Version): boolean {
    return epoch !== this.#epoch || number < (this.#numbers.peek(organizationId)?.number ?? 0);
  }

  /**
   * Records a version that was read. Ignores other epochs, which are from before or after a
   * restore.
   */
  recordVersion(organizationId: string, { epoch, number }: Version): void {
    if (epoch === this.#epoch) this.recordCommit(organizationId, number);
  }

  recordCommit(organizationId: string, number: number): void {
    this.#numbers.set(organizationId, {
      number: Math.max(this.#numbers.peek(organizationId)?.number ?? 0, number),
      validUntil: this.now() + LOOKUP_INTERVAL_MS,
    });
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
