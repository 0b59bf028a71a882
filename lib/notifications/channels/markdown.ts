import {
  type Block,
  getMarker,
  indent,
  joinBlocks,
  parseMarkdown,
  truncateBlocks,
  writeBlocks,
  type Writer,
} from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import { clipText, type Format } from "./clip";

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

type Marks = {
  emphasis: string;
  strong: string;
  bullet?: string;
  escape: (text: string) => string;
  escapeCode: (text: string) => string;
  link: Writer<string>["link"];
};

/** For apps with marks in plain text. Code can't end its block. */
export const createMarkWriter = ({
  escape,
  escapeCode,
  bullet,
  ...marks
}: Marks): Writer<string> => ({
  text: escape,
  break: () => "\n",
  emphasis: markLines(marks.emphasis),
  strong: markLines(marks.strong),
  code: (text) => (text.includes("`") ? escape(text) : `\`${escapeCode(text)}\``),
  link: marks.link,
  paragraph: (content) => content.join(""),
  codeBlock: (text) => `\`\`\`\n${escapeCode(text).replaceAll("```", "`\u200b``")}\n\`\`\``,
  list: (items, start) =>
    items
      .map((item, index) =>
        indent(
          item.join("\n"),
          getMarker(start, index, bullet),
          bullet === undefined ? undefined : 4,
        ),
      )
      .join("\n"),
});

/** Truncates a message to `limit` with the writer, or with the format if it is plain text. */
export const fitMessage = (
  { body, format }: FormattedText,
  limit: number,
  writer: Writer<string>,
  plainFormat: Format,
): string =>
  format === "markdown"
    ? fitMarkdown(
        body,
        limit,
        (blocks) => joinBlocks(writeBlocks(blocks, writer)),
        ({ length }) => length,
      )
    : clipText(body, limit, plainFormat);

/** Repeats marks on each line, because chat apps don't continue them. */
const markLines =
  (mark: string) =>
  (content: readonly string[]): string =>
    content
      .join("")
      .split("\n")
      .map((line) => (line.trim() === "" ? line : line.replace(line.trim(), `${mark}$&${mark}`)))
      .join("\n");
