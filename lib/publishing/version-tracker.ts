import { LRUCache } from "lru-cache";
import type { VersionPoll } from "./jobs";
import { isAsNewAs, type Version } from "./version";

/** Without a poll for this long, no version is known to be current. */
const POLL_TIMEOUT_MS = 10_000;
/** A version is looked up again after this time: the poll does not show deleted organizations. */
const LOOKUP_INTERVAL_MS = 60_000;
const MAX_ORGANIZATIONS = 10_000;

/** Knows the current versions of the organizations that have visitors. */
export class VersionTracker {
  readonly #now: () => number;
  readonly #versions: LRUCache<string, Version>;
  #epoch = "";
  /** The time of the last successful poll, in milliseconds since 1970. */
  #polledAt = 0;
  #isAvailable = false;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#versions = new LRUCache({
      max: MAX_ORGANIZATIONS,
      ttl: LOOKUP_INTERVAL_MS,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** Whether the database can be asked for newer versions. */
  get isConfirmed(): boolean {
    return this.#isAvailable && this.#now() - this.#polledAt < POLL_TIMEOUT_MS;
  }

  /** When versions were last known to be current, in milliseconds since 1970. */
  get confirmedAt(): number {
    return this.#polledAt;
  }

  /** The current version, if it is known. */
  get(organizationId: string): Version | undefined {
    return this.#versions.get(organizationId);
  }

  /** The last known version, even if it has to be looked up again. */
  getLast(organizationId: string): Version | undefined {
    return this.#versions.get(organizationId, { allowStale: true, noDeleteOnStaleGet: true });
  }

  /** Records a version that was read or committed. An older one of the same epoch is ignored. */
  learn(organizationId: string, version: Version): void {
    const known = this.#versions.get(organizationId);
    if (known === undefined || isAsNewAs(version, known) || known.epoch !== version.epoch)
      this.#versions.set(organizationId, version);
  }

  /** Records a version that this process has committed. */
  commit(organizationId: string, number: number): void {
    if (this.#epoch !== "") this.learn(organizationId, { epoch: this.#epoch, number });
  }

  forget(organizationId: string): void {
    this.#versions.delete(organizationId);
  }

  /** Records the result of a poll; null if the database did not respond. */
  receivePoll(poll: VersionPoll | null): void {
    this.#isAvailable = poll !== null;
    if (poll === null) return;
    this.#polledAt = this.#now();
    if (poll.epoch !== this.#epoch) this.#versions.clear();
    this.#epoch = poll.epoch;
    for (const { organizationId, number } of poll.changes) {
      const known = this.#versions.get(organizationId);
      if (known !== undefined && known.number < number)
        this.#versions.set(organizationId, { epoch: poll.epoch, number });
    }
  }

  /** No version is current until the next poll: the worker has ended. */
  suspend(): void {
    this.#isAvailable = false;
  }
}
