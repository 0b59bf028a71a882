import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MoreButton } from "@/components/ui/more-button";
import { LoadError } from "@/components/data/load-error";
import { SkeletonRows } from "@/components/ui/skeleton";
import { getDateFormat, timeOptions } from "@/components/ui/timestamp";
import { useBrowserValue } from "@/components/ui/use-hydrated";
import { updateStatusStyles } from "@/components/updates/update-status";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { getMaintenanceSpan } from "@/lib/maintenances/values";
import {
  toLocalDate,
  addMonths,
  getDayStart,
  getCalendarWeeks,
  formatTimeZone,
} from "@/lib/time/rules";
import { NoMaintenance } from "./no-maintenance";

const createUtcFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" });
const monthFormat = createUtcFormat({ month: "long", year: "numeric" });
const weekdayFormat = createUtcFormat({ weekday: "short" });
const longWeekdayFormat = createUtcFormat({ weekday: "long" });
const dayFormat = createUtcFormat({ weekday: "long", day: "numeric", month: "long" });

/** Formats a date in the browser's language, which is unknown until React has hydrated the page. */
const useDateText = (format: Intl.DateTimeFormat, date: string): string =>
  useBrowserValue(() => format.format(new Date(date)), "\u00a0");

type CalendarProps = {
  month: string;
  today: string;
  onMonth: (month: string) => void;
};

export function MaintenanceCalendar({ month, today, onMonth }: CalendarProps) {
  const { time_zone: timeZone } = useOrganization();
  const heading = useId();
  const title = useDateText(monthFormat, `${month}-01`);
  const getStartTime = (of: string) => getDayStart(`${of}-01`, timeZone).toISOString();
  const pages = useReadPages("GET /v1/organizations/{orgID}/maintenances", {
    query: { from: getStartTime(month), to: getStartTime(addMonths(month, 1)) },
  });
  const { items, error } = pages;
  const weeks = getCalendarWeeks(month);
  const listDay = createDayLookup(items ?? [], timeZone);
  return (
    <section aria-labelledby={heading}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id={heading} className="min-w-40 flex-1 text-base font-semibold" aria-live="polite">
          {title}
        </h2>
        <Button
          variant="secondary"
          aria-label="Previous month"
          className="px-2"
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <ChevronLeft className="size-4 rtl:rotate-180" />
        </Button>
        <Button variant="secondary" onClick={() => onMonth(today.slice(0, "YYYY-MM".length))}>
          Today
        </Button>
        <Button
          variant="secondary"
          aria-label="Next month"
          className="px-2"
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <ChevronRight className="size-4 rtl:rotate-180" />
        </Button>
      </div>
      <LoadError error={error} />
      <Card
        className={`overflow-hidden max-sm:hidden ${items === undefined && !error ? "animate-pulse" : ""}`}
      >
        <Weeks {...{ title, month, today, weeks, listDay }} />
      </Card>
      <div className="sm:hidden">
        <Card>
          {items === undefined && !error && <SkeletonRows rows={3} label="Loading maintenance" />}
          {items !== undefined && <Days {...{ month, today, weeks, listDay }} />}
        </Card>
      </div>
      <MoreButton pages={pages}>Show more</MoreButton>
      <p className="mt-3 text-xs text-muted">Times shown in {formatTimeZone(timeZone)}</p>
    </section>
  );
}

type MonthProps = {
  month: string;
  today: string;
  weeks: readonly (readonly string[])[];
  listDay: ReturnType<typeof createDayLookup>;
};

