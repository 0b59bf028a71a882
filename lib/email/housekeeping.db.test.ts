import { expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { deleteFinishedEmails } from "./housekeeping";
import { createEmailJobRow } from "./email-jobs";

const DAY_MS = 24 * 60 * 60_000;

test("housekeeping deletes sent and dead emails after 30 days, and keeps pending ones", async () => {
  const recipients: string[] = [];
  for (const [state, age] of [
    ["sent", 31],
    ["dead", 31],
    ["pending", 31],
    ["sent", 29],
    ["dead", 29],
  ] as const) {
    const recipient = `${state}-${age}@example.com`;
    const row = createEmailJobRow({
      recipient,
      template: "password_reset",
      data: { name: "", token: "", expires_at: "" },
      now: later(-age * DAY_MS),
    });
    await transaction((tx) => tx.emailJob.create({ data: { ...row, state } }));
    recipients.push(recipient);
  }
  await deleteFinishedEmails(NOW);
  const remaining = await reader().emailJob.findMany({
    where: { recipient: { in: recipients } },
    orderBy: { recipient: "asc" },
  });
  expect(remaining.map(({ recipient }) => recipient)).toEqual([
    "dead-29@example.com",
    "pending-31@example.com",
    "sent-29@example.com",
  ]);
});
