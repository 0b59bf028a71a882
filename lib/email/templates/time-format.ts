import { fillPhrase } from "@/lib/public/page/page-texts";
import { type EmailTexts, getEmailTexts } from "../email-texts";

/** Formats an ISO 8601 time: `November 20, 2026, 09:30 UTC`. */
export function formatLongTime(iso: string, texts = getEmailTexts("en")): string {
  const at = new Date(iso);
  const { dateTime, dateFormat, timeFormat } = texts;
  return fillPhrase(dateTime, { date: dateFormat.format(at), time: timeFormat.format(at) });
}

/** Formats a range: `November 20, 2026, 09:30 to 11:00 UTC`, with both days if they differ. */
export function formatRange(from: string, to: string, texts: EmailTexts): string {
  const [startAt, endAt] = [new Date(from), new Date(to)];
  const { dateFormat: date, timeFormat: time } = texts;
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
