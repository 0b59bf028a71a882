import { transaction } from "@/lib/db";

/** Deletes confirmations whose time is up, and addresses that never confirmed: without a yes, nothing is kept of them. */
export async function deleteUnconfirmed(now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.subscriberConfirmation.deleteMany({ where: { expiresAt: { lte: now } } });
    await tx.subscriber.deleteMany({ where: { state: "unconfirmed", confirmations: { none: {} } } });
  });
}
