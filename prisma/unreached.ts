/** The exit code of a migration that found no database (EX_TEMPFAIL): another try, later, may succeed. */
export const UNREACHED = 75;
