/**
 * The maximum number of IDs in a bulk request. The URL of an export contains the IDs, and Node.js
 * accepts request headers of up to 16 KiB.
 */
export const MAX_BULK_IDS = 200;

export const splitIntoBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_BULK_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_BULK_IDS, (batch + 1) * MAX_BULK_IDS),
  );

/** The largest page of subscribers. Prisma binds at most 999 values per query on SQLite. */
export const MAX_PAGE_SIZE = 500;

/** How long a deleted subscriber can be restored. */
export const RESTORE_PERIOD_MS = 60 * 60_000;

export const UNREADABLE_ADDRESS = "unreadable";

/**
 * Matches the start of text that a spreadsheet can run as a formula, even if apostrophes precede
 * the formula.
 */
const FORMULA = /(?<=^|[;,\t\r\n])(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;
const ESCAPED = /(?<=^|[;,\t\r\n])'(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;

export const escapeFormulas = (cell: string): string => cell.replace(FORMULA, "'");
export const unescapeFormulas = (cell: string): string => cell.replace(ESCAPED, "");
