import { transaction } from "@/lib/db";

const RETENTION_MS = 30 * 24 * 60 * 60_000;

/**
 * Deletes the rows of mails that left, or were given up, a month ago: what they still hold is whom
 * they went to.
 */
export async function deleteFinishedEmails(now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await transaction((tx) =>
    tx.mailJob.deleteMany({
      where: { state: { in: ["sent", "dead"] }, nextAttemptAt: { lt: before } },
    }),
  );
}
