import type { z } from "zod";

/** As in a 400 response. */
export const invalidPaths = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? [])
    // An error without a message does not count.
    .filter(({ message }) => /\S/.test(message))
    .map(({ path }) => path.join("."));
