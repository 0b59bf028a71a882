import { z } from "zod";

const MAX_DAYS = 365;
const DEFAULT_DAYS = 90;

export const uptimeSpan = z.object({
  days: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_DAYS, {
      error: `must be a whole number from 1 to ${MAX_DAYS}`,
    })
    .transform(Number)
    .default(DEFAULT_DAYS),
});
