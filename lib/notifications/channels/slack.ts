import type { NotificationMessage, Send } from "../channel";
import { formatTime, messageWordsOf } from "../words";
import { clip, firstLines, type Format } from "./clip";
import { deliverChatMessage } from "./http-outcome";

const HEADER_LENGTH = 150;
const SECTION_LENGTH = 3_000;
const COMPONENT_LINES = 20;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain: Format = { character: (character) => entities[character] ?? character };
const mrkdwn: Format = { ...plain, url: (url) => `<${url.replaceAll("&", "&amp;")}>` };

/** Slack's responses for deleted webhooks and channels. */
const GONE = /^(no_service|no_team|no_active_hooks|channel_not_found|channel_is_archived)$/;

/** Sends an event to a Slack incoming webhook. */
export const sendToSlack: Send = (message, signal) =>
  deliverChatMessage(message, slackBody(message), signal, (outcome, { text }) => {
    if (outcome.ok)
      return /^\s*\{\s*"ok"\s*:\s*false\b/.test(text)
        ? { ...outcome, ok: false, error: "Slack rejected the message." }
        : outcome;
    const isGone = GONE.test(text.trim()) && outcome.statusCode! < 500;
    return isGone ? { ...outcome, gone: true } : outcome;
  });

/** A plain text and a link. */
export const slackNote = (text: string, link: string) => ({
  text: `${clip(text, SECTION_LENGTH, plain)}\n<${link}>`,
  unfurl_links: false,
  unfurl_media: false,
});

/** Blocks, and the text of the notification. User text can't mention a channel or hide a link. */
export function slackBody({ event, organization }: NotificationMessage) {
  const words = messageWordsOf(event, organization);
  // In a verbatim object, Slack doesn't turn "@here" into a mention.
  const section = (text: string) => ({
    type: "section",
    text: { type: "mrkdwn", text, verbatim: true },
  });
  const { url } = event.payload.incident;
  const createdAt = formatTime(event.createdAt.toISOString(), organization.timeZone);
  const top = [
    `*${clip(words.status, 100, plain)}*`,
    ...(words.when === null ? [] : [words.when]),
    ...(url === undefined ? [] : [clip(url, 1_000, mrkdwn)]),
  ].join(" · ");
  const body = clip(words.body, SECTION_LENGTH, mrkdwn);
  const components = clip(
    firstLines(words.components, COMPONENT_LINES)
      .map((line) => `• ${line}`)
      .join("\n"),
    SECTION_LENGTH,
    mrkdwn,
  );
  return {
    text: clip(words.subject, SECTION_LENGTH, plain),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: "header",
        text: {
          type: "plain_text",
          text: clip(words.headline, HEADER_LENGTH, plain),
          emoji: false,
        },
      },
      section(top),
      ...(body === "" ? [] : [section(body)]),
      ...(components === "" ? [] : [section(components)]),
      {
        type: "context",
        elements: [
          {
            type: "plain_text",
            text: `${clip(organization.name, 300, plain)} · ${createdAt}`,
            emoji: false,
          },
        ],
      },
    ],
  };
}
