import { isSame } from "@/components/forms/merge-values";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the fields with user input that `next` would replace. Values that equal one of `known`,
 * such as the empty form or the previous template, don't come from the user.
 */
export const findOverwrittenFields = (
  fields: readonly string[],
  values: Values,
  next: Values,
  known: readonly Values[],
): string[] =>
  fields.filter((field) => [...known, next].every((each) => !isSame(values[field], each[field])));
