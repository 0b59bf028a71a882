import { createOffsetLookup, findFirstInstant, toLocalDate, addDays } from "@/lib/time/rules";
import type { RenderBasis } from "./jobs";
import type { Version } from "./version";

/** While an outage lasts, its duration on the page is renewed this often. */
const ONGOING_INTERVAL_MS = 5 * 60_000;

/**
 * An organization's public content at one version. What is read for a snapshot is read once, however
 * many artifacts are rendered from it.
 */
export type Snapshot = {
  version: Version;
  /** When the version was committed. */
  committedAt: Date;
  /** The organization's verified host. */
  host: string | null;
  subdomainHost: string | null;
  /** The time that artifacts are rendered for. Every process computes the same. */
  now: Date;
  /** When the content changes without a write. */
  expiresAt: Date;
  /** Runs `read` once per key. */
  once: <T>(key: string, read: () => Promise<T>) => Promise<T>;
};

/**
 * Renders are for the start of the current period rather than for the present, so that the same
 * version gives the same bytes everywhere. A period is a local day, or five minutes during an outage.
 */
export function createSnapshot(
  { version, committedAt, timeZone, host, subdomainHost, isOngoing }: RenderBasis,
  present: Date,
): Snapshot {
  const today = toLocalDate(present, timeZone);
  const midnight = startOfDay(today, timeZone);
  const nextMidnight = startOfDay(addDays(today, 1), timeZone);
  const period = Math.floor(present.getTime() / ONGOING_INTERVAL_MS) * ONGOING_INTERVAL_MS;
  const start = isOngoing ? Math.max(midnight, period) : midnight;
  const end = isOngoing ? Math.min(nextMidnight, period + ONGOING_INTERVAL_MS) : nextMidnight;
  const reads = new Map<string, Promise<unknown>>();
  return {
    version,
    committedAt,
    host,
    subdomainHost,
    // A commit that another clock dates into the future is rendered for the present.
    now: new Date(Math.max(start, Math.min(committedAt.getTime(), end - 1))),
    expiresAt: new Date(end),
    once: <T>(key: string, read: () => Promise<T>) => {
      const known = reads.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const started = read();
      reads.set(key, started);
      return started;
    },
  };
}

const startOfDay = (date: string, timeZone: string): number =>
  findFirstInstant(Date.parse(`${date}T00:00:00Z`) / 1_000, createOffsetLookup(timeZone)) * 1_000;
