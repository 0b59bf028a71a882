import { setTimeout as sleep } from "node:timers/promises";

let shared: Int32Array<SharedArrayBuffer> | undefined;
const WAITING = 0;
const FREED = 1;
/** How long one that delivers lets those go first that answer requests. */
const COURTESY_MS = 100;

/**
 * Two counters that the threads of a process share: who waits for SQLite's lock, and how often
 * delivery has let go of it.
 */
const counters = (): Int32Array<SharedArrayBuffer> =>
  (shared ??= new Int32Array(new SharedArrayBuffer(8)));

/** What a thread of this process is to be given, for {@link join}. */
export const memory = (): SharedArrayBuffer => counters().buffer;

/**
 * In a thread: has its counters in common with the thread that began it. To be called before the
 * database is opened.
 */
export function join(given: SharedArrayBuffer): void {
  shared = new Int32Array(given);
}

/** Waits for the lock as one whom delivery lets go first. */
export async function comeFirst<T>(wait: () => Promise<T>): Promise<T> {
  const counts = counters();
  Atomics.add(counts, WAITING, 1);
  try {
    return await wait();
  } finally {
    Atomics.sub(counts, WAITING, 1);
    Atomics.notify(counts, WAITING);
  }
}

/** Resolves after this time, or when delivery lets go of the lock. */
export async function pause(ms: number): Promise<void> {
  const counts = counters();
  await Promise.race([changed(counts, FREED, Atomics.load(counts, FREED), ms), sleep(ms)]);
}

/** Delivery has let go of the lock. */
export function freed(): void {
  const counts = counters();
  Atomics.add(counts, FREED, 1);
  Atomics.notify(counts, FREED);
}

/** Resolves when nobody waits who answers requests, or has waited for long enough. */
export async function letOthersGoFirst(): Promise<void> {
  const counts = counters();
  const giveUpAt = performance.now() + COURTESY_MS;
  for (
    let waiting = Atomics.load(counts, WAITING);
    waiting > 0 && performance.now() < giveUpAt;
    waiting = Atomics.load(counts, WAITING)
  ) {
    await changed(counts, WAITING, waiting, COURTESY_MS);
  }
}

async function changed(
  counts: Int32Array<SharedArrayBuffer>,
  index: number,
  from: number,
  ms: number,
): Promise<void> {
  await Atomics.waitAsync(counts, index, from, ms).value;
}
