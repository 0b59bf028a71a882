import { barClass } from "@/components/status-page/status-looks";
import { type DayLook, dayLook } from "@/lib/public/page/rules";
import type { EventfulDay, PublicComponent } from "@/lib/public/page/schema";
import { fill, type PageTexts } from "@/lib/public/page/page-texts";

/**
 * The days of all bars, oldest first, with their names, and the name of a range. Written once per
 * page.
 */
export type NamedDays = { date: string; name: string }[] & {
  spanName: (first: string, last: string) => string;
};

export function nameDays(days: readonly string[], texts: PageTexts): NamedDays {
  const spans = new Map<string, string>();
  const spanName = (first: string, last: string) => {
    const key = first + last;
    const known = spans.get(key) ?? texts.days(first, last);
    spans.set(key, known);
    return known;
  };
  return Object.assign(
    days.map((date) => ({ date, name: texts.day(date) })),
    { spanName },
  );
}

type Props = { component: PublicComponent; days: NamedDays; texts: PageTexts };

/**
 * One bar per day. The bars are one group of radio buttons: a single tab stop, and arrow keys move
 * between days with events. No script is needed; the details of the chosen day are shown below.
 */
export function UptimeBars({ component, days, texts }: Props) {
  return (
    <div className="sp-uptime mt-3">
      <fieldset
        className="sp-bars"
        dangerouslySetInnerHTML={{ __html: barsOf(component, days, texts) }}
      />
      <p className="flex min-h-5 items-center gap-2 pt-1 text-xs text-muted">
        <span>{texts.count(texts.daysAgo, days.length)}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{uptimeOf(component.uptime, texts, sinceOf(component, days))}</span>
        <span className="h-px flex-1 bg-line" />
        <span>{texts.today}</span>
      </p>
    </div>
  );
}

/** Bars as an HTML string: rendering hundreds of elements with React takes ten times as long. */
function barsOf(
  { id, name, counted_from, days: eventful }: PublicComponent,
  days: NamedDays,
  texts: PageTexts,
): string {
  // The end of the ID is enough to distinguish components, and there is one per bar.
  const group = `d${id.slice(-8).replace(/\W/g, "")}`;
  let html = `<legend class="sr-only">${escapeHtml(fill(texts.bars, { name }))}</legend>`;
  for (const { first, last, count, look, day } of runsOf(days, eventful, counted_from)) {
    const outages = look === "uncounted" ? texts.notCounted : outageOf(day, texts);
    const incidents =
      (day?.incidents ?? []).map(({ title }) => `<bdi> · ${escapeHtml(title)}</bdi>`).join("") +
      moreOf(day, texts);
    const classes = [barClass[look], count > 1 && `n${count}`].filter(Boolean).join(" ");
    const checked = last === days.at(-1)!.date ? " checked" : "";
    const when = first === last ? texts.day(first) : days.spanName(first, last);
    html +=
      `<label${classes && ` class="${classes}"`}><input type=radio name=${group}${checked}>` +
      `<span>${escapeHtml(`${when}: ${outages}`)}${incidents}</span></label>`;
  }
  return html;
}

export const moreOf = (day: EventfulDay | undefined, texts: PageTexts): string =>
  day === undefined || day.more_incidents === 0 ? "" : ` + ${texts.number(day.more_incidents)}`;

type Run = {
  first: string;
  last: string;
  count: number;
  look: DayLook;
  day: EventfulDay | undefined;
};

/** A day without details. */
const isPlain = (day: EventfulDay | undefined): boolean =>
  day === undefined || (day.degraded && day.incidents.length === 0);

/** Merges consecutive days without details: browsers are slow with thousands of elements. */
function runsOf(
  days: NamedDays,
  eventful: readonly EventfulDay[],
  countedFrom: string | null,
): Run[] {
  const byDate = new Map(eventful.map((day) => [day.date, day]));
  const runs: Run[] = [];
  for (const { date } of days) {
    const day = byDate.get(date);
    const look = dayLook(date, countedFrom, day);
    const last = runs.at(-1);
    if (last !== undefined && last.look === look && isPlain(last.day) && isPlain(day)) {
      last.last = date;
      last.count++;
    } else runs.push({ first: date, last: date, count: 1, look, day });
  }
  return runs;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

/** The first measured day, if it is later than the first bar. */
export const sinceOf = (
  { counted_from: from }: Pick<PublicComponent, "counted_from">,
  days: NamedDays,
): string | null => (from === null || from <= days[0]!.date ? null : from);

export function uptimeOf(
  uptime: number | null,
  texts: PageTexts,
  since: string | null = null,
): string {
  if (uptime === null) return texts.noUptime;
  const percent = texts.percent(uptime);
  return since === null
    ? fill(texts.uptime, { percent })
    : fill(texts.uptimeSince, { percent, date: texts.day(since) });
}

/** Durations of a day's outages, or that it was degraded. */
export function outageOf(day: EventfulDay | undefined, texts: PageTexts): string {
  const outages: string[] = [];
  if (day !== undefined && day.major_outage_seconds > 0)
    outages.push(fill(texts.majorOutage, { duration: texts.duration(day.major_outage_seconds) }));
  if (day !== undefined && day.partial_outage_seconds > 0)
    outages.push(
      fill(texts.partialOutage, { duration: texts.duration(day.partial_outage_seconds) }),
    );
  if (outages.length === 0)
    return day?.degraded === true ? texts.component.degraded_performance : texts.noOutage;
  return outages.join(", ");
}
