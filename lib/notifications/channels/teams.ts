import type { EmailTexts } from "@/lib/email/email-texts";
import type { Tone } from "@/lib/email/templates/email-theme";
import { getMarker, writeBlocks, type Writer } from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import type { NotificationMessage } from "../channel";
import { formatOrigin, getMessageTexts } from "../message-texts";
import { clipText, type ClipFormat, takeFirstLines, writeComponents } from "./clip";
import { fitMarkdown } from "./markdown";

const BODY_BYTES = 10_000;
const COMPONENTS_BYTES = 3_000;
const LINE_BYTES = 1_000;
const BODY_LINES = 40;

const colors: Record<Tone, string> = {
  none: "Default",
  minor: "Warning",
  major: "Warning",
  critical: "Attention",
  maintenance: "Accent",
  resolved: "Good",
};

const plain: ClipFormat = { measure: (piece) => Buffer.byteLength(JSON.stringify(piece)) - 2 };

/** Detects failures of older connectors, which respond with 200 and the text of an error. */
function findError(text: string): string | null {
  const failure = /endpoint returned HTTP error (\d{3})/.exec(text);
  return failure && `Teams rejected the message (${failure[1]}).`;
}

type Run = { type: "TextRun"; text: string };
const createRun = (text: string, style: object = {}): Run => ({ type: "TextRun", text, ...style });
const createLine = (text: string, limit: number, style: object = {}, block: object = {}) => ({
  type: "RichTextBlock",
  inlines: [createRun(clipText(text, limit, plain), style)],
  ...block,
});
type Line = ReturnType<typeof createLine>;

const NEWLINE = createRun("\n");
const applyStyle = (added: object) => (content: Run[][]) =>
  content.flat().map((one) => (one === NEWLINE ? one : { ...one, ...added }));
const mono = { fontType: "Monospace" };
const INDENT = createRun("\u2003");

const writer: Writer<Run[]> = {
  text: (text) => [createRun(text)],
  break: () => [NEWLINE],
  emphasis: applyStyle({ italic: true }),
  strong: applyStyle({ weight: "Bolder" }),
  code: (text) => [createRun(text, mono)],
  link: (url, content) => applyStyle({ selectAction: { type: "Action.OpenUrl", url } })(content),
  paragraph: (content) => [...content.flat(), NEWLINE],
  codeBlock: (text) => text.split("\n").flatMap((part) => [createRun(part, mono), NEWLINE]),
  list: (items, start) =>
    items.flatMap((item, index) => {
      const content = item.flat();
      return [
        createRun(getMarker(start, index, "•")),
        ...content.flatMap((one, place) =>
          one === NEWLINE && place < content.length - 1 ? [one, INDENT] : [one],
        ),
      ];
    }),
};

function toLines(runs: readonly Run[]): Line[] {
  const lines: Run[][] = [[]];
  for (const one of runs) {
    if (one === NEWLINE) lines.push([]);
    else lines.at(-1)!.push(one);
  }
  return lines
    .filter((inlines) => inlines.some(({ text }) => text.trim() !== ""))
    .map((inlines) => ({ type: "RichTextBlock", inlines }));
}

function writeMessage({ body, format }: FormattedText, texts: EmailTexts): Line[] {
  const lines =
    format === "markdown"
      ? fitMarkdown(
          body,
          BODY_BYTES,
          (blocks) => toLines(writeBlocks(blocks, writer).flat()),
          (written) => Buffer.byteLength(JSON.stringify(written)),
        )
      : clipText(body, BODY_BYTES, plain)
          .split(/\r\n|\r|\n/)
          .filter((text) => text.trim() !== "")
          .map((text) => createLine(text, BODY_BYTES));
  return takeFirstLines(lines, BODY_LINES, texts, (more) => createLine(more, LINE_BYTES));
}

const createCardMessage = (texts: EmailTexts, summary: string, body: Line[], url?: string) => ({
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
        ...(url !== undefined && { actions: [{ type: "Action.OpenUrl", title: texts.open, url }] }),
      },
    },
  ],
});

const createNote = (text: string, link: string, texts: EmailTexts) =>
  createCardMessage(texts, clipText(text, LINE_BYTES, plain), [createLine(text, BODY_BYTES)], link);

function createBody({ event, organization }: NotificationMessage) {
  const texts = getMessageTexts(event, organization);
  const components = writeComponents(texts, COMPONENTS_BYTES, plain).split("\n");
  const status = texts.when === null ? texts.status : `${texts.status} · ${texts.when}`;
  const weight = "Bolder";
  return createCardMessage(
    texts.phrases,
    texts.subject,
    [
      createLine(texts.headline, LINE_BYTES, { weight, size: "Large", color: colors[texts.tone] }),
      createLine(status, LINE_BYTES, { weight }),
      ...writeMessage(texts.message, texts.phrases),
      ...components
        .filter(Boolean)
        .map((text, index) => createLine(text, LINE_BYTES, {}, { separator: index === 0 })),
      createLine(
        formatOrigin(event, organization),
        LINE_BYTES,
        { isSubtle: true, size: "Small" },
        { separator: true },
      ),
    ],
    texts.url,
  );
}

export const teams = { body: createBody, note: createNote, findError };
