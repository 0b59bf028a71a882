import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { deliveryAttempts } from "@/lib/metrics";
import { MAX_REQUESTS_PER_HOST } from "@/lib/outbound/outbound-client";
import { withSpan } from "@/lib/tracing";
import {
  ATTEMPT_TIMEOUT_MS,
  createFailedOutcome,
  EMAIL_TARGET,
  EMAIL_TIMEOUT_MS,
  type Outcome,
} from "./channel";
import {
  CLAIMS_PER_TARGET,
  DELIVERY_LEASE_MS,
  type DeliveryClaim,
  type EmailJobClaim,
} from "./claim";

const MAX_CONCURRENCY = 512;
/** Without this limit, a slow target of many organizations would delay all other targets. */
const JOBS_PER_TARGET = 8 * CLAIMS_PER_TARGET;
/**
 * If a timer fires late, the missed emails of at most this period are sent at once, so that the
 * average rate stays at `SMTP_RATE`.
 */
const RATE_BURST_MS = 100;
/** A job is not started if its lease ends sooner, because an attempt takes up to 25 s. */
const MIN_LEASE_MS = EMAIL_TIMEOUT_MS + 5_000;
/** If a job waited longer than this, `confirm` is called before it is sent. */
const STALE_MS = 1_000;

export type AnyClaim = DeliveryClaim | EmailJobClaim;

export type SendJob = {
  claim: AnyClaim;
  confirm?: () => Promise<boolean>;
  send: (now: Date, signal: AbortSignal) => Promise<Outcome>;
};

export type Attempt<OneClaim extends AnyClaim = AnyClaim> = {
  claim: OneClaim;
  at: Date;
  durationMs: number;
  outcome: Outcome;
};

/** Limits attempts in progress per target, and emails per second. */
class Semaphore {
  readonly #counts = new Map<string, number>();
  #nextEmailAt = 0;

  canAcquire(target: string): boolean {
    const isEmail = target === EMAIL_TARGET;
    const limit = isEmail ? env.SMTP_CONCURRENCY : MAX_REQUESTS_PER_HOST;
    const count = this.#counts.get(target) ?? 0;
    return count < limit && !(isEmail && this.rateWaitMs() > 0);
  }

  acquire(target: string): void {
    this.#add(target, 1);
    if (target !== EMAIL_TARGET || env.SMTP_RATE === undefined) return;
    const earliest = performance.now() - RATE_BURST_MS;
    this.#nextEmailAt = Math.max(this.#nextEmailAt, earliest) + 1_000 / env.SMTP_RATE;
  }

  release(target: string): void {
    this.#add(target, -1);
  }

  rateWaitMs(): number {
    return Math.max(0, this.#nextEmailAt - performance.now());
  }

  #add(target: string, amount: 1 | -1): void {
    const count = (this.#counts.get(target) ?? 0) + amount;
    if (count === 0) this.#counts.delete(target);
    else this.#counts.set(target, count);
  }
}

/** Has one queue per organization, and takes jobs from these queues round-robin. */
class JobQueue {
  readonly #queues = new Map<string, SendJob[]>();

  push(job: SendJob): void {
    const { organizationId } = job.claim;
    const queue = this.#queues.get(organizationId) ?? [];
    queue.push(job);
    this.#queues.set(organizationId, queue);
  }

  /**
   * Removes and returns the first job that can start, from the longest-waiting organization that has
   * one.
   */
  take(canStart: (job: SendJob) => boolean = () => true): SendJob | undefined {
    for (const [organizationId, queue] of this.#queues) {
      const index = queue.findIndex(canStart);
      if (index === -1) continue;
      const [job] = queue.splice(index, 1);
      this.#queues.delete(organizationId);
      if (queue.length > 0) this.#queues.set(organizationId, queue);
      return job;
    }
    return undefined;
  }
}

type SenderOptions = {
  now: () => Date;
  onOutcome: (attempt: Attempt) => void;
  /** Called with claims whose lease ends too soon for an attempt. */
  onExpire: (claims: AnyClaim[]) => void;
  /**
   * Called after each job. `remaining` is the number of its organization's other jobs to the same
   * target.
   */
  onEnd: (remaining: number) => void;
};

/** Sends jobs within the concurrency and rate limits, and alternates between organizations. */
export class Sender {
  readonly #queue = new JobQueue();
  readonly #semaphore = new Semaphore();
  /** The jobs that are queued or in progress. */
  readonly #jobs = new Set<SendJob>();
  readonly #inProgress = new Set<Promise<void>>();
  #rateTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly options: SenderOptions) {}

