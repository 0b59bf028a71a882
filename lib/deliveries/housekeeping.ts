import { reader, transaction } from "@/lib/db/database";
import { mergeCounts, type DeliveryCount, parseCounts } from "./rules";

/** Deleting a batch takes tens of milliseconds, during which SQLite blocks other writers. */
const BATCH_SIZE = 1_000;
const EVENT_BATCH_SIZE = 200;
const DAY_MS = 24 * 60 * 60_000;

type StoredEvent = { id: string; organizationId: string; fannedOutAt: Date };

/**
 * Deletes deliveries, except pending ones, of events that were fanned out more than `days` days
 * ago. Returns `from` for the next call.
 */
export async function deleteOldDeliveries(
  now: Date,
  days: number,
  from: Date = new Date(0),
): Promise<Date> {
  const before = new Date(now.getTime() - days * DAY_MS);
  for (;;) {
    const events = await reader().$queryRaw<StoredEvent[]>`
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
        // Pauses for as long as the batch took, to let other transactions write.
        if (more)
          await new Promise((resolve) => setTimeout(resolve, performance.now() - startedAt));
      }
    }
    if (events.length < EVENT_BATCH_SIZE) return before;
  }
}

const deleteBatch = ({ id, organizationId }: StoredEvent): Promise<number> =>
  transaction(async (tx) => {
    // Locks the event, so that concurrent batches count each deleted delivery once.
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
