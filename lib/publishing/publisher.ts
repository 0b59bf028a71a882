import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import {
  attachStore,
  claimJobs,
  completeJob,
  failJob,
  failWaiting,
  findOldestDue,
  type Host,
  type Job,
  LEASE_MS,
  readEpoch,
  removeJob,
  scheduleAll,
  scheduleNow,
  startEpoch,
} from "./jobs";
import { publishOrganization, type PublishOptions } from "./publish";
import type { Snapshot } from "./snapshot";
import {
  type ArtifactStore,
  EMERGENCY,
  HEARTBEAT,
  type Heartbeat,
  INDEX,
  type StoreIndex,
} from "./store";

export type PublisherOptions = Omit<PublishOptions, "store" | "checkDeadline"> & {
  stores: readonly ArtifactStore[];
  /** Whether the database responds. */
  isAvailable: () => boolean;
  now: () => Date;
};

const POLL_INTERVAL_MS = 1_000;
/** In a burst of changes, jobs are looked for once per this time. */
const MIN_POLL_INTERVAL_MS = 100;
/** After a failure of the store. */
const RETRY_INTERVAL_MS = 2_000;
/** A job ends before its lease does. */
const JOB_TIMEOUT_MS = LEASE_MS / 2;
const HEARTBEAT_INTERVAL_MS = 60_000;
/** A store counts as up to date while changes reach it within this time. */
const MAX_LAG_MS = 5_000;
/** Midnight comes to many organizations at once, so their copies are renewed within this time. */
const MIDNIGHT_SPREAD_MS = 5 * 60_000;

/** `beatAt`: the last heartbeat, in ms since 1970. `hosts`: the ones that the store has. */
type StoreState = {
  isAttached: boolean;
  beatAt: number;
  hosts: Host[] | null;
  isFailing: boolean;
};

