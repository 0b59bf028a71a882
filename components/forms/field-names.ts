/** The names that forms show in errors instead of names of API fields. */
const fieldNames: Record<string, string> = {
  started_at: "the start time",
  resolved_at: "the end time",
  scheduled_for: "the start",
  scheduled_until: "the end",
};

/** Replaces names of API fields in an error, such as `started_at`, with those of the form. */
export const replaceFieldNames = (error: string): string =>
  error.replace(
    /\b(?:(?:start|resolv)ed_at|scheduled_(?:for|until))\b/g,
    (name) => fieldNames[name]!,
  );
