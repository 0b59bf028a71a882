import { LRUCache } from "lru-cache";
import { type DayLook, dayLook } from "@/lib/public/page/rules";
import type { EventfulDay, PublicComponent } from "@/lib/public/page/schema";
import { fill, type PageTexts } from "@/lib/public/page/page-texts";
import { useView } from "./view";

/** The class of a bar (status-page.css). Quiet ones, the majority, have none. */
const barClass: Record<DayLook, string | undefined> = {
  uncounted: "u",
  quiet: undefined,
  degraded: "d",
  partial: "p",
  major: "m",
};

type Props = {
  component: PublicComponent;
  /** The days of all bars, oldest first. */
  days: readonly string[];
};

/**
 * One bar per day. The bars are one group of radio buttons: a single tab stop, and arrow keys move
 * between days with events. No script is needed; the details of the chosen day are shown below.
 */
export function UptimeBars({ component, days }: Props) {
  const { texts } = useView();
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
  days: readonly string[],
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
    const checked = last === days.at(-1) ? " checked" : "";
    html +=
      `<label${classes && ` class="${classes}"`}><input type=radio name=${group}${checked}>` +
      `<span>${escapeHtml(`${nameDays(first, last, texts)}: ${outages}`)}${incidents}</span></label>`;
  }
  return html;
}

const spans = new LRUCache<string, string>({ max: 1_000 });

/** The name of a day or a span. Spans take long to format, and components have the same ones. */
function nameDays(first: string, last: string, texts: PageTexts): string {
  if (first === last) return texts.day(first);
  const key = `${texts.language} ${first} ${last}`;
  const name = spans.get(key) ?? texts.days(first, last);
  spans.set(key, name);
  return name;
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
  days: readonly string[],
  eventful: readonly EventfulDay[],
  countedFrom: string | null,
): Run[] {
  const byDate = new Map(eventful.map((day) => [day.date, day]));
  const runs: Run[] = [];
  for (const date of days) {
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

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The first measured day, if it is later than the first bar. */
export const sinceOf = (
  { counted_from: from }: Pick<PublicComponent, "counted_from">,
  days: readonly string[],
): string | null => (from === null || from <= days[0]! ? null : from);

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
  const outages = [
    [texts.majorOutage, day?.major_outage_seconds ?? 0] as const,
    [texts.partialOutage, day?.partial_outage_seconds ?? 0] as const,
  ].filter(([, seconds]) => seconds > 0);
  if (outages.length === 0)
    return day?.degraded === true ? texts.component.degraded_performance : texts.noOutage;
  return outages
    .map(([text, seconds]) => fill(text, { duration: texts.duration(seconds) }))
    .join(", ");
}
