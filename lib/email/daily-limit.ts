import { transaction } from "@/lib/db/database";
import { consumeQuota, createThrottleKey } from "@/lib/throttle";

/**
 * Counts emails toward `SMTP_DAILY_LIMIT`. Returns the number that may be sent now, and the time
 * when the others may be sent, or null if all may be sent now.
 */
export function reserveEmails(
  count: number,
  now: Date,
): Promise<{ granted: number; resumesAt: Date | null }> {
  const key = createThrottleKey("daily_emails");
  return transaction(async (tx) => {
    const { granted } = await consumeQuota(tx, [key], count, now);
    if (granted === count) return { granted, resumesAt: null };
    const { expiresAt } = await tx.throttle.findUniqueOrThrow({ where: { key: key.hash } });
    return { granted, resumesAt: expiresAt };
  });
}
