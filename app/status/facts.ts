import {
  createOffsetLookup,
  toLocalDate,
  addDays,
  findFirstInstant,
  getMonthStart,
} from "@/lib/time/rules";
import { monthAfter } from "@/lib/status-page/rules";
import type { HistoryPage, PublicComponent, StatusPage } from "@/lib/status-page/schema";

/** While an outage goes on, the page tells its length, which grows: so often it is told anew. */
const RETELL_MS = 5 * 60_000;

const minutes = (seconds: number) => Math.round(seconds / 60);
const inMinutes = (component: PublicComponent) => ({
  ...component,
  days: component.days.map(({ partial_outage_seconds, major_outage_seconds, ...day }) => ({
    ...day,
    partial: minutes(partial_outage_seconds),
    major: minutes(major_outage_seconds),
  })),
});

/**
 * What a page is made of, as exactly as it tells it: seconds that nobody is shown make no new page.
 */
export const withoutClock = (page: StatusPage) => ({
  ...page,
  components: page.components.map(inMinutes),
  groups: page.groups.map((group) => ({ ...group, components: group.components.map(inMinutes) })),
});

/**
 * When the page stops being true by time alone: as the bars move on at midnight, and before that
 * while there is an outage.
 */
export function endOfDay(
  { organization: { time_zone }, components, groups }: StatusPage,
  now: Date,
): Date {
  const today = toLocalDate(now, time_zone);
  const midnight = new Date(
    findFirstInstant(
      Date.parse(`${addDays(today, 1)}T00:00:00Z`) / 1_000,
      createOffsetLookup(time_zone),
    ) * 1_000,
  );
  const shown = [...components, ...groups.flatMap((group) => group.components)];
  const isDown = shown.some(({ days }) =>
    days.some(
      ({ date, partial_outage_seconds, major_outage_seconds }) =>
        date === today && partial_outage_seconds + major_outage_seconds > 0,
    ),
  );
  const retold = new Date(now.getTime() + RETELL_MS);
  return isDown && retold < midnight ? retold : midnight;
}

/** When the present month is over; null of one that is. */
export function endOfMonth(
  { organization: { time_zone }, month }: HistoryPage,
  now: Date,
): Date | null {
  const end = new Date(getMonthStart(monthAfter(month, 1), time_zone) * 1_000);
  return end > now ? end : null;
}
