import { reader, transaction } from "@/lib/db/database";
import { mergeCounts, type DeliveryCount, parseCounts } from "./rules";

/**
 * Deliveries per transaction: takes tens of milliseconds, during which SQLite blocks other writers.
 */
const BATCH_SIZE = 1_000;
const EVENT_BATCH_SIZE = 200;
const DAY_MS = 24 * 60 * 60_000;

type Event = { id: string; organizationId: string; fannedOutAt: Date };

/**
 * Deletes deliveries of events that were fanned out more than `days` days ago, in many short
 * transactions. Keeps pending ones; the event keeps the counts of the others. Returns the next
 * `from`: there is nothing left to delete before it.
 */
export async function deleteOldDeliveries(
  now: Date,
  days: number,
  from: Date = new Date(0),
): Promise<Date> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const events = await reader().$queryRaw<Event[]>`
      SELECT e.id, e.organization_id AS "organizationId", e.fanned_out_at AS "fannedOutAt"
      FROM notification_events e
      WHERE e.fanned_out_at >= ${from} AND e.fanned_out_at < ${before} AND EXISTS (
        SELECT 1 FROM deliveries d
        WHERE d.organization_id = e.organization_id AND d.event_id = e.id AND d.state <> 'pending')
      ORDER BY e.fanned_out_at LIMIT ${EVENT_BATCH_SIZE}`;
    for (const event of events) {
      for (let more = true; more;) {
        const startedAt = performance.now();
        more = (await deleteBatch(event)) === BATCH_SIZE;
        // Pauses for as long as it worked, so that other writers get their share.
        if (more)
          await new Promise((resolve) => setTimeout(resolve, performance.now() - startedAt));
      }
    }
    if (events.length < EVENT_BATCH_SIZE) return before;
  }
}

/** Deletes a batch of an event's deliveries, adds them to its counts and returns their number. */
const deleteBatch = ({ id, organizationId }: Event): Promise<number> =>
  transaction(async (tx) => {
    // Locks the event, so that concurrent processes count each delivery once.
    await tx.$executeRaw`
      UPDATE notification_events SET deleted_deliveries = COALESCE(deleted_deliveries, '[]')
      WHERE id = ${id}`;
    const event = await tx.notificationEvent.findUnique({
      where: { id },
      select: { deletedDeliveries: true },
    });
    if (event === null) return 0;
    const of = { organizationId, eventId: id };
    const rows = await tx.delivery.findMany({
      where: { ...of, state: { not: "pending" } },
      select: { subscriberId: true, state: true, channel: true },
      orderBy: { subscriberId: "asc" },
      take: BATCH_SIZE,
    });
    await tx.delivery.deleteMany({
      where: { ...of, subscriberId: { in: rows.map(({ subscriberId }) => subscriberId) } },
    });
    const counts: DeliveryCount[] = mergeCounts([
      ...parseCounts(event.deletedDeliveries),
      ...rows.map(({ state, channel }) => ({ state, channel, count: 1 })),
    ]);
    await tx.notificationEvent.update({
      where: { id },
      data: { deletedDeliveries: JSON.stringify(counts) },
      select: { id: true },
    });
    return rows.length;
  });