  get size(): number {
    return this.#jobs.size;
  }

  add(job: SendJob): void {
    this.#queue.push(job);
    this.#jobs.add(job);
  }

  dispatch(): void {
    if (this.#isStopped) return;
    const canStart = ({ claim }: SendJob) =>
      this.#inProgress.size < MAX_CONCURRENCY && this.#semaphore.canAcquire(claim.target);
    const expired: AnyClaim[] = [];
    for (let job = this.#queue.take(canStart); job; job = this.#queue.take(canStart))
      if (!this.#start(job)) expired.push(job.claim);
    if (expired.length > 0) this.options.onExpire(expired);
    const waitMs = this.#semaphore.rateWaitMs();
    if (waitMs === 0 || this.size === 0) return;
    this.#rateTimer ??= setTimeout(() => {
      this.#rateTimer = undefined;
      this.dispatch();
    }, waitMs);
  }

  /** Returns a function that lists the targets that have enough jobs of an organization, or of all. */
  countBusyTargets(): (organizationId: string) => string[] {
    const totals = this.#countByTarget();
    const shared = [...totals].flatMap(([target, count]) =>
      count >= JOBS_PER_TARGET ? [target] : [],
    );
    return (organizationId) => {
      const own = [...this.#countByTarget(organizationId)];
      const busy = own.flatMap(([target, count]) => (count >= CLAIMS_PER_TARGET ? [target] : []));
      return [...new Set([...shared, ...busy])];
    };
  }

  count(organizationId: string, target: string): number {
    return this.#countByTarget(organizationId).get(target) ?? 0;
  }

  /** Prevents further attempts from starting. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#rateTimer);
  }

  /** Removes the jobs that were not started, and returns their claims. */
  clear(): AnyClaim[] {
    const claims: AnyClaim[] = [];
    for (let job = this.#queue.take(); job; job = this.#queue.take()) {
      this.#jobs.delete(job);
      claims.push(job.claim);
    }
    return claims;
  }

  async waitForNextEnd(): Promise<void> {
    if (this.#inProgress.size === 0) await sleep(this.#semaphore.rateWaitMs());
    else await Promise.race(this.#inProgress);
  }

  /** Returns false if the job's lease ends too soon. */
  #start(job: SendJob): boolean {
    const { organizationId, target, leasedUntil } = job.claim;
    const leaseMs = leasedUntil.getTime() - this.options.now().getTime();
    if (leaseMs < MIN_LEASE_MS) {
      this.#jobs.delete(job);
      return false;
    }
    this.#semaphore.acquire(target);
    const attempt = this.#attempt(job, leaseMs < DELIVERY_LEASE_MS - STALE_MS).finally(() => {
      this.#inProgress.delete(attempt);
      this.#semaphore.release(target);
      this.#jobs.delete(job);
      this.options.onEnd(this.count(organizationId, target));
      this.dispatch();
    });
    this.#inProgress.add(attempt);
    return true;
  }

  async #attempt(job: SendJob, isStale: boolean): Promise<void> {
    const { claim, confirm = async () => true, send } = job;
    const { channel } = claim;
    if (isStale && !(await confirm().catch(() => true))) return;
    const at = this.options.now();
    const startedAt = performance.now();
    const timeoutMs = claim.target === EMAIL_TARGET ? EMAIL_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS;
    const signal = AbortSignal.timeout(timeoutMs);
    const outcome = await withSpan("deliver", { channel }, () => send(at, signal)).catch(
      (error: unknown) => createFailedOutcome(String(error)),
    );
    deliveryAttempts.inc({ channel, outcome: outcome.ok ? "delivered" : "failed" });
    this.options.onOutcome({ claim, at, durationMs: performance.now() - startedAt, outcome });
  }

  #countByTarget(organizationId?: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { claim } of this.#jobs)
      if (organizationId === undefined || claim.organizationId === organizationId)
        counts.set(claim.target, (counts.get(claim.target) ?? 0) + 1);
    return counts;
  }
}
