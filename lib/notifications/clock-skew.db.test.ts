import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { decrypt } from "@/lib/encryption";
import { createSubscriber } from "@/lib/subscribers/commands";
import { importSubscribers } from "@/lib/subscribers/imports";
import { newSubscriber, newSubscription } from "@/lib/subscribers/schema";
import { confirmSubscription, subscribe, unsubscribe } from "@/lib/subscribers/self-service";
import { fanOut, findNextBatch } from "./fan-out";

const SKEWED = [later(20_000), later(-20_000)];

async function organization() {
  const { context, scope } = await createMembership();
  const address = `${newId()}@example.com`;
  const client = { ipAddress: newId(), userAgent: "test" };
  const at = (now: Date) => ({ ...context, now });
  const readTokens = async () =>
    decrypt<{ unsubscribe: string }>(
      (await reader().subscriber.findFirstOrThrow({ where: { organizationId: scope.id } })).tokens,
    );
  const selfService = async (now: Date) => {
    await subscribe(
      { client, now },
      scope.id,
      newSubscription.parse({ channel: "email", address }),
    );
    const email = await reader().emailJob.findFirstOrThrow({
      where: { recipient: address },
      orderBy: { id: "desc" },
    });
    await confirmSubscription(decrypt<{ token: string }>(email.data).token, now);
  };
  const add = (now: Date) =>
    createSubscriber(
      at(now),
      scope,
      newSubscriber.parse({ channel: "email", address, skip_confirmation: true }),
    );
  const methods: Record<string, (now: Date) => Promise<unknown>> = {
    "a member adds the subscriber": add,
    "the subscriber is imported": (now) =>
      importSubscribers(at(now), scope, `channel,address,confirmed\nemail,${address},yes\n`),
    "the subscriber confirms": selfService,
    "the subscriber subscribes again": async (now) => {
      await add(NOW);
      await unsubscribe((await readTokens()).unsubscribe, NOW);
      await selfService(now);
    },
  };
  const report = (now: Date) =>
    createIncident(at(now), scope, newIncident.parse({ title: "Down", impact: "major" }));
  const deliver = async () => {
    for (
      let batch = await findNextBatch("", NOW);
      batch !== null;
      batch = await findNextBatch("", NOW)
    )
      await fanOut(batch, NOW);
    return reader().delivery.count({ where: { organizationId: scope.id } });
  };
  return { methods, report, deliver };
}

describe("if the clocks of processes differ by 20 seconds", () => {
  for (const method of [
    "a member adds the subscriber",
    "the subscriber is imported",
    "the subscriber confirms",
    "the subscriber subscribes again",
  ]) {
    test(`a subscriber is notified of an incident reported after ${method}`, async () => {
      for (const skewed of SKEWED) {
        const { methods, report, deliver } = await organization();
        await methods[method]!(skewed);
        await report(NOW);
        expect(await deliver()).toBe(1);
      }
    });

    test(`a subscriber is not notified of an incident reported before ${method}`, async () => {
      for (const skewed of SKEWED) {
        const { methods, report, deliver } = await organization();
        await report(NOW);
        await methods[method]!(skewed);
        expect(await deliver()).toBe(0);
      }
    });
  }

  test("the events of an organization are fanned out in the order in which they were written", async () => {
    for (const skewed of SKEWED) {
      const { report, methods, deliver } = await organization();
      await deliver();
      await methods["a member adds the subscriber"]!(NOW);
      const [first, second] = [await report(skewed), await report(NOW)];
      const order: (string | null)[] = [];
      for (
        let batch = await findNextBatch("", NOW);
        batch !== null;
        batch = await findNextBatch("", NOW)
      ) {
        order.push(
          (await reader().notificationEvent.findUniqueOrThrow({ where: { id: batch.id } }))
            .incidentId,
        );
        await fanOut(batch, NOW);
      }
      expect(order).toEqual([first.id, second.id]);
    }
  });

  test("an event stored by an earlier release, without a revision, reaches all confirmed subscribers", async () => {
    const { report, methods, deliver } = await organization();
    const { id } = await report(NOW);
    await methods["a member adds the subscriber"]!(NOW);
    await transaction((tx) =>
      tx.notificationEvent.updateMany({ where: { incidentId: id }, data: { revision: null } }),
    );
    expect(await deliver()).toBe(1);
  });
});
