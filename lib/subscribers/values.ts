/** Shown if no configured secret decrypts the address. */
export const UNREADABLE_ADDRESS = "unreadable";

/**
 * Spreadsheets run formulas at the start of a cell and after their locale's separator. Existing
 * apostrophes match too, so that {@link unescapeFormulas} restores any text.
 */
const FORMULA = /(?<=^|[;,\t\r\n])(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;
const ESCAPED = /(?<=^|[;,\t\r\n])'(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;

/** Puts an apostrophe before each formula. */
export const escapeFormulas = (cell: string): string => cell.replace(FORMULA, "'");
export const unescapeFormulas = (cell: string): string => cell.replace(ESCAPED, "");