/** Runs the publishing jobs of the attached stores. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #wakers = new Set<() => void>();
  #hosts: Host[] | null = null;
  #wakes = 0;
  #isStopping = false;
  #loops: Promise<void>[] = [];

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loops = this.#options.stores.map((store) => this.#run(store));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await Promise.all(this.#loops);
  }

  /** Looks for due jobs now. */
  wake(): void {
    this.#wakes++;
    for (const waker of this.#wakers) waker();
    this.#wakers.clear();
  }

  /** Sets the hosts that a process without a database needs. Each store gets them with its heartbeat. */
  setHosts(hosts: Host[]): void {
    this.#hosts = hosts;
    this.wake();
  }

  async #run(store: ArtifactStore): Promise<void> {
    const state: StoreState = {
      isAttached: false,
      beatAt: -Infinity,
      hosts: null,
      isFailing: false,
    };
    while (!this.#isStopping) {
      const wakes = this.#wakes;
      try {
        if (this.#options.isAvailable()) {
          await this.#maintain(store, state);
          const jobs = await claimJobs(store.id, this.#options.now());
          await Promise.all(jobs.map((job) => this.#publish(store, job)));
          if (jobs.length > 0) continue;
        }
      } catch (error) {
        if (!state.isFailing)
          log.warn({ store: store.label, error: String(error) }, "publishing to a store failed");
        state.isFailing = true;
        await sleep(RETRY_INTERVAL_MS);
      }
      await sleep(MIN_POLL_INTERVAL_MS);
      await this.#pause(wakes);
    }
  }

  /** Writes the store's own documents: the hosts when they change, and the heartbeat. */
  async #maintain(store: ArtifactStore, state: StoreState): Promise<void> {
    const now = this.#options.now();
    const isBeatDue = now.getTime() - state.beatAt >= HEARTBEAT_INTERVAL_MS;
    const hosts = this.#hosts;
    try {
      if (isBeatDue) await this.#beat(store, now, state.isAttached);
      if (hosts !== null && state.hosts !== hosts) {
        await store.putJson(INDEX, { hosts } satisfies StoreIndex);
        state.hosts = hosts;
      }
      if (!isBeatDue) return;
    } catch (error) {
      // No job is claimed before this succeeds.
      await failWaiting(store.id, messageOf(error), now);
      throw error;
    }
    state.beatAt = now.getTime();
    state.isAttached = true;
    state.isFailing = false;
  }

  /** Resolves after the poll interval, or when the publisher was woken since `wakes`. */
  async #pause(wakes: number): Promise<void> {
    if (this.#isStopping || this.#wakes !== wakes) return;
    await new Promise<void>((resolve) => {
      this.#wakers.add(resolve);
      setTimeout(resolve, POLL_INTERVAL_MS);
    });
  }

  /**
   * Renews the heartbeat of a store. Schedules what must be written again: everything after a restore
   * of the database and, when the store is attached, for another build; and emergency notices.
   */
  async #beat(store: ArtifactStore, now: Date, isAttached: boolean): Promise<void> {
    const { build } = this.#options;
    const [read] = await Promise.allSettled([store.getJson(HEARTBEAT)]);
    // A store that fails from the start is shown too.
    const seenAt = await attachStore(store, now);
    if (seenAt === null) await scheduleAll(store.id, now);
    if (read.status === "rejected") throw read.reason;
    const former = read.value as Heartbeat | null;
    let epoch = await readEpoch();
    // The database records each heartbeat before the store does.
    const isRestored = seenAt !== null && Date.parse(former?.at ?? "") > seenAt.getTime();
    if (isRestored && former?.epoch === epoch) {
      log.warn({ store: store.label }, "the database was restored; publishing all pages again");
      await startEpoch(epoch);
      epoch = await readEpoch();
    }
    const isOtherBuild = !isAttached && former?.build !== build;
    if (seenAt !== null && (former?.epoch !== epoch || isOtherBuild))
      await scheduleAll(store.id, now);
    const emergency = (await store.getJson(EMERGENCY)) as string[] | null;
    if (emergency !== null) {
      await scheduleNow(store.id, emergency, now);
      await store.removeJson(EMERGENCY);
    }
    const oldest = (await findOldestDue(store.id, now))?.getTime() ?? Infinity;
    const isLagging = oldest < now.getTime() - MAX_LAG_MS;
    const at = new Date(isLagging ? oldest : now.getTime()).toISOString();
    await store.putJson(HEARTBEAT, { at, epoch, build } satisfies Heartbeat);
  }

  async #publish(store: ArtifactStore, job: Job): Promise<void> {
    const { organizationId } = job;
    const startedAt = performance.now();
    const checkDeadline = () => {
      if (performance.now() - startedAt > JOB_TIMEOUT_MS)
        throw new Error(`publishing took longer than ${JOB_TIMEOUT_MS / 1_000} s`);
    };
    const { now } = this.#options;
    try {
      const result = await publishOrganization(organizationId, {
        ...this.#options,
        store,
        checkDeadline,
      });
      if (result.kind === "deleted") return await removeJob(job);
      if (result.kind === "restored") {
        await startEpoch(result.epoch);
        throw new Error("the store has a later version than the database");
      }
      const { snapshot } = result;
      const tookMs = performance.now() - startedAt;
      const nextChangeAt = snapshot.expiresAt.getTime() + spreadOf(organizationId, snapshot);
      await completeJob(job, { version: snapshot.version.number, nextChangeAt, tookMs }, now());
    } catch (error) {
      if (!this.#options.isAvailable()) throw error;
      await failJob(job, messageOf(error), now());
      log.error(
        { organization_id: organizationId, store: store.label, error: String(error) },
        "publishing an organization failed",
      );
    }
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Renewals within a day are not delayed. */
function spreadOf(organizationId: string, { expiresAt, now }: Snapshot): number {
  if (expiresAt.getTime() - now.getTime() <= MIDNIGHT_SPREAD_MS) return 0;
  const [number] = new Uint32Array(
    createHash("sha256").update(organizationId).digest().buffer.slice(0, 4),
  );
  return number! % MIDNIGHT_SPREAD_MS;
}
