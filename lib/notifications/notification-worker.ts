import { setTimeout as sleep } from "node:timers/promises";
import { reserveEmails, returnEmails } from "@/lib/email/daily-limit";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { MAX_ATTEMPTS } from "./backoff";
import {
  type Channel,
  EMAIL_TARGET,
  createFailedOutcome,
  type Outcome,
  type Send,
} from "./channel";
import {
  claimDue,
  claimEmailJobs,
  CLAIMS_PER_TARGET,
  confirmClaim,
  type DeliveryClaim,
  type EmailJobClaim,
  releaseClaims,
} from "./claim";
import { repairDueTimes } from "./due-times";
import { fanOut, findNextBatch } from "./fan-out";
import { cancelSuspendedDeliveries } from "./outbox";
import { loadMessages, type DeliveryMessage } from "./delivery-message";
import { OutcomeRecorder } from "./record";
import { type AnyClaim, Sender, type SendJob } from "./send";

const MAX_CLAIMS = 2_048;
const CLAIM_BATCH = 256;
const EMAIL_JOB_BATCH = 16;
const POLL_INTERVAL_MS = 1_000;
const REPAIR_INTERVAL_MS = 60_000;

export type NotificationWorkerOptions = {
  senders: Record<Channel, Send>;
  sendJob: (job: EmailJobClaim, signal: AbortSignal) => Promise<Outcome>;
  now?: () => Date;
  random?: () => number;
};

/**
 * Fans out events, claims and sends deliveries and emails, and records their outcomes. Several
 * processes can run a worker on the same database.
 */
