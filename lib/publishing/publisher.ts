import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { expireNotice } from "./emergency";
import { readHosts } from "./hosts";
import { publishOrganization, type PublishOptions } from "./publish";
import {
  attachStore,
  claimJobs,
  completeJob,
  continueJob,
  failJob,
  failWaitingJobs,
  findOldestDue,
  LEASE_MS,
  type PublishingJob,
  removeJob,
  scheduleAll,
  scheduleNow,
} from "./publishing-jobs";
import { HEARTBEAT, type Heartbeat, INDEX, type StoreIndex } from "./store";
import { readEpoch, startEpoch } from "./version";

const POLL_INTERVAL_MS = 1_000;
const RETRY_INTERVAL_MS = 2_000;
/** A job is aborted long before its lease ends, so that two processes never write at once. */
const JOB_TIMEOUT_MS = LEASE_MS / 2;
const HEARTBEAT_INTERVAL_MS = 60_000;
/** If a due change waits longer, the heartbeat reports the time when it became due. */
const MAX_LAG_MS = 5_000;
/** All pages of a time zone expire at midnight, so their publication is spread over this time. */
const MIDNIGHT_SPREAD_MS = 5 * 60_000;

/** Runs the publishing jobs of one store. */
export class Publisher {
  /** The last written index. It is written again with each heartbeat. */
  #index = "";
  #heartbeatAt: number | null = null;

  constructor(private readonly options: Omit<PublishOptions, "signal">) {}

  /** Runs jobs until `signal` aborts. Resolves after the last job. */
  async run(signal: AbortSignal): Promise<void> {
    const { store } = this.options;
    let isFailing = false;
    let hasJobs = false;
    while (!signal.aborted) {
      try {
        await this.#maintain(hasJobs);
        const jobs = await claimJobs(store.id, new Date());
        isFailing = false;
        hasJobs = jobs.length > 0;
        await Promise.all(jobs.map((job) => this.#publish(job)));
        if (!hasJobs) await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        if (!isFailing)
          log.warn({ store: store.label, error: String(error) }, "publishing to a store failed");
        isFailing = true;
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }

  async #maintain(hadJobs: boolean): Promise<void> {
    const { store } = this.options;
    const now = new Date();
    // The clock may have been set back, so the difference can be negative.
    const sinceHeartbeatMs = Math.abs(now.getTime() - (this.#heartbeatAt ?? 0));
    const isDue = sinceHeartbeatMs >= HEARTBEAT_INTERVAL_MS;
    if (!isDue && !hadJobs) return;
    // A change of a host is followed by a job, because it advances the organization's version.
    const index: StoreIndex = { hosts: await readHosts() };
    try {
      if (isDue) await this.#beat(now);
      const text = JSON.stringify(index);
      if (isDue || text !== this.#index) await store.putJson(INDEX, index);
      this.#index = text;
    } catch (error) {
      // No job is claimed after a failure, so the error is recorded for all waiting jobs.
      await failWaitingJobs(store.id, (error as Error).message, now);
      throw error;
    }
  }

  /**
   * Writes the heartbeat. Schedules all organizations for a new store, for a new build, or after
   * the database was restored. Makes the jobs of organizations with an emergency notice due now.
   */
  async #beat(now: Date): Promise<void> {
    const { store, build } = this.options;
    // The heartbeat is read before `attachStore` saves the current time. A heartbeat that is later
    // than the time in the database shows that the database was restored.
    const [read] = await Promise.allSettled([store.getJson(HEARTBEAT)]);
    // Registers the store even if its heartbeat can't be read, so that the settings list a store
    // that never worked.
    const seenAt = await attachStore(store, now);
    if (seenAt === null) await scheduleAll(store.id, now);
    if (read.status === "rejected") throw read.reason;
    const former = read.value as Heartbeat | null;
    let epoch = await readEpoch();
    const isRestored = seenAt !== null && Date.parse(former?.at ?? "") > seenAt.getTime();
    if (isRestored && former?.epoch === epoch) {
      log.warn({ store: store.label }, "the database was restored; publishing all pages again");
      await startEpoch(epoch);
      epoch = await readEpoch();
    }
    const isOtherBuild = this.#heartbeatAt === null && former?.build !== build;
    if (seenAt !== null && (former?.epoch !== epoch || isOtherBuild))
      await scheduleAll(store.id, now);
    const oldest = (await findOldestDue(store.id, now))?.getTime() ?? Infinity;
    const isLagging = oldest < now.getTime() - MAX_LAG_MS;
    const at = new Date(isLagging ? oldest : now.getTime()).toISOString();
    // Notices may have been published since the heartbeat was read.
    const { emergency = [] } = ((await store.getJson(HEARTBEAT)) ?? {}) as Partial<Heartbeat>;
    await Promise.all(emergency.map((id) => expireNotice(store, id)));
    const running = await scheduleNow(store.id, emergency, now);
    const heartbeat: Heartbeat = { at, epoch, build, ...(running[0] && { emergency: running }) };
    await store.putJson(HEARTBEAT, heartbeat);
    this.#heartbeatAt = now.getTime();
  }

  async #publish(job: PublishingJob): Promise<void> {
    const { organizationId } = job;
    const { store } = this.options;
    try {
      const signal = AbortSignal.timeout(JOB_TIMEOUT_MS);
      const result = await publishOrganization(organizationId, { ...this.options, signal });
      if (result.kind === "deleted") return await removeJob(job, new Date());
      if (result.kind === "unfinished") return await continueJob(job, new Date());
      if (result.kind === "restored") {
        await startEpoch(result.epoch);
        throw new Error("The database was restored from a backup. All pages will be republished.");
      }
      const { version, now, expiresAt } = result.snapshot;
      const isLong = expiresAt.getTime() - now.getTime() > MIDNIGHT_SPREAD_MS;
      const delayMs = isLong ? Math.random() * MIDNIGHT_SPREAD_MS : 0;
      const nextChangeAt = new Date(expiresAt.getTime() + delayMs);
      await completeJob(job, { version: version.number, nextChangeAt }, new Date());
    } catch (error) {
      await failJob(job, (error as Error).message, new Date());
      log.error(
        { organization_id: organizationId, store: store.label, error: String(error) },
        "publishing an organization failed",
      );
    }
  }
}
