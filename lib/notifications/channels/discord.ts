import type { Tone } from "@/lib/email/templates/email-theme";
import { isBareLink } from "@/lib/markdown/rules";
import type { NotificationMessage } from "../channel";
import { getMessageTexts } from "../message-texts";
import { clipText, escapeText, type ClipFormat, writeComponents } from "./clip";
import type { ResponseRules } from "./http-outcome";
import { createMarkWriter, fitMessage } from "./markdown";

// The sum of these lengths is below 6,000 characters, Discord's limit for an embed.
const TITLE_LENGTH = 256;
const DESCRIPTION_LENGTH = 4_096;
const FIELD_LENGTH = 1_024;
const FOOTER_LENGTH = 256;
/** The text of a confirmation leaves space for its link in Discord's limit of 2,000 characters. */
const NOTE_LENGTH = 1_500;

const colors: Record<Tone, number> = {
  none: 0x6b7280,
  minor: 0xeab308,
  major: 0xf97316,
  critical: 0xdc2626,
  maintenance: 0x2563eb,
  resolved: 0x16a34a,
};

const markdown: ClipFormat = {
  character: (character) => (/[\\*_~`|>#\-[\]()<]/.test(character) ? `\\${character}` : character),
  // Angle brackets prevent Discord from formatting characters of the URL as Markdown.
  url: (url) => `<${url}>`,
};

const escape = (text: string) => escapeText(text, markdown);
const writer = createMarkWriter({
  ...{ emphasis: "*", strong: "**", format: markdown },
  link: (href, content, label) => {
    const isBare = isBareLink(href, label);
    if (href.startsWith("mailto:"))
      return isBare ? escape(label) : `${content.join("")} (${escape(href)})`;
    const url = href.replaceAll("(", "%28").replaceAll(")", "%29");
    return isBare ? `<${url}>` : `[${content.join("")}](${url})`;
  },
});

const GONE = /"code"\s*:\s*(10015|50027)\b/;

const isGone: ResponseRules["isGone"] = ({ statusCode, text }) =>
  (statusCode === 404 || statusCode === 401) && GONE.test(text);

const createNote = (text: string, link: string) => ({
  content: `${clipText(text, NOTE_LENGTH, markdown)}\n<${link}>`,
  allowed_mentions: { parse: [] },
});

function createBody({ event, organization }: NotificationMessage) {
  const texts = getMessageTexts(event, organization);
  const head = `**${clipText(texts.status, 100, markdown)}**${texts.when === null ? "" : ` · ${texts.when}`}`;
  const components = writeComponents(texts, FIELD_LENGTH, markdown);
  const limit = DESCRIPTION_LENGTH - head.length - 1;
  return {
    embeds: [
      {
        title: clipText(texts.headline, TITLE_LENGTH, { character: markdown.character }),
        ...(texts.url !== undefined && { url: texts.url }),
        description:
          texts.message.body === ""
            ? head
            : `${head}\n${fitMessage(texts.message, limit, writer, markdown)}`,
        color: colors[texts.tone],
        ...(components !== "" && {
          fields: [{ name: texts.phrases.components, value: components }],
        }),
        footer: { text: clipText(organization.name, FOOTER_LENGTH) },
        timestamp: event.createdAt.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

export const discord = { body: createBody, note: createNote, isGone };
