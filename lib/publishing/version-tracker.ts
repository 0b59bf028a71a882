import type { VersionPoll } from "./jobs";
import type { Version } from "./version";

/** Without a poll for this long, no version is known to be current. */
const POLL_TIMEOUT_MS = 10_000;
/** A version is looked up again after this time: the poll does not show deleted organizations. */
const LOOKUP_INTERVAL_MS = 60_000;
const MAX_ORGANIZATIONS = 10_000;

/** Knows the current versions of the organizations that have visitors. */
export class VersionTracker {
  readonly #now: () => number;
  /** Version numbers of the epoch, each with the time until which it is not looked up again. */
  readonly #numbers = new Map<string, { number: number; validUntil: number }>();
  #epoch = "";
  /** The time of the last successful poll, in milliseconds since 1970. */
  #polledAt = 0;
  #isAvailable = false;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Whether the database can be asked for newer versions. */
  get isConfirmed(): boolean {
    return this.#isAvailable && this.#now() - this.#polledAt < POLL_TIMEOUT_MS;
  }

  /** When versions were last known to be current, in milliseconds since 1970. */
  get confirmedAt(): number {
    return this.#polledAt;
  }

  /** Whether a version is the organization's current one; false if it has to be looked up. */
  isCurrent(organizationId: string, version: Version): boolean {
    const known = this.#numbers.get(organizationId);
    return (
      known !== undefined &&
      version.number >= known.number &&
      version.epoch === this.#epoch &&
      known.validUntil > this.#now()
    );
  }

  /** Whether a newer version is known, also while the database can't be asked. */
  isOutdated(organizationId: string, version: Version): boolean {
    const known = this.#numbers.get(organizationId);
    return version.epoch !== this.#epoch || (known !== undefined && version.number < known.number);
  }

  /** Records a version that was read. One of another epoch was read before or after a restore. */
  learn(organizationId: string, { epoch, number }: Version): void {
    if (epoch !== this.#epoch) return;
    const known = this.#numbers.get(organizationId);
    // The map keeps the order of insertion: the first entry is the one that was learned first.
    this.#numbers.delete(organizationId);
    this.#numbers.set(organizationId, {
      number: Math.max(known?.number ?? 0, number),
      validUntil: this.#now() + LOOKUP_INTERVAL_MS,
    });
    if (this.#numbers.size > MAX_ORGANIZATIONS)
      this.#numbers.delete(this.#numbers.keys().next().value!);
  }

  /** Records a version that this process has committed. */
  commit(organizationId: string, number: number): void {
    this.learn(organizationId, { epoch: this.#epoch, number });
  }

  /** Records the result of a poll; null if the database did not respond. */
  receivePoll(poll: VersionPoll | null): void {
    this.#isAvailable = poll !== null;
    if (poll === null) return;
    this.#polledAt = this.#now();
    if (poll.epoch !== this.#epoch) this.#numbers.clear();
    this.#epoch = poll.epoch;
    for (const { organizationId, number } of poll.changes) this.commit(organizationId, number);
  }

  /** No version is current until the next poll: the worker has ended. */
  suspend(): void {
    this.#isAvailable = false;
  }
}
