/** The name of the SQL function of SQLite connections that converts all letters to lower case. */
export const UNICODE_LOWER = "unicode_lower";
