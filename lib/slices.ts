import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** After the key `after`, up to and including `to` (null: the end). */
export type Slice<Key> = { after: Key | undefined; to: Key | null };

const MIN_ROWS = 1_000;
const MAX_ROWS = 50_000;
/** On SQLite a query blocks the process. */
const MIN_SLICE_MS = 4;
const MAX_SLICE_MS = 12;

/**
 * Slices take a few milliseconds each; other requests run in between. `keyAt` returns the key
 * `count` rows after a key, or null if fewer rows are left.
 */
export async function* splitIntoSlices<Key>(
  keyAt: (after: Key | undefined, count: number) => Promise<Key | null>,
  start?: Key,
): AsyncGenerator<Slice<Key>> {
  let after = start;
  for (let size = MIN_ROWS; ; await yieldToEventLoop()) {
    const startedAt = performance.now();
    const to = await keyAt(after, size);
    yield { after, to };
    if (to === null) return;
    const ms = performance.now() - startedAt;
    if (ms < MIN_SLICE_MS) size = Math.min(MAX_ROWS, size * 2);
    else if (ms > MAX_SLICE_MS) size = Math.max(MIN_ROWS, Math.floor(size / 2));
    after = to;
  }
}

/** For a list whose first rows an index finds quickly. */
export async function* asSingleSlice<Key>(start?: Key): AsyncGenerator<Slice<Key>> {
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
