/** Node accepts URLs of up to 16 KiB. */
export const MAX_EXPORT_IDS = 200;

export const UNREADABLE_ADDRESS = "unreadable";

/** Matches text that spreadsheets run as a formula, also after apostrophes that already exist. */
const FORMULA = /(?<=^|[;,\t\r\n])(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;
const ESCAPED = /(?<=^|[;,\t\r\n])'(?='*(?:[^\S\t\r\n]*[=+\-@＝＋－＠]|[\t\r\n]))/g;

export const escapeFormulas = (cell: string): string => cell.replace(FORMULA, "'");
export const unescapeFormulas = (cell: string): string => cell.replace(ESCAPED, "");
