import type { NotificationMessage, Send } from "../channel";
import { type Tone, messageWordsOf } from "../words";
import { clip, firstLines, type Format } from "./clip";
import { deliver } from "./http-outcome";

// Together they stay below the 6,000 characters of all of an embed's texts.
const TITLE_LENGTH = 256;
const DESCRIPTION_LENGTH = 4_096;
const FIELD_LENGTH = 1_024;
const FOOTER_LENGTH = 256;
const COMPONENT_LINES = 20;
/** With a link, below the 2,000 characters of a message. */
const NOTE_LENGTH = 1_500;

const colours: Record<Tone, number> = {
  none: 0x6b7280,
  minor: 0xeab308,
  major: 0xf97316,
  critical: 0xdc2626,
  maintenance: 0x2563eb,
  resolved: 0x16a34a,
};

/** Every mark of Discord's Markdown, mentions and timestamps included. */
const markdown: Format = {
  character: (character) => (/[\\*_~`|>#\-[\]()<]/.test(character) ? `\\${character}` : character),
  // Inside the brackets nothing is Markdown, and the address ends where it ends.
  url: (url) => `<${url}>`,
};
const plain: Format = { character: (character) => character };

/** Discord's codes for a webhook that is no more: unknown webhook, invalid webhook token. */
const GONE = /"code"\s*:\s*(10015|50027)\b/;

/** Sends an event to a Discord webhook. */
export const sendToDiscord: Send = async (message, signal) => {
  const call = {
    body: JSON.stringify(discordBody(message)),
    signal,
    isSelfService: message.subscriber.isSelfService,
  };
  return deliver(message.subscriber.address, call, message.now, (outcome, { text }) =>
    (outcome.statusCode === 404 || outcome.statusCode === 401) && GONE.test(text)
      ? { ...outcome, gone: true }
      : outcome,
  );
};

/** A plain text and a link. */
export const discordNote = (text: string, link: string) => ({
  content: `${clip(text, NOTE_LENGTH, markdown)}\n<${link}>`,
  allowed_mentions: { parse: [] },
});

/** One embed, its colour by impact; nobody is mentioned. */
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
        color: colours[words.tone],
        ...(components !== "" && { fields: [{ name: "Components", value: components }] }),
        footer: { text: clip(organization.name, FOOTER_LENGTH, plain) },
        timestamp: event.createdAt.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
