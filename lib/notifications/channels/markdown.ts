import {
  type Block,
  joinBlocks,
  parseMarkdown,
  plainWriter,
  truncateBlocks,
  writeBlocks,
  type Writer,
} from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import { clipText, escapeText, type ClipFormat } from "./clip";

export function fitMarkdown<Written>(
  source: string,
  limit: number,
  write: (blocks: Block[]) => Written,
  measure: (written: Written) => number,
): Written {
  const blocks = parseMarkdown(source.toWellFormed());
  let most = limit;
  for (;;) {
    const written = write(truncateBlocks(blocks, most).blocks);
    const size = measure(written);
    if (size <= limit || most === 0) return written;
    most = Math.floor(most * Math.min(0.9, limit / size));
  }
}

type Marks = Pick<Writer<string>, "link"> &
  Partial<Pick<Writer<string>, "list">> & {
    emphasis: string;
    strong: string;
    format: ClipFormat;
    codeFormat?: ClipFormat;
  };

/**
 * Returns a writer for chat apps that format text with marks such as `*`. Backticks in code can't
 * end the code block.
 */
export function createMarkWriter(marks: Marks): Writer<string> {
  const { emphasis, strong, format, codeFormat = {}, ...writer } = marks;
  const escapeCode = (text: string) => escapeText(text, codeFormat);
  return {
    ...plainWriter,
    text: (text) => escapeText(text, format),
    emphasis: markLines(emphasis),
    strong: markLines(strong),
    code: (text) => (text.includes("`") ? escapeText(text, format) : `\`${escapeCode(text)}\``),
    codeBlock: (text) => `\`\`\`\n${escapeCode(text).replaceAll("```", "`\u200b``")}\n\`\`\``,
    ...writer,
  };
}

/** Repeats the marks on each line, because Slack ends formatting at the end of a line. */
const markLines =
  (mark: string) =>
  (content: readonly string[]): string =>
    content
      .join("")
      .split("\n")
      .map((line) => (line.trim() === "" ? line : line.replace(line.trim(), `${mark}$&${mark}`)))
      .join("\n");

/**
 * Renders a message of at most `limit` characters: Markdown with the writer, and plain text with
 * `plainFormat`.
 */
export const fitMessage = (
  { body, format }: FormattedText,
  limit: number,
  writer: Writer<string>,
  plainFormat: ClipFormat,
): string =>
  format === "markdown"
    ? fitMarkdown(
        body,
        limit,
        (blocks) => joinBlocks(writeBlocks(blocks, writer)),
        ({ length }) => length,
      )
    : clipText(body, limit, plainFormat);
