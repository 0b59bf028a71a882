import { fillPhrase } from "@/lib/public/page/page-texts";
import { type EmailTexts, getEmailTexts } from "../email-texts";

type Formats = { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat };
const formats = new WeakMap<EmailTexts, Formats>();

function getFormats(texts: EmailTexts): Formats {
  const { tag, timeZone } = texts;
  let format = formats.get(texts);
  if (format === undefined) {
    const time = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", timeZone } as const;
    format = {
      date: new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone }),
      time: new Intl.DateTimeFormat(tag, { ...time, timeZoneName: "short" }),
    };
    formats.set(texts, format);
  }
  return format;
}

/** Formats an ISO 8601 time: `November 20, 2026, 09:30 UTC`. Returns other text unchanged. */
export function formatLongTime(iso: string, texts = getEmailTexts("en")): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const { date, time } = getFormats(texts);
  return fillPhrase(texts.dateTime, { date: date.format(at), time: time.format(at) });
}

/** Formats a range: `November 20, 2026, 09:30 to 11:00 UTC`, with both days if they differ. */
export function formatRange(from: string, to: string, texts: EmailTexts): string {
  const [startAt, endAt] = [new Date(from), new Date(to)];
  if (Number.isNaN(startAt.getTime()) || Number.isNaN(endAt.getTime()))
    return fillPhrase(texts.span, { from, until: to });
  const { date, time } = getFormats(texts);
  const [startZone, endZone] = [startAt, endAt].map(
    (at) => time.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "",
  );
  const start = time.format(startAt);
  // The time zone is shown once, unless daylight saving time starts or ends within the range.
  const startTime = startZone === endZone ? start.replace(startZone!, "").trim() : start;
  const day = date.format(startAt);
  if (day === date.format(endAt)) {
    const span = fillPhrase(texts.timeSpan, { from: startTime, until: time.format(endAt) });
    return fillPhrase(texts.dateTime, { date: day, time: span });
  }
  return fillPhrase(texts.span, {
    from: fillPhrase(texts.dateTime, { date: day, time: startTime }),
    until: formatLongTime(to, texts),
  });
}
