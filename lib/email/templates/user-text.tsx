import { createElement, Fragment, type ReactNode } from "react";
import {
  type Block,
  parseMarkdown,
  truncateBlocks,
  writeBlocks,
  type Writer,
} from "@/lib/markdown/rules";
import type { FormattedText } from "@/lib/markdown/values";
import { truncate } from "../headers";
import { colors, textStyle } from "./email-theme";

type ShortText = { content: string | Block[]; isTruncated: boolean };

/** Truncates a message to at most `maxLength` code points. */
export function shortenText({ body, format }: FormattedText, maxLength: number): ShortText {
  if (format === "markdown") {
    const { blocks, isTruncated } = truncateBlocks(parseMarkdown(body), maxLength);
    return { content: blocks, isTruncated };
  }
  const content = truncate(body, maxLength);
  return { content, isTruncated: content !== body };
}

type UserTextProps = {
  content: ShortText["content"];
  lang: string | undefined;
  isQuiet?: boolean;
};

export function UserText({ content, lang, isQuiet = false }: UserTextProps) {
  return (
    <div
      lang={lang}
      className={isQuiet ? "quiet" : "text"}
      style={{
        ...textStyle,
        ...(isQuiet && { color: colors.quiet, fontSize: "14px", lineHeight: "21px" }),
      }}
    >
      {typeof content === "string"
        ? writePlain(content)
        : createElement(Fragment, null, ...writeBlocks(content, writer))}
    </div>
  );
}

const writePlain = (text: string) =>
  text
    .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, index) => (
      <p key={index} dir="auto" style={{ margin: "0 0 12px" }}>
        {paragraph.split(/\r\n?|\n/).map((line, number) => (
          <Fragment key={number}>
            {number > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </p>
    ));

const code = { fontFamily: "ui-monospace, Menlo, Consolas, monospace", fontSize: "0.9em" } as const;

const writer: Writer<ReactNode> = {
  text: (text) => text,
  break: () => <br />,
  emphasis: (content) => createElement("em", null, ...content),
  strong: (content) => createElement("strong", null, ...content),
  code: (text) => (
    <code className="sunken" style={{ ...code, backgroundColor: colors.sunken, borderRadius: 4 }}>
      {text}
    </code>
  ),
  link: (href, content) =>
    createElement(
      "a",
      { href, rel: "nofollow noopener", className: "link", style: { color: colors.accent } },
      ...content,
    ),
  paragraph: (content, isTight) =>
    isTight
      ? createElement(Fragment, null, ...content)
      : createElement("p", { dir: "auto", style: { margin: "0 0 12px" } }, ...content),
  codeBlock: (text) => (
    <pre
      className="sunken"
      dir="ltr"
      style={{
        ...code,
        backgroundColor: colors.sunken,
        borderRadius: 6,
        margin: "0 0 12px",
        padding: "10px 12px",
        whiteSpace: "pre-wrap",
      }}
    >
      {text}
    </pre>
  ),
  list: (items, start) =>
    createElement(
      start === null ? "ul" : "ol",
      { style: { margin: "0 0 12px", paddingLeft: 24 }, ...(start !== null && { start }) },
      ...items.map((blocks) => createElement("li", { dir: "auto" }, ...blocks)),
    ),
};
