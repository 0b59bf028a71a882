import { env } from "@/lib/env";

/** The emails that an SMTP connection sends per second. Sending one takes about 250 ms. */
const EMAILS_PER_CONNECTION = 4;
const OTHERS_PER_SECOND = 1_000;
const DAY_SECONDS = 24 * 60 * 60;

export function estimateSeconds(counts: readonly { channel: string; count: number }[]): number {
  const sum = (isEmail: boolean) =>
    counts
      .filter(({ channel }) => (channel === "email") === isEmail)
      .reduce((total, { count }) => total + count, 0);
  const emails = sum(true);
  const { SMTP_CONCURRENCY, SMTP_RATE = Infinity, SMTP_DAILY_LIMIT = Infinity } = env;
  const days = Math.max(0, Math.ceil(emails / SMTP_DAILY_LIMIT) - 1);
  const perSecond = Math.min(SMTP_RATE, SMTP_CONCURRENCY * EMAILS_PER_CONNECTION);
  const emailSeconds = days > 0 ? days * DAY_SECONDS : emails / perSecond;
  return Math.ceil(Math.max(emailSeconds, sum(false) / OTHERS_PER_SECOND));
}
