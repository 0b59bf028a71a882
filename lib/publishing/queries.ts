import { listed, reader, sql } from "@/lib/db";
import type { Host } from "./messages";

/** Ids in one question to the database. */
const IDS_AT_ONCE = 500;

/**
 * What changes with every change that strangers see of each of these organizations; one whose id
 * was given up and taken again is another.
 */
export async function readSignatures(orgIDs: readonly string[]): Promise<Map<string, string>> {
  const signatures = new Map<string, string>();
  if (orgIDs.length === 0) await reader().$queryRaw`SELECT 1`;
  for (let start = 0; start < orgIDs.length; start += IDS_AT_ONCE) {
    const some = await signaturesOf(
      sql`WHERE id IN (${listed(orgIDs.slice(start, start + IDS_AT_ONCE))})`,
    );
    for (const [id, signature] of some) signatures.set(id, signature);
  }
  return signatures;
}

async function signaturesOf(which: ReturnType<typeof sql>): Promise<Map<string, string>> {
  const rows = await reader().$queryRaw<
    { id: string; changed: bigint | number; createdAt: Date }[]
  >`
    SELECT id, public_change_ms AS changed, created_at AS "createdAt" FROM organizations ${which}`;
  return new Map(
    rows.map(({ id, changed, createdAt }) => [id, `${createdAt.getTime()} ${String(changed)}`]),
  );
}

/**
 * The signatures of all organizations that have changed since a moment, by the clocks of whoever
 * wrote.
 */
export const readChanged = (since: Date): Promise<Map<string, string>> =>
  signaturesOf(sql`WHERE public_change_ms >= CAST(${BigInt(since.getTime())} AS BIGINT)`);

/**
 * The signatures of the next hundred organizations behind an id, in the order of ids; none behind
 * the last.
 */
export const readNext = (after: string): Promise<Map<string, string>> =>
  signaturesOf(sql`WHERE id > ${after} ORDER BY id LIMIT 100`);

/** Hosts that were proven to be an organization's. */
export async function readHosts(): Promise<Host[]> {
  const rows = await reader().organizationDomain.findMany({
    where: { verifiedHost: { not: null }, organization: { memberships: { some: {} } } },
    select: { host: true, organizationId: true, token: true },
    orderBy: { host: "asc" },
  });
  return rows.map(({ host, organizationId, token }) => ({
    host,
    orgID: organizationId,
    challenge: token,
  }));
}
