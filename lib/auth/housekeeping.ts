import { transaction } from "@/lib/db/database";
import { deleteExpiredKeys } from "@/lib/idempotency";
import { ACTIVITY_RETENTION_DAYS } from "./activity";
import { deleteEndedSessions } from "./sessions";

const DAY_MS = 86_400_000;

/** Deletes expired sessions, throttles, tokens, activity entries, and idempotency keys. */
export async function deleteExpiredAuthData(now: Date): Promise<void> {
  const expired = { where: { expiresAt: { lte: now } } };
  await transaction(async (tx) => {
    await deleteEndedSessions(tx, now);
    await tx.throttle.deleteMany(expired);
    await tx.userToken.deleteMany(expired);
    await tx.accountEvent.deleteMany({
      where: { createdAt: { lte: new Date(now.getTime() - ACTIVITY_RETENTION_DAYS * DAY_MS) } },
    });
    await deleteExpiredKeys(tx, now);
  });
}
