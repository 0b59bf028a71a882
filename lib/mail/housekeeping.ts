import { transaction } from "@/lib/db";

const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Deletes the rows of mails that left, or were given up, a month ago: what they still hold is whom they went to. */
export async function deleteFinishedMails(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await transaction((tx) => tx.mailJob.deleteMany({ where: { state: { in: ["sent", "dead"] }, nextAttemptAt: { lt: before } } }));
}
