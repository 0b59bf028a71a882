import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";

const folder = join("prisma/migrations", process.env.TEST_ENGINE!);
const name = readdirSync(folder).find((entry) => entry.endsWith("_email_verification_compatible"))!;
const updates = readFileSync(join(folder, name, "migration.sql"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("UPDATE"));

test("the migration verifies accounts, and records when subscribers confirmed their own email addresses", async () => {
  const { context, scope } = await createMembership();
  const userId = context.actor.userId;
  const add = async (channel: "email" | "webhook", confirmedAt: Date | null) => {
    const address =
      channel === "email"
        ? `${randomUUID()}@example.com`
        : `https://hooks.example.com/${randomUUID()}`;
    const { subscriber } = await createSubscriber(
      context,
      scope,
      newSubscriber.parse({ channel, address, skip_confirmation: channel === "email" }),
    );
    await transaction((tx) =>
      tx.subscriber.update({
        where: { id: subscriber.id },
        data: { confirmedAt },
        select: { id: true },
      }),
    );
    return subscriber.id;
  };
  const ids = [
    await add("email", later(1)),
    await add("email", NOW),
    await add("email", null),
    await add("webhook", later(1)),
  ];
  await transaction(async (tx) => {
    await tx.user.update({
      where: { id: userId },
      data: { emailVerifiedAt: null },
      select: { id: true },
    });
    for (const update of updates) await tx.$executeRawUnsafe(update);
  });
  const { createdAt, emailVerifiedAt } = await reader().user.findUniqueOrThrow({
    where: { id: userId },
  });
  expect(emailVerifiedAt).toEqual(createdAt);
  const found = await Promise.all(
    ids.map((id) =>
      reader().subscriber.findUniqueOrThrow({ where: { id }, select: { selfConfirmedAt: true } }),
    ),
  );
  expect(found.map(({ selfConfirmedAt }) => selfConfirmedAt)).toEqual([later(1), null, null, null]);
});
