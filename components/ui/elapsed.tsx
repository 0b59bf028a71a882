"use client";

import { useSyncExternalStore } from "react";

const TICK_MS = 15_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// One clock for all that is on the page; it stands still between its ticks, so that rows are not drawn for nothing.
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  if (timer === undefined) now = Date.now();
  return now;
}

/** The time by now, to within some seconds. For content that is fetched: the server's clock is another. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read);

const exact = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "5 minutes ago", "in 3 hours", "yesterday". */
export function inWords(at: number, from: number): string {
  const ms = at - from;
  const size = Math.abs(ms);
  // What came since the clock last ticked is not to come.
  if (size < MINUTE) return ms > TICK_MS ? "in a moment" : "just now";
  if (size < HOUR) return relative.format(Math.trunc(ms / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(ms / HOUR), "hour");
  if (size < 60 * DAY) return relative.format(Math.round(ms / DAY), "day");
  return relative.format(Math.round(ms / (30.44 * DAY)), "month");
}

/** "2 h 13 min", the two units that matter. */
export function lengthInWords(ms: number): string {
  if (ms < MINUTE) return "under 1 min";
  const [days, hours, minutes] = [Math.floor(ms / DAY), Math.floor(ms / HOUR) % 24, Math.floor(ms / MINUTE) % 60];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}

/** A point in time as one speaks of it; the exact one in the reader's zone on a closer look. */
export function Ago({ at }: { at: string }) {
  const from = useNow();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {inWords(moment.getTime(), from)}
    </time>
  );
}

/** How long something took, or has taken so far. */
export function Elapsed({ from, until }: { from: string; until: string | null }) {
  const present = useNow();
  return lengthInWords(Math.max(0, (until === null ? present : new Date(until).getTime()) - new Date(from).getTime()));
}
