import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { isPostgresql, reader } from "./db/database";
import { joinConditions, sql } from "./statements";

/**
 * The rows after the key `after` (from the start if undefined), up to and including the key `to`
 * (to the end if null).
 */
type Slice<Key> = { after: Key | undefined; to: Key | null };

const MIN_ROWS = 1_000;
const MAX_ROWS = 50_000;
/**
 * A slice should take 4 to 12 ms, because SQLite queries block all other requests of the process.
 */
const MIN_SLICE_MS = 4;
const MAX_SLICE_MS = 12;

/**
 * Splits a long read of SQLite into slices, so that other requests can run in between. Returns one
 * slice on PostgreSQL, which runs queries in its own process. `findKey` returns the key `count` rows
 * after a key, or null if there are fewer rows.
 */
export async function* splitIntoSlices<Key>(
  findKey: (after: Key | undefined, count: number) => Promise<Key | null>,
  start?: Key,
): AsyncGenerator<Slice<Key>> {
  if (isPostgresql()) return yield* createSingleSlice(start);
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

type Conditions = Parameters<typeof joinConditions>;
type List = {
  table: ReturnType<typeof sql>;
  /** Conditions with an index that also contains the ID. */
  indexed: Conditions;
  /** Conditions without an index. If there are any, the list is read in slices. */
  unindexed: Conditions;
};

/** Finds the IDs of a table's newest rows, newest first. */
export async function findNewestIds(
  { table, indexed, unindexed }: List,
  before: string | undefined,
  limit: number,
): Promise<string[]> {
  const find = (conditions: Conditions, count: number, offset = 0) =>
    reader().$queryRaw<{ id: string }[]>`
      SELECT id FROM ${table} WHERE ${joinConditions(...indexed, ...conditions)}
      ORDER BY id DESC LIMIT ${count} OFFSET ${offset}`;
  const isAfter = (id: string | undefined) => id !== undefined && sql`id < ${id}`;
  const findKey = async (after: string | undefined, count: number) =>
    (await find([isAfter(after)], 1, count - 1))[0]?.id ?? null;
  const rows = await findInSlices(
    unindexed.some(Boolean) ? splitIntoSlices(findKey, before) : createSingleSlice(before),
    limit,
    ({ after, to }, count) =>
      find([...unindexed, isAfter(after), to !== null && sql`id >= ${to}`], count),
  );
  return rows.map(({ id }) => id);
}
