import { transaction } from "@/lib/db/database";
import { consumeQuota, createThrottleKey, refundQuota } from "@/lib/throttle";

const key = createThrottleKey("daily_emails");

/**
 * Counts emails toward `SMTP_DAILY_LIMIT`. Returns the number that may be sent now, and the time
 * when the others may be sent, or null if all may be sent now.
 */
export function reserveEmails(
  count: number,
  now: Date,
): Promise<{ granted: number; resumesAt: Date | null }> {
  return transaction(async (tx) => {
    const { granted } = await consumeQuota(tx, [key], count, now);
    if (granted === count) return { granted, resumesAt: null };
    const { expiresAt } = await tx.throttle.findUniqueOrThrow({ where: { key: key.hash } });
    return { granted, resumesAt: expiresAt };
  });
}

/** Reduces the count for reserved emails that were not sent. */
export const returnEmails = (count: number, now: Date): Promise<void> =>
  transaction((tx) => refundQuota(tx, [key], count, now));
