import { insertRows, listed } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { findTimelines } from "./queries";
import { countTimelineOutages, listLastDays, toDayRollups } from "./rules";
import { MAX_DAYS } from "./schema";

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const toDate = (at: number) => new Date(at * 1_000);

type ComponentRollup = {
  id: string;
  organizationId: string;
  timeZone: string;
  until: Date | string | null;
};

/**
 * Rolls up the outages of past days for components of one organization. Call it in the transaction
 * that adds status changes at `at` or later; it replaces rollups that such a change invalidates.
 */
export async function rollUpOutages(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  const rows = await tx.$queryRaw<ComponentRollup[]>`
    SELECT c.id, c.organization_id AS "organizationId", p.time_zone AS "timeZone", o.until
    FROM components c JOIN organizations p ON p.id = c.organization_id
    LEFT JOIN settled_outages o ON o.component_id = c.id AND o.time_zone = p.time_zone
    WHERE c.id IN (${listed(ids)})`;
  const [first] = rows;
  if (first === undefined) return;
  const { timeZone, organizationId } = first;
  const [today] = listLastDays(1, toSeconds(at), timeZone).starts as [number];
  const rolledUp = rows.map(({ id, until }) => ({
    id,
    until: until === null ? null : toSeconds(new Date(until)),
  }));
  await deleteDayRollups(
    tx,
    rolledUp.flatMap(({ id, until }) => (until !== null && until > toSeconds(at) ? id : [])),
  );
  await writeDayRollups(
    tx,
    organizationId,
    timeZone,
    rolledUp.flatMap(({ id, until }) =>
      until !== null && until >= today && until <= toSeconds(at) ? [] : id,
    ),
    at,
  );
}

/** Deletes the rollups of components whose status timeline is rewritten. */
export async function deleteDayRollups(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.settledOutage.deleteMany({ where: { componentId: { in: [...ids] } } });
}

/** Rolls up all components of an organization after its time zone has changed. */
export async function rollUpOrganization(tx: Tx, { id }: { id: string }, at: Date): Promise<void> {
  const rows = await tx.component.findMany({
    where: { organizationId: id, archivedAt: null },
    select: { id: true },
  });
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await rollUpOutages(
      tx,
      rows.slice(start, start + BATCH_SIZE).map((row) => row.id),
      at,
    );
}

/** Components whose timelines are in memory at the same time. */
const BATCH_SIZE = 50;

async function writeDayRollups(
  tx: Tx,
  organizationId: string,
  timeZone: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const days = listLastDays(MAX_DAYS + 1, toSeconds(at), timeZone);
  const [since, until] = [days.starts[0]!, days.starts.at(-1)!];
  const pastDays = { ...days, now: until };
  const find = (zone: string | null, batch: readonly string[]) =>
    findTimelines(tx, { id: organizationId }, toDate(since), zone, batch);
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    const timelines = await find(timeZone, batch);
    const counted = new Map(
      [...timelines].map(([id, timeline]) => [id, countTimelineOutages(timeline, pastDays, since)]),
    );
    // The rules of the time zone have changed since these were rolled up.
    const mismatched = [...counted].flatMap(([id, count]) => (count === null ? id : []));
    const complete = mismatched.length === 0 ? timelines : await find(null, mismatched);
    const rows = [...timelines].map(([id, timeline]) => {
      const { days: outages } =
        counted.get(id) ?? countTimelineOutages(complete.get(id)!, pastDays, since)!;
      const rollups = toDayRollups(outages, days).flatMap(({ start, end, partial, major }) => [
        start,
        end,
        partial,
        major,
      ]);
      const recordedFrom = toDate(Math.min(timeline.recordedFrom, toSeconds(at)));
      return {
        componentId: id,
        timeZone,
        since: toDate(since),
        until: toDate(until),
        days: JSON.stringify(rollups),
        recordedFrom,
      };
    });
    await deleteDayRollups(tx, batch);
    await insertRows(tx, "settled_outages", rows);
  }
}
