import { useEffect, useState, useSyncExternalStore } from "react";
import { useExactTime } from "./timestamp";

const TICK_MS = 15_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// One clock updates all times on the page together.
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

/**
 * Returns the current time in ms since the epoch, updated every 15 s. Differs between the server
 * and the browser.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read);

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function formatRelativeTime(at: number, from: number): string {
  const ms = at - from;
  const size = Math.abs(ms);
  // A time slightly in the future counts as now, because the clock may be one tick late.
  if (size < MINUTE) return ms > TICK_MS ? "in a moment" : "just now";
  if (size < HOUR) return relative.format(Math.trunc(ms / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(ms / HOUR), "hour");
  if (size < 60 * DAY) return relative.format(Math.round(ms / DAY), "day");
  return relative.format(Math.round(ms / (30.44 * DAY)), "month");
}

export function formatDuration(ms: number): string {
  if (ms < MINUTE) return "under 1 min";
  const [days, hours, minutes] = [
    Math.floor(ms / DAY),
    Math.floor(ms / HOUR) % 24,
    Math.floor(ms / MINUTE) % 60,
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}

function useExactTitle(at: Date): string {
  const { shown, own } = useExactTime(at);
  return own === undefined ? shown : `${shown} (your time: ${own})`;
}

export function TimeAgo({ at }: { at: string }) {
  const from = useNow();
  const moment = new Date(at);
  const title = useExactTitle(moment);
  return (
    <time dateTime={at} title={title}>
      {formatRelativeTime(moment.getTime(), from)}
    </time>
  );
}

export function TimeUntil({ at }: { at: string }) {
  const from = useNow();
  const moment = new Date(at);
  const title = useExactTitle(moment);
  const isDue = moment.getTime() - from < MINUTE;
  return (
    <time dateTime={at} title={title}>
      {isDue ? "in under a minute" : formatRelativeTime(moment.getTime(), from)}
    </time>
  );
}

export function Duration({ from, until }: { from: string; until: string | null }) {
  const present = useNow();
  return formatDuration(
    Math.max(0, (until === null ? present : new Date(until).getTime()) - new Date(from).getTime()),
  );
}

const countSecondsUntil = (until: number): number =>
  Math.max(0, Math.ceil((until - Date.now()) / 1_000));

/** Counts down to `until`, in ms since the epoch. Screen readers announce only the first value. */
export function SendingCountdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => countSecondsUntil(until));
  const [first] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(countSecondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? `Sending notifications in ${seconds} s.` : "Sending notifications…"}
      </span>
      <span className="sr-only">{`Sending notifications in ${first} seconds.`}</span>
    </>
  );
}
