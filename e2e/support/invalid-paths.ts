import type { z } from "zod";

/** The paths of a value's validation errors, as a 400 response names them. */
export const invalidPaths = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? [])
    // An error without a message does not count.
    .filter(({ message }) => /\S/.test(message))
    .map(({ path }) => path.join("."));
