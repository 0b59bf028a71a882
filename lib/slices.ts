import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/**
 * The rows after the key `after` (from the start if undefined), up to and including the key `to`
 * (to the end if null).
 */
export type Slice<Key> = { after: Key | undefined; to: Key | null };

const MIN_ROWS = 1_000;
const MAX_ROWS = 50_000;
/**
 * A slice should take 4 to 12 ms, because SQLite queries block all other requests of the process.
 */
const MIN_SLICE_MS = 4;
const MAX_SLICE_MS = 12;

/**
 * Splits a long read into slices, so that other requests can run in between. `findKey` returns the
 * key `count` rows after a key, or null if there are fewer rows.
 */
export async function* splitIntoSlices<Key>(
  findKey: (after: Key | undefined, count: number) => Promise<Key | null>,
  start?: Key,
): AsyncGenerator<Slice<Key>> {
  let after = start;
  for (let size = MIN_ROWS; ; await yieldToEventLoop()) {
    const startedAt = performance.now();
    const to = await findKey(after, size);
    yield { after, to };
    if (to === null) return;
    const ms = performance.now() - startedAt;
    if (ms < MIN_SLICE_MS) size = Math.min(MAX_ROWS, size * 2);
    else if (ms > MAX_SLICE_MS) size = Math.max(MIN_ROWS, Math.floor(size / 2));
    after = to;
  }
}

/** Returns all rows after `start` as one slice, for queries that an index makes fast. */
export async function* createSingleSlice<Key>(start?: Key): AsyncGenerator<Slice<Key>> {
  yield { after: start, to: null };
}

export async function findInSlices<Part, Row>(
  parts: AsyncIterable<Part>,
  limit: number,
  find: (part: Part, limit: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const part of parts) {
    found.push(...(await find(part, limit - found.length)));
    if (found.length >= limit) break;
  }
  return found;
}