export class NotificationWorker {
  readonly #options: NotificationWorkerOptions;
  readonly #now: () => Date;
  readonly #recorder: OutcomeRecorder;
  readonly #sender: Sender;
  #lastFannedOut = "";
  /** Until this time, SMTP_DAILY_LIMIT blocks emails to subscribers. */
  #emailsResumeAt = new Date(0);
  /** A time of `performance.now()`, which does not depend on changes of the clock. */
  #nextRepairAt = 0;
  #pause = new AbortController();
  #isStopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: NotificationWorkerOptions) {
    const { now = () => new Date(), random = Math.random } = options;
    this.#options = options;
    this.#now = now;
    this.#recorder = new OutcomeRecorder(now, random);
    this.#sender = new Sender({
      now,
      onOutcome: (attempt) => {
        this.#recorder.add(attempt);
        if (attempt.outcome.isUnsent) void this.#returnQuota([attempt.claim]);
      },
      onExpire: (claims) => void this.#releaseUnsent(claims),
      onEnd: (remaining) => {
        if (remaining === CLAIMS_PER_TARGET / 2 || remaining === 0) this.wake();
      },
    });
  }

  start(): void {
    this.#loop = this.#run();
  }

  wake(): void {
    this.#pause.abort();
  }

  /**
   * Stops claiming, releases the deliveries that were not started, waits for the attempts in
   * progress, and records their outcomes.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#sender.stop();
    this.wake();
    await this.#loop;
    await this.#releaseUnsent(this.#sender.clear());
    while (this.#sender.size > 0) await this.#sender.waitForNextEnd();
    await this.#recorder.stop();
  }

  async drain(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue;
      if (this.#sender.size > 0) await this.#sender.waitForNextEnd();
      else {
        // A recorded outcome can make an email due, such as a quarantine notice.
        await this.#recorder.flush();
        if (!(await this.#step()) && this.#sender.size === 0) return;
      }
    }
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#pause = new AbortController();
      const { signal } = this.#pause;
      const startedAt = performance.now();
      const hasWorked = await this.#step().catch((error: unknown) => {
        log.error({ error }, "notification delivery failed; retrying");
        return false;
      });
      // Pauses for as long as the work took, so that other processes can write.
      await sleep(performance.now() - startedAt);
      if (!hasWorked) await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #step(): Promise<boolean> {
    const now = this.#now();
    if (performance.now() > this.#nextRepairAt) {
      this.#nextRepairAt = performance.now() + REPAIR_INTERVAL_MS;
      await repairDueTimes(now);
      if (await cancelSuspendedDeliveries(now)) this.#nextRepairAt = 0;
    }
    const batch = await findNextBatch(this.#lastFannedOut, now);
    if (batch !== null) {
      this.#lastFannedOut = batch.organizationId;
      await fanOut(batch, now);
    }
    const jobs = await this.#claimEmailJobs(now);
    const deliveries = await this.#claimDeliveries(now);
    this.#sender.dispatch();
    return batch !== null || jobs + deliveries > 0;
  }

  async #claimDeliveries(now: Date): Promise<number> {
    const limit = Math.min(MAX_CLAIMS - this.#sender.size, CLAIM_BATCH);
    if (limit <= 0) return 0;
    const paused = this.#emailsResumeAt > now ? [EMAIL_TARGET] : [];
    const listBusyTargets = this.#sender.countBusyTargets();
    const claimed = await claimDue(now, {
      limit,
      busyTargets: (id) => [...listBusyTargets(id), ...paused],
    });
    const claims = await this.#applyDailyLimit(claimed, now);
    if (claims.length === 0) return 0;
    const messages = await loadMessages(claims, now);
    for (const [index, claim] of claims.entries()) this.#enqueue(claim, messages[index]);
    return claims.length;
  }

  async #applyDailyLimit(claims: DeliveryClaim[], now: Date): Promise<DeliveryClaim[]> {
    const emails = claims.filter(({ target }) => target === EMAIL_TARGET);
    if (env.SMTP_DAILY_LIMIT === undefined || emails.length === 0) return claims;
    const { granted, resumesAt } = await reserveEmails(emails.length, now);
    if (resumesAt === null) return claims;
    log.warn({ resumesAt }, "SMTP_DAILY_LIMIT is reached; emails to subscribers are paused");
    this.#emailsResumeAt = resumesAt;
    const excess = new Set(emails.slice(granted));
    await this.#release([...excess]);
    return claims.filter((claim) => !excess.has(claim));
  }

  #enqueue(claim: DeliveryClaim, buildMessage: (() => DeliveryMessage) | null | undefined): void {
    if (buildMessage === undefined) return;
    if (buildMessage === null) return this.#fail(claim, undecryptable);
    const send = this.#options.senders[claim.channel];
    this.#add({
      claim,
      confirm: () => confirmClaim(claim, this.#now()),
      send: async (now, signal) => {
        const message = tryToBuild(claim, buildMessage);
        return message === null ? uncreatable : send({ ...message, now }, signal);
      },
    });
  }

  async #claimEmailJobs(now: Date): Promise<number> {
    if (this.#sender.count("", EMAIL_TARGET) >= EMAIL_JOB_BATCH) return 0;
    const claims = await claimEmailJobs(now, EMAIL_JOB_BATCH);
    for (const claim of claims)
      this.#add({ claim, send: (_now, signal) => this.#options.sendJob(claim, signal) });
    return claims.length;
  }

  #add(job: SendJob): void {
    if (job.claim.attempts > MAX_ATTEMPTS) this.#fail(job.claim, outOfAttempts);
    else this.#sender.add(job);
  }

  #fail(claim: AnyClaim, outcome: Outcome): void {
    this.#recorder.add({ claim, at: this.#now(), durationMs: 0, outcome });
  }

  async #releaseUnsent(claims: AnyClaim[]): Promise<void> {
    await this.#returnQuota(claims);
    await this.#release(claims);
  }

  /** Reduces the count of `SMTP_DAILY_LIMIT` for claims that were counted but not sent. */
  async #returnQuota(claims: readonly AnyClaim[]): Promise<void> {
    const { length } = claims.filter(({ channel }) => channel === "email");
    if (env.SMTP_DAILY_LIMIT === undefined || length === 0) return;
    try {
      await returnEmails(length, this.#now());
      this.#emailsResumeAt = new Date(0);
    } catch (error) {
      log.error({ error: String(error) }, "reducing the count of SMTP_DAILY_LIMIT failed");
    }
  }

  /** Makes claimed deliveries due again. Email jobs become due when their lease ends. */
  async #release(claims: AnyClaim[]): Promise<void> {
    const deliveries = claims.filter((claim) => "eventId" in claim);
    await releaseClaims(deliveries, this.#now()).catch((error: unknown) =>
      log.error(
        { error: String(error), claims: claims.length },
        "releasing deliveries failed; they become due when their leases expire",
      ),
    );
  }
}

function tryToBuild(claim: DeliveryClaim, build: () => DeliveryMessage): DeliveryMessage | null {
  try {
    return build();
  } catch (error) {
    log.error({ delivery: claim.id, error: String(error) }, "a message can't be created");
    return null;
  }
}

const uncreatable = createFailedOutcome(
  "The message can't be created. Contact the administrator of this installation.",
  { isUnsent: true },
);

/** The outcome if the last attempt was not recorded, such as after a crash. */
const outOfAttempts = createFailedOutcome(
  "Stopped retrying: the result of the last attempt was not saved. The message may have been sent.",
);
const undecryptable = createFailedOutcome(
  "The subscriber's data can't be decrypted. Contact the administrator of this installation.",
  { isUnsent: true },
);
