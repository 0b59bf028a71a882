import { findLinks } from "@/lib/public/page/rules";
import type { FeedEntry } from "@/lib/public/page/schema";
import { fill, type PageTexts } from "@/lib/public/page/page-texts";
import { escapeXml } from "./xml";

type Said = { word: string; body: string; at: string; edited_at: string | null };

/** What was said, newest first, the published postmortem among it. */
export function statements(entry: FeedEntry, texts: PageTexts): Said[] {
  if (entry.kind === "maintenance")
    return entry.maintenance.updates.map((update) => ({
      ...update,
      word: texts.maintenance[update.status],
    }));
  const { updates, postmortem } = entry.incident;
  const said = updates.map((update): Said => ({ ...update, word: texts.incident[update.status] }));
  if (postmortem !== null)
    said.push({
      word: texts.postmortem,
      body: postmortem.body,
      at: postmortem.published_at,
      edited_at: null,
    });
  // Stable: updates of one moment stay in their order.
  return said.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/**
 * What was said of an incident or a maintenance, as HTML in the form that the field's readers take
 * apart.
 */
export function contentOf(entry: FeedEntry, texts: PageTexts): string {
  const time = stamp(texts);
  const said = statements(entry, texts).map(({ word, body, at, edited_at }) => {
    const edited =
      edited_at === null
        ? ""
        : `<br><small>${escapeXml(fill(texts.edited, { time: texts.time(edited_at) }))}</small>`;
    return `<p>${time(at)}<br><strong>${escapeXml(word)}</strong> - ${written(body)}${edited}</p>`;
  });
  if (entry.kind === "incident") return said.join("");
  const { scheduled_for, scheduled_until } = entry.maintenance;
  const span = fill(texts.span, {
    from: texts.time(scheduled_for),
    until: texts.until(scheduled_for, scheduled_until),
  });
  return `<p><strong>${escapeXml(texts.planned)}</strong> - ${escapeXml(span)}</p>${said.join("")}`;
}

/**
 * A moment as `<small>Jun <var data-var='date'>18</var>, <var data-var='time'>18:09</var>
 * UTC</small>`, on the page's clocks.
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

/**
 * What somebody wrote: lines stay lines, addresses become links, and nothing else means anything.
 */
function written(body: string): string {
  const pieces = findLinks(body).map(({ text, href }) =>
    href === undefined ? escapeXml(text) : `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`,
  );
  return pieces.join("").replace(/\r\n?|\n/g, "<br>");
}
