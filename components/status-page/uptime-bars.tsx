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
export function UptimeBars({ component, days, say }: Props) {
  return (
    <div className="sp-uptime mt-3">
      <fieldset className="sp-bars" dangerouslySetInnerHTML={{ __html: barsOf(component, days, say) }} />
      <p className="flex min-h-5 items-center gap-2 pt-1 text-xs text-muted">
        <span>{say.count(say.daysAgo, days.length)}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{uptimeOf(component.uptime, say)}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{say.today}</span>
      </p>
    </div>
  );
}

/** The bars as HTML: thousands of elements on a page, of which React would make each by itself, at ten times the cost. */
function barsOf({ id, name, counted_from, days: eventful }: PublicComponent, days: NamedDays, say: Say): string {
  const byDate = new Map(eventful.map((day) => [day.date, day]));
  // Written ninety times: the end of an id tells components apart as well as all of it.
  const group = `d${id.slice(-8).replace(/\W/g, "")}`;
  let html = `<legend class="sr-only">${escapeHtml(fill(say.bars, { name }))}</legend>`;
  for (const [index, { date, name }] of days.entries()) {
    const day = byDate.get(date);
    const look = dayLook(date, counted_from, day);
    const told = look === "uncounted" ? say.notCounted : outageOf(day, say);
    const incidents = (day?.incidents ?? []).map(({ title }) => `<bdi> · ${escapeHtml(title)}</bdi>`).join("");
    const checked = index === days.length - 1 ? " checked" : "";
    html += `<label${barClass[look] === undefined ? "" : ` class=${barClass[look]}`}><input type=radio name=${group}${checked}><span>${escapeHtml(`${name}: ${told}`)}${incidents}</span></label>`;
  }
  return html;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

export const uptimeOf = (uptime: number | null, say: Say): string => (uptime === null ? say.noUptime : fill(say.uptime, { percent: say.percent(uptime) }));

/** How long a day's outages were, in words. */
export function outageOf(day: EventfulDay | undefined, say: Say): string {
  const told: string[] = [];
  if (day !== undefined && day.major_outage_seconds > 0) told.push(fill(say.majorOutage, { duration: say.duration(day.major_outage_seconds) }));
  if (day !== undefined && day.partial_outage_seconds > 0) told.push(fill(say.partialOutage, { duration: say.duration(day.partial_outage_seconds) }));
  return told.length === 0 ? say.noOutage : told.join(", ");
}
