import type { FormattedText } from "@/lib/markdown/values";
import type { NotificationMessage } from "../channel";
import { formatShortTime, getMessageTexts } from "../message-texts";
import { getMarker, indent, isBareLink, type Writer } from "@/lib/markdown/rules";
import { clipText, takeFirstLines, type Format } from "./clip";
import type { Classify } from "./http-outcome";
import { fitMessage, markLines, writeCodeBlock } from "./markdown";

const HEADER_LENGTH = 150;
const SECTION_LENGTH = 3_000;
const COMPONENT_LINES = 20;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain: Format = { character: (character) => entities[character] ?? character };
const mrkdwn: Format = { ...plain, url: (url) => `<${url.replaceAll("&", "&amp;")}>` };

const escape = (text: string) => text.replaceAll(/[&<>]/g, (character) => entities[character]!);
/** Slack has no escapes for its markup. */
const writer: Writer<string> = {
  text: escape,
  break: () => "\n",
  emphasis: markLines("_"),
  strong: markLines("*"),
  code: (text) => (text.includes("`") ? escape(text) : `\`${escape(text)}\``),
  link: (href, _, label) => {
    const url = escape(href).replaceAll("|", "%7C");
    return isBareLink(href, label) ? `<${url}>` : `<${url}|${escape(label)}>`;
  },
  paragraph: (content) => content.join(""),
  codeBlock: (text) => writeCodeBlock(escape(text)),
  list: (items, start) =>
    items.map((item, index) => indent(item.join("\n"), getMarker(start, index, "•"), 4)).join("\n"),
};
const writeMessage = (message: FormattedText) =>
  fitMessage(message, SECTION_LENGTH, writer, mrkdwn);

const GONE = /^(no_service|no_team|no_active_hooks|channel_not_found|channel_is_archived)$/;

const classify: Classify = (outcome, { text }) => {
  if (outcome.ok)
    return /^\s*\{\s*"ok"\s*:\s*false\b/.test(text)
      ? { ...outcome, ok: false, error: "Slack rejected the message." }
      : outcome;
  const isGone = GONE.test(text.trim()) && outcome.statusCode! < 500;
  return isGone ? { ...outcome, isGone: true } : outcome;
};

const createNote = (text: string, link: string) => ({
  text: `${clipText(text, SECTION_LENGTH, plain)}\n<${link}>`,
  unfurl_links: false,
  unfurl_media: false,
});

/** User text can't mention a channel. */
function createBody({ event, organization }: NotificationMessage) {
  const texts = getMessageTexts(event, organization);
  const createSection = (text: string) => ({
    type: "section",
    text: { type: "mrkdwn", text, verbatim: true },
  });
  const createdAt = formatShortTime(event.createdAt.toISOString(), organization.timeZone);
  const top = [
    `*${clipText(texts.status, 100, plain)}*`,
    ...(texts.when === null ? [] : [texts.when]),
    ...(texts.url === undefined ? [] : [clipText(texts.url, 1_000, mrkdwn)]),
  ].join(" · ");
  const text = writeMessage(texts.message);
  const components = clipText(
    takeFirstLines(texts.components, COMPONENT_LINES, texts.phrases)
      .map((line) => `• ${line}`)
      .join("\n"),
    SECTION_LENGTH,
    mrkdwn,
  );
  return {
    text: clipText(texts.subject, SECTION_LENGTH, plain),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: "header",
        text: {
          type: "plain_text",
          text: clipText(texts.headline, HEADER_LENGTH, plain),
          emoji: false,
        },
      },
      createSection(top),
      ...(text === "" ? [] : [createSection(text)]),
      ...(components === "" ? [] : [createSection(components)]),
      {
        type: "context",
        elements: [
          {
            type: "plain_text",
            text: `${clipText(organization.name, 300, plain)} · ${createdAt}`,
            emoji: false,
          },
        ],
      },
    ],
  };
}

export const slack = { body: createBody, note: createNote, classify };
