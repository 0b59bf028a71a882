import { LRUCache } from "lru-cache";
import { escapeHtml } from "@/lib/escape-html";
import { type DayLevel, getDayLevel } from "@/lib/public/page/rules";
import type { EventfulDay, PublicComponent } from "@/lib/public/page/schema";
import { fillPhrase, type PageTexts } from "@/lib/public/page/page-texts";
import { useView, type View } from "./view";

/** Classes by level of a day. Most days are `quiet` and have no class, to keep pages small. */
const barClass: Record<DayLevel, string | undefined> = {
  uncounted: "u",
  quiet: undefined,
  degraded: "d",
  partial: "p",
  major: "m",
};

type Measured = Pick<PublicComponent, "id" | "name" | "lang" | "counted_from" | "days">;
type Props = {
  component: Measured;
  days: readonly string[];
};

/**
 * Renders radio buttons for days, so that the bars are one tab stop and arrow keys move between
 * days, without JavaScript.
 */
export function UptimeBars({ component, days }: Props) {
  const view = useView();
  return (
    <div className="sp-uptime">
      <fieldset
        className="sp-bars"
        dangerouslySetInnerHTML={{ __html: renderBars(component, days, view) }}
      />
    </div>
  );
}

/** Returns an HTML string, because React takes ten times as long for hundreds of elements. */
function renderBars(
  { id, name, lang, counted_from, days: eventful }: Measured,
  days: readonly string[],
  { texts, links }: View,
): string {
  // The radio buttons' name contains only the end of the ID, because every bar repeats the name.
  const group = `d${id.slice(-8).replace(/\W/g, "")}`;
  const legend = fillPhrase(escapeHtml(texts.bars), { name: isolate(name, lang?.name) });
  let html = `<legend class="sr-only">${legend}</legend>`;
  let end = 0;
  for (const { first, last, count, level, day } of listRuns(days, eventful, counted_from)) {
    const outages = level === "uncounted" ? texts.notCounted : describeOutages(day, texts);
    const incidents = (day?.incidents ?? [])
      .map(
        ({ id, title, lang }) =>
          `<a href="${links.incident(id)}">${isolate(title, lang?.title)}</a>`,
      )
      .join("");
    end += count;
    const place = getPositionClass((end - count / 2) / days.length);
    const named = [barClass[level], count > 1 && `n${count}`, place].filter(Boolean).join(" ");
    html +=
      `<label${named && ` class="${named}"`}><input type=radio name=${group}` +
      `${last === days.at(-1) ? " checked" : ""}><span><b>${nameDays(first, last, texts)}${texts.colon}</b>` +
      `${escapeHtml(outages)}${incidents}${formatMoreIncidents(day, texts)}</span></label>`;
  }
  return html;
}

const isolate = (text: string, lang: string | undefined): string =>
  `<bdi${lang === undefined ? "" : ` lang="${lang}"`}>${escapeHtml(text)}</bdi>`;

const getPositionClass = (place: number) => place > 1 / 3 && (place > 2 / 3 ? "e" : "c");

const spans = new LRUCache<string, string>({ max: 1_000 });

/** Returns the label of a span of days. Labels are cached, because components share spans. */
function nameDays(first: string, last: string, texts: PageTexts): string {
  if (first === last) return texts.day(first);
  const key = `${texts.language} ${first} ${last}`;
  const name = spans.get(key) ?? texts.days(first, last);
  spans.set(key, name);
  return name;
}

export const formatMoreIncidents = (day: EventfulDay | undefined, texts: PageTexts): string =>
  day === undefined || day.more_incidents === 0 ? "" : ` + ${texts.number(day.more_incidents)}`;

type Run = {
  first: string;
  last: string;
  count: number;
  level: DayLevel;
  day: EventfulDay | undefined;
};

const isPlain = (day: EventfulDay | undefined): boolean =>
  day === undefined ||
  (day.partial_outage_seconds + day.major_outage_seconds === 0 && day.incidents.length === 0);

/**
 * Merges consecutive days of the same level without details, because thousands of elements slow
 * browsers down.
 */
function listRuns(
  days: readonly string[],
  eventful: readonly EventfulDay[],
  countedFrom: string | null,
): Run[] {
  const byDate = new Map(eventful.map((day) => [day.date, day]));
  const runs: Run[] = [];
  for (const date of days) {
    const day = byDate.get(date);
    const level = getDayLevel(date, countedFrom, day);
    const last = runs.at(-1);
    if (last !== undefined && last.level === level && isPlain(last.day) && isPlain(day)) {
      last.last = date;
      last.count++;
    } else runs.push({ first: date, last: date, count: 1, level, day });
  }
  return runs;
}

/** Returns the first measured day if it is after the first bar, otherwise null. */
export const getCountedSince = (
  { counted_from: from }: Pick<PublicComponent, "counted_from">,
  days: readonly string[],
): string | null => (from === null || from <= days[0]! ? null : from);

export function describeUptime(
  uptime: number | null,
  texts: PageTexts,
  since: string | null = null,
): string {
  if (uptime === null) return texts.noUptime;
  const percent = texts.percent(uptime);
  return since === null
    ? fillPhrase(texts.uptime, { percent })
    : fillPhrase(texts.uptimeSince, { percent, date: texts.day(since) });
}

export function describeOutages(day: EventfulDay | undefined, texts: PageTexts): string {
  const outages = [
    [texts.majorOutage, day?.major_outage_seconds ?? 0] as const,
    [texts.partialOutage, day?.partial_outage_seconds ?? 0] as const,
  ].filter(([, seconds]) => seconds > 0);
  if (outages.length === 0)
    return day?.degraded === true ? texts.component.degraded_performance : texts.noOutage;
  return outages
    .map(([text, seconds]) => fillPhrase(text, { duration: texts.duration(seconds) }))
    .join(texts.comma);
}
