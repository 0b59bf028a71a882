import { z } from "zod";
import { wholeNumber } from "@/lib/validation";

const MAX_DAYS = 365;
const DEFAULT_DAYS = 90;

export const uptimeSpan = z.object({ days: wholeNumber(MAX_DAYS).default(DEFAULT_DAYS) });
