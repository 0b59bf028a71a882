import type { NotificationMessage, Send } from "../channel";
import { formatTime, type Tone, messageWordsOf } from "../words";
import { clip, firstLines, type Format } from "./clip";
import { deliverChatMessage } from "./http-outcome";

/** Teams accepts 28 KB. */
const BODY_BYTES = 10_000;
const COMPONENTS_BYTES = 3_000;
const LINE_BYTES = 1_000;
const COMPONENT_LINES = 20;
const BODY_LINES = 40;

const colors: Record<Tone, string> = {
  none: "Default",
  minor: "Warning",
  major: "Warning",
  critical: "Attention",
  maintenance: "Accent",
  resolved: "Good",
};

/** Unchanged text, measured in bytes of JSON. */
const plain: Format = {
  character: (character) => character,
  measure: (piece) => Buffer.byteLength(JSON.stringify(piece)) - 2,
};

/** Sends an event to a Teams webhook, of a workflow or of the older connectors. */
export const sendToTeams: Send = (message, signal) =>
  deliverChatMessage(message, teamsBody(message), signal, (outcome, { text }) => {
    // The older connectors respond with 200 and the failure in the text.
    const failure = outcome.ok ? /endpoint returned HTTP error (\d{3})/.exec(text) : null;
    return failure === null
      ? outcome
      : { ...outcome, ok: false, error: `Teams rejected the message (${failure[1]}).` };
  });

const line = (text: string, limit: number, style: object = {}, block: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text: clip(text, limit, plain), ...style }],
  ...block,
});

const cardMessage = (summary: string, body: ReturnType<typeof line>[], url?: string) => ({
  type: "message",
  summary,
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body,
        ...(url !== undefined && { actions: [{ type: "Action.OpenUrl", title: "Open", url }] }),
      },
    },
  ],
});

/** A plain text and a link. */
export const teamsNote = (text: string, link: string) =>
  cardMessage(clip(text, LINE_BYTES, plain), [line(text, BODY_BYTES)], link);

/** An Adaptive Card. Its text runs have no Markdown, so user text can't contain links. */
export function teamsBody({ event, organization }: NotificationMessage) {
  const words = messageWordsOf(event, organization);
  const paragraphs = firstLines(
    clip(words.body, BODY_BYTES, plain)
      .split(/\r\n|\r|\n/)
      .filter((text) => text.trim() !== ""),
    BODY_LINES,
  );
  const components = clip(
    firstLines(words.components, COMPONENT_LINES).join("\n"),
    COMPONENTS_BYTES,
    plain,
  ).split("\n");
  const { url } = event.payload.incident;
  return cardMessage(
    words.subject,
    [
      line(words.headline, LINE_BYTES, {
        weight: "Bolder",
        size: "Large",
        color: colors[words.tone],
      }),
      line(words.when === null ? words.status : `${words.status} · ${words.when}`, LINE_BYTES, {
        weight: "Bolder",
      }),
      ...paragraphs.map((text) => line(text, BODY_BYTES)),
      ...components
        .filter(Boolean)
        .map((text, index) => line(text, LINE_BYTES, {}, { separator: index === 0 })),
      line(
        `${organization.name} · ${formatTime(event.createdAt.toISOString(), organization.timeZone)}`,
        LINE_BYTES,
        { isSubtle: true, size: "Small" },
        { separator: true },
      ),
    ],
    url,
  );
}
