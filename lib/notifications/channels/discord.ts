import type { NotificationMessage, Send } from "../channel";
import { type Tone, messageWordsOf } from "../words";
import { clip, firstLines, type Format } from "./clip";
import { deliverChatMessage } from "./http-outcome";

// Together they stay below the 6,000 characters of all of an embed's texts.
const TITLE_LENGTH = 256;
const DESCRIPTION_LENGTH = 4_096;
const FIELD_LENGTH = 1_024;
const FOOTER_LENGTH = 256;
const COMPONENT_LINES = 20;
/** With a link, below the 2,000 characters of a message. */
const NOTE_LENGTH = 1_500;

const colors: Record<Tone, number> = {
  none: 0x6b7280,
  minor: 0xeab308,
  major: 0xf97316,
  critical: 0xdc2626,
  maintenance: 0x2563eb,
  resolved: 0x16a34a,
};

/** Escapes Discord's Markdown, mentions and timestamps. */
const markdown: Format = {
  character: (character) => (/[\\*_~`|>#\-[\]()<]/.test(character) ? `\\${character}` : character),
  // Inside angle brackets nothing is Markdown.
  url: (url) => `<${url}>`,
};
const plain: Format = { character: (character) => character };

/** Discord's codes of deleted webhooks: unknown webhook, invalid webhook token. */
const GONE = /"code"\s*:\s*(10015|50027)\b/;

/** Sends an event to a Discord webhook. */
export const sendToDiscord: Send = (message, signal) =>
  deliverChatMessage(message, discordBody(message), signal, (outcome, { text }) =>
    (outcome.statusCode === 404 || outcome.statusCode === 401) && GONE.test(text)
      ? { ...outcome, gone: true }
      : outcome,
  );

/** A plain text and a link. */
export const discordNote = (text: string, link: string) => ({
  content: `${clip(text, NOTE_LENGTH, markdown)}\n<${link}>`,
  allowed_mentions: { parse: [] },
});

/** One embed, its color by impact, without mentions. */
export function discordBody({ event, organization }: NotificationMessage) {
  const words = messageWordsOf(event, organization);
  const head = `**${clip(words.status, 100, markdown)}**${words.when === null ? "" : ` · ${words.when}`}`;
  const components = clip(
    firstLines(words.components, COMPONENT_LINES).join("\n"),
    FIELD_LENGTH,
    markdown,
  );
  return {
    embeds: [
      {
        title: clip(words.headline, TITLE_LENGTH, { character: markdown.character }),
        ...(event.payload.incident.url !== undefined && { url: event.payload.incident.url }),
        description:
          words.body === ""
            ? head
            : `${head}\n${clip(words.body, DESCRIPTION_LENGTH - head.length - 1, markdown)}`,
        color: colors[words.tone],
        ...(components !== "" && { fields: [{ name: "Components", value: components }] }),
        footer: { text: clip(organization.name, FOOTER_LENGTH, plain) },
        timestamp: event.createdAt.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
