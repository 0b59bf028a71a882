import { reader, transaction } from "@/lib/db/database";
import { RESTORE_PERIOD_MS } from "./values";

const BATCH_SIZE = 500;

const RESEND_PERIOD_MS = 30 * 24 * 60 * 60_000;

/**
 * Deletes confirmations that expired at least 30 days ago, and their subscribers if these are
 * unconfirmed and have no other confirmation. Addresses that had unsubscribed before are kept.
 */
export async function deleteExpiredConfirmations(now: Date): Promise<void> {
  const before = new Date(now.getTime() - RESEND_PERIOD_MS);
  for (;;) {
    const expired = await reader().subscriberConfirmation.findMany({
      where: { expiresAt: { lte: before } },
      select: { tokenHash: true, subscriberId: true },
      take: BATCH_SIZE,
    });
    if (expired.length === 0) return;
    await transaction(async (tx) => {
      await tx.subscriberConfirmation.deleteMany({
        where: { tokenHash: { in: expired.map(({ tokenHash }) => tokenHash) } },
      });
      const ids = expired.map(({ subscriberId }) => subscriberId);
      const where = { id: { in: ids }, state: "unconfirmed", confirmations: { none: {} } };
      await tx.subscriber.updateMany({
        where: { ...where, mustSelfConfirm: true },
        data: { state: "unsubscribed", updatedAt: now },
      });
      await tx.subscriber.deleteMany({ where });
    });
  }
}

/** Deletes the data of subscribers that can no longer be restored. */
export async function deleteRemovedSubscribers(now: Date): Promise<void> {
  const where = { removedAt: { lte: new Date(now.getTime() - RESTORE_PERIOD_MS) } };
  for (;;) {
    const rows = await reader().removedSubscriber.findMany({
      where,
      select: { id: true },
      take: BATCH_SIZE,
    });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await transaction((tx) => tx.removedSubscriber.deleteMany({ where: { id: { in: ids } } }));
  }
}
