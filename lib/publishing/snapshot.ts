import { reader } from "@/lib/db/database";
import { getSubdomainHost } from "@/lib/links";
import { addDays, getDayStart, toLocalDate } from "@/lib/time/rules";
import type { Version } from "./version";

/** If `isOngoing`, pages are rendered this often because uptime and durations change. */
const ONGOING_INTERVAL_MS = 5 * 60_000;

type RenderBasis = {
  version: Version;
  committedAt: Date;
  timeZone: string;
  /** The organization's verified custom domain, or null. */
  host: string | null;
  subdomainHost: string | null;
  /** True during an outage, incident, or maintenance, when the content changes with time. */
  isOngoing: boolean;
};

/** An organization's public content at one version. Its data is read once for all artifacts. */
export type Snapshot = RenderBasis & {
  /** The time for which artifacts are rendered. Every process computes the same time. */
  now: Date;
  /** When artifacts must be rendered again even without a change, such as at midnight. */
  expiresAt: Date;
  /** Runs `read` once per key, and returns the same promise to all later calls unless it fails. */
  once: <T>(key: string, read: () => Promise<T>) => Promise<T>;
  /** Returns the promise of `once` for a key, or undefined before the first call. */
  peek: (key: string) => Promise<unknown> | undefined;
};

/** Reads the version and the other data of a snapshot. Returns null if there is no public page. */
export async function readRenderBasis(organizationId: string): Promise<RenderBasis | null> {
  type Row = Pick<RenderBasis, "timeZone" | "host"> & {
    epoch: string;
    number: bigint | number;
    createdAt: Date;
    subdomain: string | null;
    isOngoing: boolean | number;
  };
  const [row] = await reader().$queryRaw<Row[]>`
    SELECT e.epoch, o.public_version AS number, o.created_at AS "createdAt",
      o.time_zone AS "timeZone", d.host, o.subdomain,
      (EXISTS (SELECT 1 FROM incidents i
        WHERE i.organization_id = o.id AND i.resolved_at IS NULL)
      OR EXISTS (SELECT 1 FROM components c
        WHERE c.organization_id = o.id AND c.archived_at IS NULL
          AND c.recorded_status IN ('partial_outage', 'major_outage'))
      OR EXISTS (SELECT 1 FROM maintenances m
        WHERE m.organization_id = o.id AND m.status IN ('in_progress', 'verifying'))
      ) AS "isOngoing"
    FROM version_epochs e, organizations o
    LEFT JOIN organization_domains d ON d.organization_id = o.id AND d.verified_host IS NOT NULL
    WHERE o.id = ${organizationId} AND o.suspended_at IS NULL AND e.id = 1
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)`;
  if (row === undefined) return null;
  const number = Number(row.number);
  return {
    version: { epoch: row.epoch, number },
    committedAt: new Date(Math.max(number, row.createdAt.getTime())),
    timeZone: row.timeZone,
    host: row.host,
    subdomainHost: getSubdomainHost(row.subdomain),
    isOngoing: Boolean(row.isOngoing),
  };
}

/**
 * Creates a snapshot for the start of the day or, if `isOngoing`, of the current five-minute
 * interval. If the commit is later, uses its time. All processes use the same time, so they render
 * the same bytes.
 */
export function createSnapshot(basis: RenderBasis, present: Date): Snapshot {
  const today = toLocalDate(present, basis.timeZone);
  let start = getDayStart(today, basis.timeZone).getTime();
  let end = getDayStart(addDays(today, 1), basis.timeZone).getTime();
  if (basis.isOngoing) {
    const period = Math.floor(present.getTime() / ONGOING_INTERVAL_MS) * ONGOING_INTERVAL_MS;
    start = Math.max(start, period);
    end = Math.min(end, period + ONGOING_INTERVAL_MS);
  }
  const reads = new Map<string, Promise<unknown>>();
  return {
    ...basis,
    // The commit's time can be ahead of this process's clock. Artifacts must not be rendered for a
    // later day or interval.
    now: new Date(Math.max(start, Math.min(basis.committedAt.getTime(), end - 1))),
    expiresAt: new Date(end),
    once: <T>(key: string, read: () => Promise<T>) => {
      const known = reads.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const reading = read();
      reads.set(key, reading);
      // Callers handle the error. The next call tries again.
      reading.catch(() => reads.delete(key));
      return reading;
    },
    peek: (key) => reads.get(key),
  };
}
