import type { NotificationMessage } from "../channel";
import { formatOrigin, getMessageTexts } from "../message-texts";
import { createListWriter, isBareLink } from "@/lib/markdown/rules";
import { clipText, escapeText, type ClipFormat, writeComponents } from "./clip";
import type { ResponseRules } from "./http-outcome";
import { createMarkWriter, fitMessage } from "./markdown";

const HEADER_LENGTH = 150;
const SECTION_LENGTH = 3_000;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain: ClipFormat = { character: (character) => entities[character] ?? character };
const mrkdwn: ClipFormat = { ...plain, url: (url) => `<${url.replaceAll("&", "&amp;")}>` };

/** Renders Markdown as Slack's markup, which has no escapes for its own marks. */
const writer = createMarkWriter({
  ...{ emphasis: "_", strong: "*", format: plain, codeFormat: plain },
  list: createListWriter("•", 4),
  link: (href, _, label) => {
    const url = escapeText(href, plain).replaceAll("|", "%7C");
    return isBareLink(href, label) ? `<${url}>` : `<${url}|${escapeText(label, plain)}>`;
  },
});

const GONE = /^(no_service|no_team|no_active_hooks|channel_not_found|channel_is_archived)$/;

const rules: ResponseRules = {
  findError: (text) =>
    /^\s*\{\s*"ok"\s*:\s*false\b/.test(text) ? "Slack rejected the message." : null,
  isGone: ({ statusCode, text }) => statusCode < 500 && GONE.test(text.trim()),
};

const unfurl = { unfurl_links: false, unfurl_media: false };

const createNote = (text: string, link: string) => ({
  text: `${clipText(text, SECTION_LENGTH, plain)}\n<${link}>`,
  ...unfurl,
});

const createPlainText = (text: string) => ({ type: "plain_text", text, emoji: false });
const createSection = (text: string) =>
  text === "" ? [] : [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }];

/** Builds a message in which user text is escaped so that it can't mention a channel. */
function createBody({ event, organization }: NotificationMessage) {
  const texts = getMessageTexts(event, organization);
  const top = [
    `*${clipText(texts.status, 100, plain)}*`,
    ...(texts.when === null ? [] : [texts.when]),
    ...(texts.url === undefined ? [] : [clipText(texts.url, 1_000, mrkdwn)]),
  ].join(" · ");
  const name = clipText(organization.name, 300, plain);
  return {
    text: clipText(texts.subject, SECTION_LENGTH, plain),
    ...unfurl,
    blocks: [
      { type: "header", text: createPlainText(clipText(texts.headline, HEADER_LENGTH, plain)) },
      ...createSection(top),
      ...createSection(fitMessage(texts.message, SECTION_LENGTH, writer, mrkdwn)),
      ...createSection(writeComponents(texts, SECTION_LENGTH, mrkdwn, "• ")),
      {
        type: "context",
        elements: [createPlainText(formatOrigin(event, { ...organization, name }))],
      },
    ],
  };
}

export const slack = { body: createBody, note: createNote, ...rules };
