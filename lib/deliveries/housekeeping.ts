import { reader, transaction } from "@/lib/db";
import { addCounts, type DeliveryCount, readCounts } from "./rules";

/** Deliveries that go at once: tens of milliseconds, for which SQLite stops everybody. */
const AT_ONCE = 1_000;
const EVENTS_AT_ONCE = 200;
const DAY_MS = 24 * 60 * 60_000;

type Event = { id: string; organizationId: string; fannedOutAt: Date };

/**
 * Deletes the deliveries of events that were told longer ago than this, in many short transactions; how many ended how stays with
 * the event. What is still pending stays. Answers with a time before which there is nothing more to look at: the next `from`.
 */
export async function deleteOldDeliveries(now: Date, days: number, from: Date = new Date(0)): Promise<Date> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const events = await reader().$queryRaw<Event[]>`
      SELECT e.id, e.organization_id AS "organizationId", e.fanned_out_at AS "fannedOutAt" FROM notification_events e
      WHERE e.fanned_out_at >= ${from} AND e.fanned_out_at < ${before} AND EXISTS (
        SELECT 1 FROM deliveries d WHERE d.organization_id = e.organization_id AND d.event_id = e.id AND d.state <> 'pending')
      ORDER BY e.fanned_out_at LIMIT ${EVENTS_AT_ONCE}`;
    for (const event of events) {
      for (let more = true; more; ) {
        const begun = performance.now();
        more = (await deleteSome(event)) === AT_ONCE;
        // As long as it worked: others want to write as well.
        if (more) await new Promise((resolve) => setTimeout(resolve, performance.now() - begun));
      }
    }
    if (events.length < EVENTS_AT_ONCE) return before;
  }
}

/** Deletes some of an event's deliveries and adds them to its counts; how many there were. */
const deleteSome = ({ id, organizationId }: Event): Promise<number> =>
  transaction(async (tx) => {
    // The first statement locks the event: of two processes, each counts what it deletes.
    await tx.$executeRaw`UPDATE notification_events SET deleted_deliveries = COALESCE(deleted_deliveries, '[]') WHERE id = ${id}`;
    const event = await tx.notificationEvent.findUnique({ where: { id }, select: { deletedDeliveries: true } });
    if (event === null) return 0;
    const of = { organizationId, eventId: id };
    const rows = await tx.delivery.findMany({ where: { ...of, state: { not: "pending" } }, select: { subscriberId: true, state: true, channel: true }, orderBy: { subscriberId: "asc" }, take: AT_ONCE });
    await tx.delivery.deleteMany({ where: { ...of, subscriberId: { in: rows.map(({ subscriberId }) => subscriberId) } } });
    const counts: DeliveryCount[] = addCounts([...readCounts(event.deletedDeliveries), ...rows.map(({ state, channel }) => ({ state, channel, count: 1 }))]);
    await tx.notificationEvent.update({ where: { id }, data: { deletedDeliveries: JSON.stringify(counts) }, select: { id: true } });
    return rows.length;
  });
