import { expect, test } from "vitest";
import { later, createMembership } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { countWaiting, findOldestWaiting } from "./queues";

test("a delayed event is due at the end of its delay, even if it was created first", async () => {
  const { scope } = await createMembership();
  await transaction((tx) => tx.notificationEvent.deleteMany());
  const addEvent = (createdMs: number, notBeforeMs: number | null) =>
    transaction((tx) =>
      tx.notificationEvent.create({
        data: {
          id: newId(),
          organizationId: scope.id,
          kind: "incident.updated",
          payload: "{}",
          createdAt: later(createdMs),
          notBefore: notBeforeMs === null ? null : later(notBeforeMs),
        },
      }),
    );
  await addEvent(0, 300_000);
  expect((await findOldestWaiting(later(299_999))).events).toBeNull();
  expect((await findOldestWaiting(later(310_000))).events).toEqual(later(300_000));
  await addEvent(100_000, null);
  expect((await findOldestWaiting(later(310_000))).events).toEqual(later(100_000));
  expect((await countWaiting(later(299_999))).events).toBe(1);
  expect((await countWaiting(later(310_000))).events).toBe(2);
});
