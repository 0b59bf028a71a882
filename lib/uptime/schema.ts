import { z } from "zod";

/** Days that a question for uptime may span. */
export const MOST_DAYS = 365;
const DEFAULT_DAYS = 90;

/** Query of `GET …/uptime`. */
export const uptimeSpan = z.object({
  days: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_DAYS, {
      error: `must be a whole number from 1 to ${MOST_DAYS}`,
    })
    .transform(Number)
    .default(DEFAULT_DAYS),
});
