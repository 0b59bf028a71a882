import { createElement, Fragment } from "react";
import { parseMarkdown, toPlainText, writeBlocks, type Writer } from "@/lib/markdown/rules";
import { UserLink, type UserTextProps } from "./plain-text";

export const MarkdownText = ({ text, lang, className = "" }: UserTextProps) => (
  <div lang={lang} className={`me-auto grid max-w-prose gap-2 wrap-anywhere ${className}`}>
    {writeBlocks(parseMarkdown(text), writer).map(withKey)}
  </div>
);

export const MarkdownSummary = ({ text }: { text: string }) =>
  toPlainText({ body: text, format: "markdown" });

const withKey = (node: React.ReactNode, key: number) => <Fragment key={key}>{node}</Fragment>;

const listClass = "grid gap-1 ps-6";

const writer: Writer<React.ReactNode> = {
  text: (text) => text,
  break: () => <br />,
  emphasis: (content) => createElement("em", null, ...content),
  strong: (content) => createElement("strong", { className: "font-semibold" }, ...content),
  code: (text) => (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{text}</code>
  ),
  link: (href, content) => createElement(UserLink, { href }, ...content),
  paragraph: (content, isTight) =>
    createElement(isTight ? "div" : "p", { dir: "auto" }, ...content),
  codeBlock: (text) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll
    <pre tabIndex={0} dir="ltr" className="overflow-x-auto rounded-md bg-sunken px-3 py-2">
      <code className="font-mono text-[0.9em] whitespace-pre">{text}</code>
    </pre>
  ),
  list: (items, start) => {
    const shown = items.map((blocks, index) => (
      <li key={index} className="min-w-0 ps-1">
        <div className="grid min-w-0 gap-1">{blocks.map(withKey)}</div>
      </li>
    ));
    return start === null ? (
      <ul className={`list-disc ${listClass}`}>{shown}</ul>
    ) : (
      <ol start={start} className={`list-decimal ${listClass}`}>
        {shown}
      </ol>
    );
  },
};
