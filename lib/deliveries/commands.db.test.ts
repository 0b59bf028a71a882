import { describe, expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { limits } from "@/lib/limits";
import { claimDue, loadMessages, nextBatch, settle } from "@/lib/notifications/queue";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { redeliver, sendTest } from "./commands";

/** An organization with two webhooks. */
async function place() {
  const { context, scope } = await membership("editor");
  const add = async () => (await createSubscriber(context, scope, newSubscriber.parse({ channel: "webhook", address: `https://receiver.example/${newId()}` }))).subscriber.id;
  const [id, other] = [await add(), await add()];
  const at = (ms: number) => ({ ...context, now: later(ms) });
  return { at, scope, id, other };
}

const sent = { ok: true, statusCode: 200, error: null, response: "" };

describe("a test message", () => {
  test("is one delivery to its subscriber alone, on the way that all take, and can be sent once more", async () => {
    const { at, scope, id } = await place();
    const delivery = await sendTest(at(1_000), scope, id);
    expect(delivery).toMatchObject({ organizationId: scope.id, subscriberId: id, channel: "webhook", state: "pending", attempts: 0, nextAttemptAt: later(1_000), event: { kind: "test", incidentId: null, maintenanceId: null } });
    expect(await nextBatch(""), "nobody else hears of it").toBeNull();

    const claims = await claimDue(later(1_000), 10, []);
    expect(claims.map(({ subscriberId }) => subscriberId)).toEqual([id]);
    const [message] = await loadMessages(claims, later(1_000));
    expect(message).toMatchObject({ event: { kind: "test", payload: { incident: { title: "A test message", status: "resolved", impact: "none" }, components: [] } }, subscriber: { id, secrets: [expect.stringMatching(/^whsec_/)] } });
    await settle([{ claim: claims[0]!, at: later(1_000), durationMs: 5, outcome: sent }], later(1_100), () => 0);
    expect(await reader().delivery.findMany({ where: { organizationId: scope.id } })).toMatchObject([{ state: "delivered", attempts: 1 }]);

    const again = await redeliver(at(5_000), scope, claims[0]!.id);
    expect(again).toMatchObject({ eventId: delivery.eventId, state: "pending" });
    const entries = await reader().auditEntry.findMany({ where: { organizationId: scope.id, action: "subscriber.tested" } });
    expect(entries).toMatchObject([{ subjectType: "subscriber", subjectId: id, after: JSON.stringify({ delivery_id: claims[0]!.id }) }]);
  });

  test.each(["unconfirmed", "quarantined", "unsubscribed"])("is none for a subscriber that is %s", async (state) => {
    const { at, scope, id } = await place();
    await transaction((tx) => tx.subscriber.update({ where: { id }, data: { state } }));
    await expect(sendTest(at(0), scope, id)).rejects.toMatchObject({ kind: "conflict" });
    expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(0);
  });

  test("waits as long as its endpoint has asked to be left alone", async () => {
    const { at, scope, id } = await place();
    await transaction((tx) => tx.subscriber.update({ where: { id }, data: { restsUntil: later(60_000) } }));
    expect(await sendTest(at(0), scope, id)).toMatchObject({ state: "pending", nextAttemptAt: later(60_000) });
  });

  test("is sent so often an organization and minute, however many subscribers it has; what is refused does not count", async () => {
    const [{ at, scope, id, other }, elsewhere] = [await place(), await place()];
    await expect(sendTest(at(0), scope, "x")).rejects.toMatchObject({ kind: "not_found" });
    for (let sends = 0; sends < limits.testMessages; sends++) await sendTest(at(sends), scope, sends % 2 ? id : other);
    await expect(sendTest(at(30_000), scope, id)).rejects.toMatchObject({ kind: "too_many_requests", extra: { headers: { "Retry-After": "30" } } });
    await sendTest(elsewhere.at(30_000), elsewhere.scope, elsewhere.id);
    await sendTest(at(60_001), scope, id);
    expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(limits.testMessages + 1);
  });

  test("is an editor's to send, in an own organization", async () => {
    const [{ scope, id }, viewer] = [await place(), await membership("viewer")];
    await expect(sendTest({ ...viewer.context, now: NOW }, viewer.scope, id)).rejects.toMatchObject({ kind: "forbidden" });
    const stranger = await membership("owner");
    await expect(sendTest(stranger.context, stranger.scope, id)).rejects.toMatchObject({ kind: "not_found" });
    expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});
