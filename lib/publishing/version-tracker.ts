import { LRUCache } from "lru-cache";
import type { Version, VersionPoll } from "./version";

/** Without a poll for this long, no version is known to be current. */
const POLL_TIMEOUT_MS = 10_000;
/** A version is looked up again after this time: the poll does not show deleted organizations. */
const LOOKUP_INTERVAL_MS = 60_000;

/** Tracks the current versions of the organizations that have visitors. */
export class VersionTracker {
  readonly #now: () => number;
  readonly #numbers = new LRUCache<string, { number: number; validUntil: number }>({ max: 10_000 });
  #epoch = "";
  #isAvailable = false;
  /** In ms since 1970. */
  confirmedAt = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get isConfirmed(): boolean {
    return this.#isAvailable && this.#now() - this.confirmedAt < POLL_TIMEOUT_MS;
  }

  /** False if the version has to be looked up. */
  isCurrent(organizationId: string, version: Version): boolean {
    const known = this.#numbers.get(organizationId);
    return (
      known !== undefined &&
      known.validUntil > this.#now() &&
      !this.isOutdated(organizationId, version)
    );
  }

  /** Also works while the database is unavailable. */
  isOutdated(organizationId: string, { epoch, number }: Version): boolean {
    return epoch !== this.#epoch || number < (this.#numbers.peek(organizationId)?.number ?? 0);
  }

  /** Ignores versions of another epoch, which were read before or after a restore. */
  recordVersion(organizationId: string, { epoch, number }: Version): void {
    if (epoch === this.#epoch) this.recordCommit(organizationId, number);
  }

  recordCommit(organizationId: string, number: number): void {
    this.#numbers.set(organizationId, {
      number: Math.max(this.#numbers.peek(organizationId)?.number ?? 0, number),
      validUntil: this.#now() + LOOKUP_INTERVAL_MS,
    });
  }

  /** Null if the database did not respond. */
  receivePoll(poll: VersionPoll | null): void {
    this.#isAvailable = poll !== null;
    if (poll === null) return;
    this.confirmedAt = this.#now();
    if (poll.epoch !== this.#epoch) this.#numbers.clear();
    this.#epoch = poll.epoch;
    for (const { organizationId, number } of poll.changes)
      this.recordCommit(organizationId, number);
  }
}
