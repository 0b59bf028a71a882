import { transaction, type Tx } from "@/lib/db/database";
import type { Sql } from "@/lib/statements";

/** Changing a batch takes tens of milliseconds, during which SQLite blocks other writers. */
export const QUEUED_DELIVERIES_BATCH = 2_000;

/**
 * Changes up to `limit` queued deliveries `d`, to subscribers `s`, that match a condition. Returns
 * their number.
 */
export const changeQueuedDeliveries = (
  tx: Tx,
  change: Sql,
  condition: Sql,
  limit: number,
): Promise<number> =>
  // The last condition skips deliveries that another transaction has just sent or canceled. The
  // concatenation keeps SQLite from reading all queued deliveries by the index on `state`.
  tx.$executeRaw`
    UPDATE deliveries SET ${change}
    FROM (SELECT d.organization_id, d.event_id, d.subscriber_id
      FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id
      WHERE ${condition} LIMIT ${limit}) AS batch
    WHERE deliveries.organization_id = batch.organization_id
      AND deliveries.event_id = batch.event_id AND deliveries.subscriber_id = batch.subscriber_id
      AND (deliveries.state || '') IN ('pending', 'held')`;

/** Repeats `work`, each time in its own transaction, until it changes nothing. */
export async function repeatWhileChanged(work: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await transaction(work)) > 0);
}
