import { transaction } from "@/lib/db";
import { forgetKeys } from "@/lib/idempotency";

/** Deletes sessions, counts of attempts, idempotency keys and mailed tokens whose time is up. They are refused without this; it only keeps the tables small. */
export async function deleteExpired(now: Date): Promise<void> {
  const expired = { where: { expiresAt: { lte: now } } };
  await transaction(async (tx) => {
    await tx.session.deleteMany(expired);
    await tx.throttle.deleteMany(expired);
    await tx.userToken.deleteMany(expired);
    await forgetKeys(tx, now);
  });
}
