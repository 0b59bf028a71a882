import { Problem } from "@/lib/errors";

/** Requests of limited clients that may wait, in all, and how long each may wait. */
export const MAX_WAITING = 256;
export const MAX_WAIT_MS = 10_000;

/** Who a job is for. Jobs of a client that is not limited may wait in any number, for any time. */
export type QueueClient = { key: string; isLimited: boolean };

type Job = { start: () => void; refuse: () => void };
type ClientQueue = { waiting: Job[]; running: number; isLimited: boolean; turn: number };

/**
 * Runs jobs with bounded concurrency, one client after the other: a client with many jobs delays
 * others by no more than its share of the workers. Throws 429 when a job has waited too long, or
 * when too many wait: the client with the most of them loses its newest; of clients with equally
 * many, the one that came last.
 */
export class FairQueue {
  readonly #clients = new Map<string, ClientQueue>();
  #running = 0;
  #started = 0;

  constructor(private readonly concurrency: number) {}

  run<T>({ key, isLimited }: QueueClient, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // A client without jobs starts after those that have waited longer, but before the one served
      // last.
      const client = this.#clients.get(key) ?? {
        waiting: [],
        running: 0,
        isLimited,
        turn: this.#started - 0.5,
      };
      this.#clients.set(key, client);
      const job: Job = {
        start: () => {
          clearTimeout(timer);
          this.#running++;
          client.running++;
          client.turn = ++this.#started;
          const finish = () => {
            this.#running--;
            client.running--;
            this.#startNext();
          };
          void work().then(resolve, reject).finally(finish);
        },
        refuse: () => {
          clearTimeout(timer);
          client.waiting.splice(client.waiting.indexOf(job), 1);
          reject(createBusyError());
          this.#forgetIdle(key, client);
        },
      };
      const timer = isLimited ? setTimeout(job.refuse, MAX_WAIT_MS) : undefined;
      client.waiting.push(job);
      this.#startNext();
      this.#refuseExcess();
    });
  }

  #startNext(): void {
    for (const [key, client] of this.#clients) this.#forgetIdle(key, client);
    while (this.#running < this.concurrency) {
      const waiting = [...this.#clients.values()].filter((client) => client.waiting.length > 0);
      if (waiting.length === 0) return;
      const next = waiting.reduce((first, client) => (client.turn < first.turn ? client : first));
      next.waiting.shift()!.start();
    }
  }

  #refuseExcess(): void {
    const limited = [...this.#clients.values()].filter((client) => client.isLimited);
    if (limited.reduce((sum, { waiting }) => sum + waiting.length, 0) <= MAX_WAITING) return;
    limited
      .reduce((most, client) => (client.waiting.length >= most.waiting.length ? client : most))
      .waiting.at(-1)!
      .refuse();
  }

  #forgetIdle(key: string, { waiting, running }: ClientQueue): void {
    if (waiting.length === 0 && running === 0) this.#clients.delete(key);
  }
}

const createBusyError = () =>
  new Problem("too_many_requests", "Too many sign-ins at once. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });
