import { insertRows, listed, type Tx } from "@/lib/db";
import { findRecords } from "./queries";
import { countKept, lastDays, settleDays } from "./rules";
import { MOST_DAYS } from "./schema";

const second = (at: Date) => Math.floor(at.getTime() / 1_000);
const moment = (at: number) => new Date(at * 1_000);

type Known = { id: string; organizationId: string; timeZone: string; until: Date | string | null };

/**
 * Sums up the outages of these components of one organization, on the days that are over at `at`,
 * as far as they are not yet. Belongs behind
 * whatever adds to their record at `at` or later, in its transaction: what is added to days that
 * are settled has them settled anew.
 */
export async function settleOutages(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  const known = await tx.$queryRaw<Known[]>`
    SELECT c.id, c.organization_id AS "organizationId", p.time_zone AS "timeZone", o.until
    FROM components c JOIN organizations p ON p.id = c.organization_id
    LEFT JOIN settled_outages o ON o.component_id = c.id AND o.time_zone = p.time_zone
    WHERE c.id IN (${listed(ids)})`;
  const [first] = known;
  if (first === undefined) return;
  const { timeZone, organizationId } = first;
  const [today] = lastDays(1, second(at), timeZone).starts as [number];
  const times = known.map(({ id, until }) => ({
    id,
    until: until === null ? null : second(new Date(until)),
  }));
  await forgetSettled(
    tx,
    times.flatMap(({ id, until }) => (until !== null && until > second(at) ? id : [])),
  );
  await settle(
    tx,
    organizationId,
    timeZone,
    times.flatMap(({ id, until }) =>
      until !== null && until >= today && until <= second(at) ? [] : id,
    ),
    at,
  );
}

/** Forgets what is settled of components: their record is another. */
export async function forgetSettled(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.settledOutage.deleteMany({ where: { componentId: { in: [...ids] } } });
}

/**
 * Settles the days of an organization that has got another time zone, for all of its components.
 */
export async function settleOrganization(tx: Tx, { id }: { id: string }, at: Date): Promise<void> {
  const rows = await tx.component.findMany({
    where: { organizationId: id, archivedAt: null },
    select: { id: true },
  });
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await settleOutages(
      tx,
      rows.slice(start, start + AT_ONCE).map((row) => row.id),
      at,
    );
}

/** Components whose records are in memory at once. */
const AT_ONCE = 50;

async function settle(
  tx: Tx,
  organizationId: string,
  timeZone: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const days = lastDays(MOST_DAYS + 1, second(at), timeZone);
  const [since, until] = [days.starts[0]!, days.starts.at(-1)!];
  const over = { ...days, now: until };
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const records = await findRecords(tx, { id: organizationId }, moment(since), timeZone, some);
    const counted = new Map(
      [...records].map(([id, record]) => [id, countKept(record, over, since)]),
    );
    const unfit = [...counted].flatMap(([id, count]) => (count === null ? id : []));
    // Clocks were changed since: the record has what they are now.
    const whole =
      unfit.length === 0
        ? records
        : await findRecords(tx, { id: organizationId }, moment(since), null, unfit);
    const rows = [...records].map(([id, record]) => {
      const { days: outages } = counted.get(id) ?? countKept(whole.get(id)!, over, since)!;
      const settled = settleDays(outages, days).flatMap(({ start, end, partial, major }) => [
        start,
        end,
        partial,
        major,
      ]);
      const recordedFrom = moment(Math.min(record.recordedFrom, second(at)));
      return {
        componentId: id,
        timeZone,
        since: moment(since),
        until: moment(until),
        days: JSON.stringify(settled),
        recordedFrom,
      };
    });
    await forgetSettled(tx, some);
    await insertRows(tx, "settled_outages", rows);
  }
}
