import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import {
  ATTEMPT_TIMEOUT_MS,
  type Channel,
  type NotificationMessage,
  type Outcome,
  type Send,
} from "./channel";
import {
  type Attempt,
  type Batch,
  type Claim,
  claimDue,
  claimEmailJobs,
  fanOut,
  findDue,
  isSpent,
  isStillDue,
  type JobClaim,
  DELIVERY_LEASE_MS,
  loadMessages,
  nextBatch,
  release,
  type SealedSubscriber,
  settle,
  settleJob,
} from "./queue";

/** Attempts under way at once, in all and per target: nobody's receiver is hit harder than that. */
const MAX_IN_FLIGHT = 64;
const MAX_PER_TARGET = 4;
/**
 * What takes longer than this is likely to hang until its deadline: its place is another's from
 * then on, as long as not too many hang.
 */
const SLOW_MS = 1_000;
const MAX_SLOW = 448;
/**
 * Mails to one person under way: few, for those that wait for a connection use up the time of their
 * attempt.
 */
const MAX_MAILING = 16;
/**
 * Claims that wait for a place, in all; a target that answers may have this many of them, one that
 * does not has few.
 */
const MAX_READY = 512;
const FIRST_WINDOW = 16;
const MAX_WINDOW = MAX_READY;
/** Claims of due deliveries that one transaction makes. */
const CLAIM_BATCH = 256;
/**
 * How long fan-out waits for targets to have room for claims, which costs less than to claim its
 * deliveries later; and for
 * how long it does not wait again for a target that had none by then.
 */
const PATIENCE_MS = 250;
const IMPATIENCE_MS = 5_000;
/** Stands for all targets together among those that lack room. */
const ALL = "";
/**
 * Attempts are written down together: at the latest after this time, so that a repeat after a crash
 * stays rare.
 */
const SETTLE_INTERVAL_MS = 50;
const SETTLE_BATCH = 250;
/**
 * A claim with less than this left of its lease is not begun: another process may hold it before it
 * ends.
 */
const LEASE_MARGIN_MS = ATTEMPT_TIMEOUT_MS + 5_000;
/** What waited for a place longer than this is looked at once more before it is sent. */
const STALE_MS = 1_000;
/** Nobody need tell this engine of an event: it looks by itself this often. */
const SWEEP_INTERVAL_MS = 1_000;
const ERROR_PAUSE_MS = 1_000;
/** What others are due in the meantime waits this long. */
const FRUITLESS_MS = 100;

export type EngineOptions = {
  senders: Record<Channel, Send>;
  sendJob: (job: JobClaim, signal: AbortSignal) => Promise<Outcome>;
  now?: () => Date;
  random?: () => number;
};

type UnderWay = { begun: number; isSlow: boolean };
type Ready = { claim: Claim; message: Omit<NotificationMessage, "now"> };

/**
 * Moves what is due: fans events out, claims deliveries by lease, sends them, writes down what came
 * of it. Any number
 * of engines, in any number of processes, may work on one database.
 */
export class Engine {
  readonly #senders: Record<Channel, Send>;
  readonly #sendJob: EngineOptions["sendJob"];
  readonly #now: () => Date;
  readonly #random: () => number;
  /** By target, each in the order of its claims. */
  readonly #ready = new Map<string, Ready[]>();
  #readyCount = 0;
  /** Attempts under way, the oldest first; and how many of them have given their place away. */
  readonly #attempting = new Set<UnderWay>();
  #slow = 0;
  #slowTimer: NodeJS.Timeout | undefined;
  #attemptEnded: (() => void) | undefined;
  readonly #inFlight = new Map<string, number>();
  readonly #windows = new Map<string, number>();
  /** What is under way beside attempts. */
  readonly #running = new Set<Promise<void>>();
  /** Mails to one person under way. */
  #mailing = 0;
  #finished: Attempt[] = [];
  #settling: Promise<void> = Promise.resolve();
  #settleTimer: NodeJS.Timeout | undefined;
  readonly #deadlines = new Deadlines();
  /**
   * What is to be fanned out next, since when it has waited for room, and whose turn was the last.
   */
  #batch: { batch: Batch; since: number } | undefined;
  #lastServed = "";
  readonly #impatientUntil = new Map<string, number>();
  #wakeUp: (() => void) | undefined;
  #woken = false;
  /**
   * The busy targets of a search that found nothing: as long as it is they, another one would pass
   * over the same.
   */
  #fruitless = { busy: "", until: 0 };
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor({ senders, sendJob, now = () => new Date(), random = Math.random }: EngineOptions) {
    this.#senders = senders;
    this.#sendJob = sendJob;
    this.#now = now;
    this.#random = random;
  }

