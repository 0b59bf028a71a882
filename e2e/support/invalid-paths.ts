import type { z } from "zod";

export const invalidPaths = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? [])
    .filter(({ message }) => /\S/.test(message))
    .map(({ path }) => path.join("."));
