import { parseMarkdown, writeBlocks, type Writer } from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import { compareText, findLinks } from "@/lib/public/page/rules";
import type { FeedEntry } from "@/lib/public/page/schema";
import { fillPhrase, type PageTexts } from "@/lib/public/page/page-texts";
import { escapeXml } from "./xml";

type EntryMessage = FormattedText & { label: string; at: string; edited_at: string | null };

/** Returns an entry's updates and its published postmortem, newest first. */
export function listEntryMessages(entry: FeedEntry, texts: PageTexts): EntryMessage[] {
  if (entry.kind === "maintenance")
    return entry.updates.map((update) => ({
      ...update,
      label: texts.maintenance[update.status],
    }));
  const { updates, postmortem } = entry;
  const list = updates.map((update): EntryMessage => ({
    ...update,
    label: texts.incident[update.status],
  }));
  if (postmortem !== null)
    list.push({
      label: texts.postmortem,
      body: postmortem.body,
      format: postmortem.format,
      at: postmortem.published_at,
      edited_at: null,
    });
  return list.sort((a, b) => compareText(b.at, a.at));
}

/** Renders an entry's updates as HTML in Statuspage's format, because feed clients parse it. */
export function renderEntryContent(entry: FeedEntry, texts: PageTexts): string {
  const time = createTimeFormatter(texts);
  const list = listEntryMessages(entry, texts).map(({ label, at, edited_at, ...message }) => {
    const edited =
      edited_at === null
        ? ""
        : `<br><small>${escapeXml(fillPhrase(texts.edited, { time: texts.time(edited_at) }))}</small>`;
    const { lead, rest } = renderMessage(message);
    return `<p>${time(at)}<br><strong>${escapeXml(label)}</strong> - ${lead}${edited}</p>${rest}`;
  });
  if (entry.kind === "incident") return list.join("");
  const { scheduled_for, scheduled_until } = entry;
  const span = fillPhrase(texts.span, {
    from: texts.time(scheduled_for),
    until: texts.until(scheduled_for, scheduled_until),
  });
  return `<p><strong>${escapeXml(texts.scheduledFor)}</strong> - ${escapeXml(span)}</p>${list.join("")}`;
}

/** Formats times in Statuspage's format: `<small>Jun <var data-var='date'>18</var>, …`. */
function createTimeFormatter({ tag, timeZone }: PageTexts): (at: string) => string {
  const format = new Intl.DateTimeFormat(tag, {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  const mark = (type: Intl.DateTimeFormatPartTypes, value: string) => {
    if (type === "day") return `<var data-var='date'>${value}</var>`;
    if (type === "hour") return `<var data-var='time'>${value}`;
    return type === "minute" ? `${value}</var>` : escapeXml(value);
  };
  return (at) => {
    const parts = format.formatToParts(new Date(at));
    return `<small>${parts.map(({ type, value }) => mark(type, value)).join("")}</small>`;
  };
}

/** Renders the first paragraph (`lead`), which follows the status inline, and the other blocks. */
function renderMessage({ body, format }: FormattedText): { lead: string; rest: string } {
  if (format !== "markdown") return { lead: renderPlainText(body), rest: "" };
  const blocks = parseMarkdown(body);
  const lead = blocks[0]?.type === "paragraph" ? blocks.slice(0, 1) : [];
  const write = (some: typeof blocks) => writeBlocks(some, writer).join("");
  return {
    lead: write(lead.map((block) => ({ ...block, isTight: true }))),
    rest: write(blocks.slice(lead.length)),
  };
}

const wrap = (name: string) => (content: readonly string[]) =>
  `<${name}>${content.join("")}</${name}>`;
const writer: Writer<string> = {
  text: escapeXml,
  break: () => "<br>",
  emphasis: wrap("em"),
  strong: wrap("strong"),
  code: (text) => wrap("code")([escapeXml(text)]),
  link: (href, content) => `<a href="${escapeXml(href)}">${content.join("")}</a>`,
  paragraph: (content, isTight) => (isTight ? content.join("") : wrap("p")(content)),
  codeBlock: (text) => wrap("pre")([wrap("code")([escapeXml(text)])]),
  list: (items, start) => {
    const content = items.map(wrap("li")).join("");
    return start === null ? `<ul>${content}</ul>` : `<ol start="${start}">${content}</ol>`;
  },
};

function renderPlainText(body: string): string {
  const pieces = findLinks(body).map(({ text, href }) =>
    href === undefined ? escapeXml(text) : `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`,
  );
  return pieces.join("").replace(/\r\n?|\n/g, "<br>");
}
