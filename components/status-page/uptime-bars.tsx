import "./status-page.css";
import { barClass } from "@/components/status-page/status-looks";
import { dayLook } from "@/lib/status-page/rules";
import type { EventfulDay, PublicComponent } from "@/lib/status-page/schema";
import { fill, type Say } from "@/lib/status-page/words";

/** The days of all bars, oldest first, with their names: each is written once per page. */
export type NamedDays = { date: string; name: string }[];

export const nameDays = (days: readonly string[], say: Say): NamedDays => days.map((date) => ({ date, name: say.day(date) }));

type Props = { component: PublicComponent; days: NamedDays; say: Say };

/**
 * A bar for each day. They are one group of radio buttons: a single stop of the Tab key, from which the arrows walk from day to day
 * and a touch chooses one, without any script; the chosen day is told below.
 */
export function UptimeBars({ component: { id, name, counted_from, days: eventful, uptime }, days, say }: Props) {
  const byDate = new Map(eventful.map((day) => [day.date, day]));
  const today = days.at(-1)?.date;
  // Written ninety times: the end of an id tells components apart as well as all of it.
  const group = `d${id.slice(-12)}`;
  return (
    <div className="sp-uptime mt-3">
      <fieldset className="sp-bars">
        <legend className="sr-only">{fill(say.bars, { name })}</legend>
        {days.map(({ date, name }) => {
          const day = byDate.get(date);
          const look = dayLook(date, counted_from, day);
          return (
            <label key={date} className={barClass[look]}>
              <input type="radio" name={group} defaultChecked={date === today} />
              <span>
                {`${name}: ${look === "uncounted" ? say.notCounted : outageOf(day, say)}`}
                {day?.incidents.map(({ id, title }) => (
                  <bdi key={id}> · {title}</bdi>
                ))}
              </span>
            </label>
          );
        })}
      </fieldset>
      <p className="flex min-h-5 items-center gap-2 pt-1 text-xs text-muted">
        <span>{say.count(say.daysAgo, days.length)}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{uptimeOf(uptime, say)}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{say.today}</span>
      </p>
    </div>
  );
}

export const uptimeOf = (uptime: number | null, say: Say): string => (uptime === null ? say.noUptime : fill(say.uptime, { percent: say.percent(uptime) }));

/** How long a day's outages were, in words. */
export function outageOf(day: EventfulDay | undefined, say: Say): string {
  const told: string[] = [];
  if (day !== undefined && day.major_outage_seconds > 0) told.push(fill(say.majorOutage, { duration: say.duration(day.major_outage_seconds) }));
  if (day !== undefined && day.partial_outage_seconds > 0) told.push(fill(say.partialOutage, { duration: say.duration(day.partial_outage_seconds) }));
  return told.length === 0 ? say.noOutage : told.join(", ");
}
