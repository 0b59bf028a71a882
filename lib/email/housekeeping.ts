import { transaction } from "@/lib/db/database";

const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Deletes emails from the queue 30 days after the last attempt, because they contain addresses. */
export async function deleteFinishedEmails(now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await transaction((tx) =>
    tx.emailJob.deleteMany({
      where: { state: { in: ["sent", "dead"] }, nextAttemptAt: { lt: before } },
    }),
  );
}