function Weeks({ title, month, today, weeks, listDay }: MonthProps & { title: string }) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Maintenance in {title}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          {weeks[0]!.map((date) => (
            <th key={date} scope="col" className="px-2 py-1.5 text-start font-medium">
              <Weekday date={date} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]} className="border-b border-line last:border-b-0">
            {week.map((date) => (
              <DayCell
                key={date}
                date={date}
                isToday={date === today}
                isInMonth={date.startsWith(month)}
                maintenances={listDay(date)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Weekday = ({ date }: { date: string }) => (
  <abbr title={useDateText(longWeekdayFormat, date)} className="no-underline">
    {useDateText(weekdayFormat, date)}
  </abbr>
);

/** Lists the days of the month that have maintenance. For narrow screens. */
function Days({ month, today, weeks, listDay }: MonthProps) {
  const dates = weeks.flat().filter((date) => date.startsWith(month) && listDay(date).length > 0);
  return (
    <>
      {dates.length === 0 && (
        <NoMaintenance title="No maintenance this month">
          Scheduled maintenance appears here by day.
        </NoMaintenance>
      )}
      <ol>
        {dates.map((date) => (
          <li
            key={date}
            aria-current={date === today ? "date" : undefined}
            className="border-b border-line px-4 py-3 last:border-b-0"
          >
            <h3 className="mb-1 text-sm font-semibold">
              <time dateTime={date}>{dayFormat.format(new Date(date))}</time>
              {date === today && <span className="font-normal text-muted"> · today</span>}
            </h3>
            <ul className="grid gap-1">
              {listDay(date).map((maintenance) => (
                <Entry key={maintenance.id} maintenance={maintenance} date={date} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

type DayCellProps = {
  date: string;
  isToday: boolean;
  isInMonth: boolean;
  maintenances: readonly MaintenanceResponse[];
};

function DayCell({ date, isToday, isInMonth, maintenances }: DayCellProps) {
  const background = isInMonth ? "" : "bg-sunken";
  const color = isToday ? "bg-accent font-semibold text-on-accent" : "text-muted";
  return (
    <td
      aria-current={isToday ? "date" : undefined}
      className={`h-24 border-e border-line p-1 align-top last:border-e-0 ${background}`}
    >
      <time
        dateTime={date}
        className={`grid size-6 place-items-center rounded-full text-xs tabular-nums ${color}`}
      >
        {Number(date.slice(-2))}
      </time>
      {maintenances.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {maintenances.map((maintenance) => (
            <Entry key={maintenance.id} maintenance={maintenance} date={date} />
          ))}
        </ul>
      )}
    </td>
  );
}

function Entry({ maintenance, date }: { maintenance: MaintenanceResponse; date: string }) {
  const { at, time_zone: timeZone } = useOrganization();
  const { id, title, status } = maintenance;
  const { from } = getMaintenanceSpan(maintenance);
  const { icon: Icon, label } = updateStatusStyles[status];
  const startsToday = toLocalDate(new Date(from), timeZone) === date;
  return (
    <li>
      <Link
        href={at(`/maintenances/${id}`)}
        prefetch={false}
        className={
          "flex min-w-0 items-start gap-1 rounded-sm bg-sunken px-1.5 py-1 text-xs " +
          "hover:underline hover:underline-offset-2 max-sm:min-h-11 max-sm:items-center " +
          `max-sm:text-sm ${status === "cancelled" ? "text-muted line-through" : ""}`
        }
      >
        <Icon className="mt-0.5 size-3 shrink-0 text-muted max-sm:mt-0 max-sm:size-4" />
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{label}: </span>
          <span className="tabular-nums">
            {startsToday
              ? getDateFormat({ ...timeOptions, timeZone }).format(new Date(from))
              : "continues"}
          </span>{" "}
          <bdi className="line-clamp-2 font-medium">{title}</bdi>
        </span>
      </Link>
    </li>
  );
}

/** Returns a function that lists the maintenance of a date, in the order of the start. */
function createDayLookup(maintenances: readonly MaintenanceResponse[], timeZone: string) {
  const spans = maintenances
    .map((maintenance) => {
      const { from, until } = getMaintenanceSpan(maintenance);
      // A maintenance that ends at midnight does not belong to the next day.
      const end = new Date(Math.max(Date.parse(from), Date.parse(until) - 1));
      const [first, last] = [toLocalDate(new Date(from), timeZone), toLocalDate(end, timeZone)];
      return { maintenance, from, first, last };
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return (date: string): readonly MaintenanceResponse[] =>
    spans
      .filter(({ first, last }) => first <= date && date <= last)
      .map(({ maintenance }) => maintenance);
}
