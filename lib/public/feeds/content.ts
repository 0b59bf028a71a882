import { findLinks } from "@/lib/public/page/rules";
import type { FeedEntry } from "@/lib/public/page/schema";
import { fill, type PageTexts } from "@/lib/public/page/page-texts";
import { escapeXml } from "./xml";

type Statement = { word: string; body: string; at: string; edited_at: string | null };

/** Updates and the published postmortem, newest first. */
export function statements(entry: FeedEntry, texts: PageTexts): Statement[] {
  if (entry.kind === "maintenance")
    return entry.updates.map((update) => ({
      ...update,
      word: texts.maintenance[update.status],
    }));
  const { updates, postmortem } = entry;
  const list = updates.map((update): Statement => ({
    ...update,
    word: texts.incident[update.status],
  }));
  if (postmortem !== null)
    list.push({
      word: texts.postmortem,
      body: postmortem.body,
      at: postmortem.published_at,
      edited_at: null,
    });
  // The sort is stable: updates of the same time keep their order.
  return list.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** The updates as HTML in the format of Statuspage, which clients parse. */
export function contentOf(entry: FeedEntry, texts: PageTexts): string {
  const time = stamp(texts);
  const list = statements(entry, texts).map(({ word, body, at, edited_at }) => {
    const edited =
      edited_at === null
        ? ""
        : `<br><small>${escapeXml(fill(texts.edited, { time: texts.time(edited_at) }))}</small>`;
    return `<p>${time(at)}<br><strong>${escapeXml(word)}</strong> - ${written(body)}${edited}</p>`;
  });
  if (entry.kind === "incident") return list.join("");
  const { scheduled_for, scheduled_until } = entry;
  const span = fill(texts.span, {
    from: texts.time(scheduled_for),
    until: texts.until(scheduled_for, scheduled_until),
  });
  return `<p><strong>${escapeXml(texts.planned)}</strong> - ${escapeXml(span)}</p>${list.join("")}`;
}

/**
 * A time as `<small>Jun <var data-var='date'>18</var>, <var data-var='time'>18:09</var>
 * UTC</small>`.
 */
function stamp({ language, timeZone }: PageTexts): (at: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return (at) => {
    const parts = format.formatToParts(new Date(at));
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      escapeXml(parts.find((one) => one.type === type)?.value ?? "");
    return (
      `<small>${part("month")} <var data-var='date'>${part("day")}</var>, ` +
      `<var data-var='time'>${part("hour")}:${part("minute")}</var> ${part("timeZoneName")}</small>`
    );
  };
}

/** A user's text as HTML: line breaks stay, URLs become links, everything else is escaped. */
function written(body: string): string {
  const pieces = findLinks(body).map(({ text, href }) =>
    href === undefined ? escapeXml(text) : `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`,
  );
  return pieces.join("").replace(/\r\n?|\n/g, "<br>");
}
