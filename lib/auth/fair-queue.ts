import { Problem } from "@/lib/errors";

/** The maximum number of waiting jobs of all clients with `isLimited` together. */
export const MAX_WAITING_JOBS = 256;
export const MAX_WAIT_MS = 10_000;

export type QueueClient = { key: string; isLimited: boolean };

type Job = { start: () => void; reject: () => void };
type ClientQueue = { waiting: Job[]; running: number; isLimited: boolean; lastStart: number };

/**
 * Runs jobs in round-robin order of their clients. Jobs of clients with `isLimited` are rejected
 * with 429 if too many of them wait, or after `MAX_WAIT_MS`.
 */
export class FairQueue {
  readonly #clients = new Map<string, ClientQueue>();
  #running = 0;
  #starts = 0;

  constructor(private readonly concurrency: number) {}

  run<T>({ key, isLimited }: QueueClient, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // A new client's first job starts at the end of the current round.
      const client = this.#clients.get(key) ?? {
        waiting: [],
        running: 0,
        isLimited,
        lastStart: this.#starts - 0.5,
      };
      this.#clients.set(key, client);
      const job: Job = {
        start: () => {
          clearTimeout(timer);
          this.#running++;
          client.running++;
          client.lastStart = ++this.#starts;
          const finish = () => {
            this.#running--;
            client.running--;
            this.#startNext();
          };
          void work().then(resolve, reject).finally(finish);
        },
        reject: () => {
          clearTimeout(timer);
          client.waiting.splice(client.waiting.indexOf(job), 1);
          reject(createBusyError());
          this.#deleteIfIdle(key, client);
        },
      };
      const timer = isLimited ? setTimeout(job.reject, MAX_WAIT_MS) : undefined;
      client.waiting.push(job);
      this.#startNext();
      this.#rejectExcess();
    });
  }

  #startNext(): void {
    for (const [key, client] of this.#clients) this.#deleteIfIdle(key, client);
    while (this.#running < this.concurrency) {
      const waiting = [...this.#clients.values()].filter((client) => client.waiting.length > 0);
      if (waiting.length === 0) return;
      const next = waiting.reduce((first, client) =>
        client.lastStart < first.lastStart ? client : first,
      );
      next.waiting.shift()!.start();
    }
  }

  #rejectExcess(): void {
    const limited = [...this.#clients.values()].filter((client) => client.isLimited);
    if (limited.reduce((sum, { waiting }) => sum + waiting.length, 0) <= MAX_WAITING_JOBS) return;
    limited
      .reduce((longest, client) =>
        client.waiting.length >= longest.waiting.length ? client : longest,
      )
      .waiting.at(-1)!
      .reject();
  }

  #deleteIfIdle(key: string, { waiting, running }: ClientQueue): void {
    if (waiting.length === 0 && running === 0) this.#clients.delete(key);
  }
}

const createBusyError = () =>
  new Problem("too_many_requests", "Too many sign-ins at once. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });
