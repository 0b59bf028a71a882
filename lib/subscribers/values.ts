/** Shown instead of an address that no configured secret decrypts. */
export const UNREADABLE_ADDRESS = "unreadable";

/**
 * Spreadsheets treat a word as a formula at the start of a cell and after their locale's separator.
 * Existing marks count as part of the word, so that {@link unescapeFormulas} restores any text.
 */
const FORMULA = /(?<=^|[;,\t\r\n])(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;
const ESCAPED = /(?<=^|[;,\t\r\n])'(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;

/** Puts an apostrophe before each word that a spreadsheet would run as a formula. */
export const escapeFormulas = (cell: string): string => cell.replace(FORMULA, "'");
export const unescapeFormulas = (cell: string): string => cell.replace(ESCAPED, "");
