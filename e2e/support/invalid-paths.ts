import type { z } from "zod";

export const listInvalidPaths = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? [])
    .filter(({ message }) => /\S/.test(message))
    .map(({ path }) => path.join("."));