  /** Begins to work, and to look for work by itself. */
  start(): void {
    this.#loop = this.#run();
  }

  /** There may be something due: look now. */
  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /**
   * Claims nothing more, gives back what is not begun, lets what is under way end and be written
   * down.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#loop;
    await this.#giveBack(this.#takeReady());
    while (this.#attempting.size > 0) await this.#nextEnd();
    clearTimeout(this.#slowTimer);
    await Promise.all(this.#running);
    await this.#flush();
  }

  /** Works until nothing is due and nothing is under way. */
  async drain(): Promise<void> {
    for (;;) {
      if (await this.#step()) continue;
      if (this.#attempting.size > 0 || this.#running.size > 0) {
        await Promise.race([
          ...this.#running,
          ...(this.#attempting.size > 0 ? [this.#nextEnd()] : []),
        ]);
        continue;
      }
      // What was written down may have made something due: a notice of quarantine.
      await this.#flush();
      if (this.#readyCount === 0 && !(await this.#step())) return;
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      try {
        const begun = performance.now();
        // It rests as long as it worked: answers of receivers get their turn, and so do others who
        // want to write.
        if (await this.#step()) await sleep(performance.now() - begun);
        else await this.#pause(this.#batch === undefined ? SWEEP_INTERVAL_MS : PATIENCE_MS);
      } catch (error) {
        log.error(
          { error: { message: String(error), stack: (error as Error).stack } },
          "notification delivery failed; retrying",
        );
        await this.#pause(ERROR_PAUSE_MS);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#woken || this.#stopped) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** One round. True when there may be more to do at once. */
  async #step(): Promise<boolean> {
    const now = this.#now();
    this.#begin();
    const due = await findDue(now);
    // Another process may have done it meanwhile.
    if (!due.events) this.#batch = undefined;
    const fanned = due.events && (await this.#fanOut(now));
    const mailed = due.jobs && (await this.#takeJobs(now));
    const room = Math.min(MAX_READY - this.#readyCount, CLAIM_BATCH);
    const claims = due.deliveries && room >= FIRST_WINDOW ? await this.#claim(now, room) : [];
    if (claims.length > 0) await this.#take(claims);
    this.#begin();
    return fanned || mailed || claims.length > 0;
  }

  /** Fans out one batch, unless it waits for room. True when it did. */
  async #fanOut(now: Date): Promise<boolean> {
    if (this.#batch === undefined) {
      const batch = await nextBatch(this.#lastServed, now);
      if (batch === null) return false;
      this.#batch = { batch, since: performance.now() };
    }
    const { batch, since } = this.#batch;
    const { unclaimed, lacking } = this.#judgeRoom(batch.subscribers);
    const clock = performance.now();
    if (lacking.some((target) => (this.#impatientUntil.get(target) ?? 0) < clock)) {
      if (clock < since + PATIENCE_MS) return false;
      this.#impatientUntil.clear();
      for (const target of lacking) this.#impatientUntil.set(target, clock + IMPATIENCE_MS);
    }
    this.#batch = undefined;
    this.#lastServed = batch.organizationId;
    const claims = await fanOut(batch, unclaimed, now);
    if (claims.length > 0) await this.#take(claims, batch.subscribers);
    return true;
  }

  /**
   * For whom there is no room among the claims that this engine holds, and the targets on whose
   * account.
   */
  #judgeRoom(subscribers: readonly SealedSubscriber[]): { unclaimed: string[]; lacking: string[] } {
    let left = MAX_READY - this.#readyCount;
    const room = new Map<string, number>();
    const unclaimed: string[] = [];
    const lacking = new Set<string>();
    for (const { id, target } of subscribers) {
      const free = room.get(target) ?? this.#windowOf(target) - this.#heldOf(target);
      if (left > 0 && free > 0) {
        left -= 1;
        room.set(target, free - 1);
      } else {
        unclaimed.push(id);
        lacking.add(free > 0 ? ALL : target);
      }
    }
    return { unclaimed, lacking: [...lacking] };
  }

  async #claim(now: Date, room: number): Promise<Claim[]> {
    const busy = this.#busyTargets();
    const key = busy.join(" ");
    if (
      busy.length > 0 &&
      key === this.#fruitless.busy &&
      performance.now() < this.#fruitless.until
    )
      return [];
    const claims = await claimDue(now, room, busy);
    if (claims.length === 0)
      this.#fruitless = { busy: key, until: performance.now() + FRUITLESS_MS };
    return claims;
  }

  async #take(claims: Claim[], read: readonly SealedSubscriber[] = []): Promise<void> {
    const messages = await loadMessages(claims, this.#now(), read).catch(async (error: unknown) => {
      await this.#giveBack(claims);
      throw error;
    });
    for (const [index, claim] of claims.entries()) {
      const message = messages[index];
      if (isSpent(claim))
        this.#finish(
          claim,
          this.#now(),
          0,
          failure("Stopped retrying: no attempt finished.", true),
        );
      else if (message === null)
        this.#finish(claim, this.#now(), 0, {
          ...failure(
            "The subscriber's address can't be decrypted. Check that DATA_SECRET and SESSION_SECRET are unchanged.",
            false,
          ),
          unsent: true,
        });
      else if (message !== undefined) this.#queue({ claim, message });
    }
  }

  #queue(ready: Ready): void {
    const { target } = ready.claim;
    const queue = this.#ready.get(target);
    if (queue === undefined) this.#ready.set(target, [ready]);
    else queue.push(ready);
    this.#readyCount += 1;
  }

  #takeReady(): Claim[] {
    const claims = [...this.#ready.values()].flat().map(({ claim }) => claim);
    this.#ready.clear();
    this.#readyCount = 0;
    return claims;
  }

  /**
   * Targets that have as many claims as they may: a receiver that hangs must not fill the queue.
   */
  #busyTargets(): string[] {
    const targets = new Set([...this.#inFlight.keys(), ...this.#ready.keys()]);
    return [...targets].filter((target) => this.#heldOf(target) >= this.#windowOf(target));
  }

  #heldOf(target: string): number {
    return (this.#inFlight.get(target) ?? 0) + (this.#ready.get(target)?.length ?? 0);
  }

  #windowOf(target: string): number {
    return this.#windows.get(target) ?? FIRST_WINDOW;
  }

  /** Begins as many attempts as there is room for. */
  #begin(): void {
    const late: Claim[] = [];
    const lastLease = this.#now().getTime() + LEASE_MARGIN_MS;
    for (const [target, queue] of this.#ready) {
      let count = this.#inFlight.get(target) ?? 0;
      while (queue.length > 0 && !this.#stopped && this.#hasPlace() && count < MAX_PER_TARGET) {
        const ready = queue.shift()!;
        this.#readyCount -= 1;
        if (ready.claim.leasedUntil.getTime() < lastLease) {
          late.push(ready.claim);
          continue;
        }
        this.#inFlight.set(target, ++count);
        this.#attempt(ready);
      }
      if (queue.length === 0) this.#ready.delete(target);
      if (!this.#hasPlace()) break;
    }
    if (this.#readyCount > 0 && !this.#hasPlace() && !this.#stopped)
      this.#slowTimer ??= setTimeout(() => this.#freePlaces(), SLOW_MS / 4);
    if (late.length > 0) this.#track(this.#giveBack(late));
  }

  #hasPlace(): boolean {
    return this.#attempting.size - this.#slow < MAX_IN_FLIGHT;
  }

  /** Gives the places of attempts that take long to others. */
  #freePlaces(): void {
    this.#slowTimer = undefined;
    const latest = performance.now() - SLOW_MS;
    for (const attempt of this.#attempting) {
      if (attempt.begun > latest || this.#slow >= MAX_SLOW) break;
      if (!attempt.isSlow) this.#slow += 1;
      attempt.isSlow = true;
    }
    this.#begin();
  }

  async #giveBack(claims: Claim[]): Promise<void> {
    try {
      await release(claims, this.#now());
    } catch (error) {
      log.error(
        { error: String(error), claims: claims.length },
        "releasing deliveries failed; they are retried after their lease expires",
      );
    }
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /**
   * Begins an attempt. What follows hangs on the sender's own promise: with more of them around it,
   * they cost as much as the rest.
   */
  #attempt({ claim, message }: Ready): void {
    const at = this.#now();
    const attempt: UnderWay = { begun: performance.now(), isSlow: false };
    this.#attempting.add(attempt);
    const end = (outcome: Outcome | null) => this.#end(claim, at, attempt, outcome);
    const fail = (error: unknown) => end(failure(String(error), false));
    const isStale = at.getTime() - claim.leasedUntil.getTime() > STALE_MS - DELIVERY_LEASE_MS;
    if (!isStale) return void this.#send(message, at).then(end, fail);
    const stillDue = isStillDue(claim).catch(() => true);
    stillDue.then((isDue) => (isDue ? this.#send(message, at) : null)).then(end, fail);
  }

  #send(message: Ready["message"], now: Date): Promise<Outcome> {
    try {
      return this.#senders[message.subscriber.channel]({ ...message, now }, this.#deadlines.next());
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  /** Takes in what came of an attempt; null when it was not due any more. */
  #end(claim: Claim, at: Date, attempt: UnderWay, outcome: Outcome | null): void {
    const { target } = claim;
    this.#attempting.delete(attempt);
    if (attempt.isSlow) this.#slow -= 1;
    const left = (this.#inFlight.get(target) ?? 1) - 1;
    if (left === 0) this.#inFlight.delete(target);
    else this.#inFlight.set(target, left);
    if (outcome !== null) {
      this.#windows.set(
        target,
        outcome.ok ? Math.min(MAX_WINDOW, this.#windowOf(target) * 2) : MAX_PER_TARGET,
      );
      this.#finish(claim, at, performance.now() - attempt.begun, outcome);
    }
    this.#begin();
    if (this.#readyCount < MAX_READY / 2) this.wake();
    this.#attemptEnded?.();
  }

  /** Resolves when an attempt has ended. One may wait at a time. */
  async #nextEnd(): Promise<void> {
    await new Promise<void>((resolve) => (this.#attemptEnded = resolve));
  }

  #finish(claim: Claim, at: Date, durationMs: number, outcome: Outcome): void {
    this.#finished.push({ claim, at, durationMs, outcome });
    if (this.#finished.length >= SETTLE_BATCH) void this.#flush();
    else this.#settleTimer ??= setTimeout(() => void this.#flush(), SETTLE_INTERVAL_MS);
  }

  /** Writes down the finished attempts; one batch after the other. */
  #flush(): Promise<void> {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    const attempts = this.#finished;
    this.#finished = [];
    this.#settling = this.#writeDown(this.#settling, attempts);
    return this.#settling;
  }

  async #writeDown(before: Promise<void>, attempts: Attempt[]): Promise<void> {
    await before;
    const leasedUntil = Math.min(...attempts.map(({ claim }) => claim.leasedUntil.getTime()));
    for (;;) {
      try {
        return await settle(attempts, this.#now(), this.#random);
      } catch (error) {
        const goesOn = !this.#stopped && this.#now().getTime() + ERROR_PAUSE_MS < leasedUntil;
        // Not written down, they are due again when their lease ends, under the same ids.
        log.error(
          { error: String(error), attempts: attempts.length },
          `saving delivery results failed${goesOn ? "; retrying" : ""}`,
        );
        if (!goesOn) return;
        await sleep(ERROR_PAUSE_MS);
      }
    }
  }

  async #takeJobs(now: Date): Promise<boolean> {
    const room = MAX_MAILING - this.#mailing;
    if (room < MAX_MAILING / 2) return false;
    const jobs = await claimEmailJobs(now, room);
    this.#mailing += jobs.length;
    for (const job of jobs) this.#track(this.#mail(job));
    return jobs.length > 0;
  }

  async #mail(job: JobClaim): Promise<void> {
    const outcome = isSpent(job)
      ? failure("Stopped retrying: no attempt finished.", true)
      : await this.#sendJob(job, this.#deadlines.next()).catch((error: unknown) =>
          failure(String(error), false),
        );
    await this.#writeDownMail(job, outcome);
    this.#mailing -= 1;
    if (this.#mailing === MAX_MAILING / 2 || this.#mailing === 0) this.wake();
  }

  /** A mail that is not written down leaves once more when its lease ends. */
  async #writeDownMail(job: JobClaim, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return await settleJob(job, outcome, this.#now(), this.#random());
      } catch (error) {
        const goesOn =
          !this.#stopped && this.#now().getTime() + ERROR_PAUSE_MS < job.leasedUntil.getTime();
        log.error(
          { error: String(error) },
          `saving an email result failed${goesOn ? "; retrying" : ""}`,
        );
        if (!goesOn) return;
        await sleep(ERROR_PAUSE_MS);
      }
    }
  }
}

const failure = (error: string, permanent: boolean): Outcome => ({
  ok: false,
  statusCode: null,
  error,
  response: "",
  permanent,
});

/** Attempts that begin within this time share the end of theirs. */
const DEADLINE_STEP_MS = 200;

/**
 * Hands out signals that abort after {@link ATTEMPT_TIMEOUT_MS}, or a little later: one timer for
 * all that begin together.
 */
class Deadlines {
  #signal: AbortSignal | undefined;
  #until = 0;

  next(): AbortSignal {
    const now = performance.now();
    if (this.#signal !== undefined && now < this.#until) return this.#signal;
    const controller = new AbortController();
    setTimeout(
      () => controller.abort(new DOMException("The attempt timed out.", "TimeoutError")),
      DEADLINE_STEP_MS + ATTEMPT_TIMEOUT_MS,
    ).unref();
    setMaxListeners(0, controller.signal);
    this.#until = now + DEADLINE_STEP_MS;
    return (this.#signal = controller.signal);
  }
}
