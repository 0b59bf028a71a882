import MarkdownIt from "markdown-it";
import type { FormattedText } from "./values";
import { parseUrl } from "@/lib/parse-url";

export type Inline =
  | { type: "text" | "code"; text: string }
  | { type: "break" }
  | { type: "emphasis" | "strong"; content: Inline[] }
  | { type: "link"; href: string; content: Inline[] };

/** A block of a message. `isTight` marks paragraphs in a list without blank lines between items. */
export type Block =
  | { type: "paragraph"; content: Inline[]; isTight: boolean }
  | { type: "codeBlock"; text: string }
  /** `start` is the first number, or null for a list with bullets. */
  | { type: "list"; start: number | null; items: Block[][] };

/** Lists that are nested deeper are shown as text. */
const MAX_LIST_DEPTH = 8;
/** The parser counts a list and its items as separate levels. */
const MAX_LEVEL = 2 * MAX_LIST_DEPTH;

/**
 * Opening brackets after this many are text, which limits the parsing time of unclosed ones. A
 * bracket that follows an open one counts twice.
 */
const MAX_BRACKETS = 2_000;
type ParserEnv = { brackets: number };
/**
 * If a text has more URLs than this, none of them becomes a link automatically, because each URL is
 * parsed several times.
 */
const MAX_URLS = 500;
const URL_SCHEME = /https?:|mailto:/gi;

const parser = createParser();

function createParser() {
  const markdown = new MarkdownIt({ linkify: true, maxNesting: 100 });
  markdown.disable(["blockquote", "code", "hr", "lheading", "reference", "strikethrough", "table"]);
  // Only URLs with a scheme become links automatically, because "setup.py" looks like a host.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const scheme of ["//", "ftp:"]) markdown.linkify.add(scheme, null);
  markdown.validateLink = isAllowedLink;
  markdown.normalizeLinkText = (text) => text;
  // Shows content at `MAX_LEVEL` and deeper as text. The parser drops content at `maxNesting`.
  markdown.block.ruler.before("list", "deep_text", (state, line, end, isSilent) => {
    if (state.level < MAX_LEVEL || isSilent) return false;
    state.push("paragraph_open", "p", 1);
    const inline = state.push("inline", "", 0);
    inline.content = state.getLines(line, end, state.blkIndent, false).trim();
    inline.children = [];
    state.push("paragraph_close", "p", -1);
    state.line = end;
    return true;
  });
  // Each unclosed bracket requires a scan of the paragraph, so brackets over the limit become text.
  markdown.inline.ruler.before("link", "bracket_limit", (state, isSilent) => {
    if (!/^!?\[/.test(state.src.slice(state.pos, state.pos + 2))) return false;
    const env = state.env as ParserEnv;
    if (++env.brackets <= MAX_BRACKETS) return false;
    if (!isSilent) state.pending += state.src[state.pos];
    state.pos++;
    return true;
  });
  return markdown;
}

/**
 * Allows only web and email links. Rejects usernames, which can look like the host, such as in
 * "https://bank.example@evil.example".
 */
function isAllowedLink(url: string): boolean {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return false;
  const parsed = parseUrl(url);
  return parsed !== null && parsed.username === "" && parsed.password === "";
}

function parseBlocks(source: string): Block[] {
  parser.set({ linkify: (source.match(URL_SCHEME)?.length ?? 0) <= MAX_URLS });
  return readBlocks(parser.parse(source, { brackets: 0 } satisfies ParserEnv).values());
}

/** The maximum length of all cached texts together. Blocks use up to 50 times as much memory. */
const MAX_CACHED_CHARACTERS = 250_000;
/**
 * Parsed messages, least recently used first. In browser bundles, a `Map` is smaller than
 * `lru-cache`.
 */
const parsed = new Map<string, readonly Block[]>();
let cachedCharacters = 0;

/**
 * Parses paragraphs, emphasis, code, links, and lists. A heading becomes a bold paragraph, and an
 * image becomes a link. Other markup becomes text. Results are cached, because each language, feed,
 * and channel parses the same message.
 */
export function parseMarkdown(source: string): readonly Block[] {
  const blocks = parsed.get(source) ?? parseBlocks(source);
  cachedCharacters += parsed.delete(source) ? 0 : source.length;
  parsed.set(source, blocks);
  for (const [oldest] of parsed) {
    if (cachedCharacters <= MAX_CACHED_CHARACTERS) break;
    parsed.delete(oldest);
    cachedCharacters -= oldest.length;
  }
  return blocks;
}

type Token = ReturnType<typeof parser.parse>[number];
type Tokens = Iterator<Token, unknown, undefined>;

function* takeUntilClosed(tokens: Tokens): Generator<Token> {
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    if (next.value.nesting === -1) return;
    yield next.value;
  }
}

function readBlocks(tokens: Tokens): Block[] {
  const blocks: Block[] = [];
  for (const token of takeUntilClosed(tokens)) {
    if (token.tag === "code")
      blocks.push({ type: "codeBlock", text: token.content.replace(/\n$/, "") });
    else if (token.type.endsWith("_list_open")) blocks.push(readList(token, tokens));
    else {
      const [inline] = [...takeUntilClosed(tokens)];
      const content = readInlines((inline?.children ?? []).values(), false);
      const isHeading = token.type === "heading_open";
      const shown: Inline[] = isHeading ? [{ type: "strong", content }] : content;
      if (content.length > 0)
        blocks.push({ type: "paragraph", content: shown, isTight: token.hidden });
    }
  }
  return blocks;
}

function readList(token: Token, tokens: Tokens): Block {
  const items: Block[][] = [];
  for (const _ of takeUntilClosed(tokens)) items.push(readBlocks(tokens));
  const isOrdered = token.type === "ordered_list_open";
  return { type: "list", start: isOrdered ? Number(token.attrGet("start") ?? 1) : null, items };
}

function readInlines(tokens: Tokens, isInLink: boolean): Inline[] {
  const inlines: Inline[] = [];
  const addLink = (url: string | number | null, read: (isInLink: boolean) => Inline[]) => {
    const href = String(url ?? "");
    const content = read(isInLink || href !== "");
    if (href === "" || isInLink) inlines.push(...content);
    else {
      const shown: Inline[] = content.length === 0 ? [{ type: "text", text: href }] : content;
      inlines.push({ type: "link", href, content: shown });
    }
  };
  for (const token of takeUntilClosed(tokens)) {
    if (token.type === "text") {
      if (token.content !== "") inlines.push({ type: "text", text: token.content });
    } else if (token.type === "code_inline") inlines.push({ type: "code", text: token.content });
    else if (token.type === "softbreak" || token.type === "hardbreak")
      inlines.push({ type: "break" });
    else if (token.type === "link_open")
      addLink(token.attrGet("href"), (isIn) => readInlines(tokens, isIn));
    else if (token.type === "image")
      addLink(token.attrGet("src"), (isIn) => readInlines((token.children ?? []).values(), isIn));
    else {
      const type = token.type === "strong_open" ? "strong" : "emphasis";
      inlines.push({ type, content: readInlines(tokens, isInLink) });
    }
  }
  return inlines;
}

/**
 * Callbacks that return the output of each element. `content` is the output of the elements inside.
 */
export type Writer<Output> = {
  text: (text: string) => Output;
  break: () => Output;
  emphasis: (content: Output[]) => Output;
  strong: (content: Output[]) => Output;
  code: (text: string) => Output;
  link: (href: string, content: Output[], label: string) => Output;
  paragraph: (content: Output[], isTight: boolean) => Output;
  codeBlock: (text: string) => Output;
  list: (items: Output[][], start: number | null) => Output;
};

export const writeBlocks = <Output>(blocks: readonly Block[], writer: Writer<Output>): Output[] =>
  blocks.map((block) => {
    if (block.type === "codeBlock") return writer.codeBlock(block.text);
    if (block.type === "paragraph")
      return writer.paragraph(writeInlines(block.content, writer), block.isTight);
    const items = block.items.map((item) => writeBlocks(item, writer));
    return writer.list(items, block.start);
  });

const writeInlines = <Output>(inlines: readonly Inline[], writer: Writer<Output>): Output[] =>
  inlines.map((inline) => {
    if (inline.type === "break") return writer.break();
    if ("text" in inline) return writer[inline.type](inline.text);
    const content = writeInlines(inline.content, writer);
    return inline.type === "link"
      ? writer.link(inline.href, content, getText(inline.content))
      : writer[inline.type](content);
  });

const getText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if (inline.type === "break") return " ";
      return "text" in inline ? inline.text : getText(inline.content);
    })
    .join("");

export const isBareLink = (href: string, label: string): boolean =>
  label === href || `${label}/` === href || `mailto:${label}` === href;

const indent = (text: string, first: string, spaces = first.length): string =>
  first + text.replaceAll("\n", `\n${" ".repeat(spaces)}`);

/** Returns the marker of a list item, such as `- ` or `2. `. */
export const getMarker = (start: number | null, index: number, bullet = "-"): string =>
  start === null ? `${bullet} ` : `${start + index}. `;

export const joinBlocks = (blocks: readonly string[]): string => blocks.join("\n\n");

export const createListWriter =
  (bullet?: string, spaces?: number): Writer<string>["list"] =>
  (items, start) =>
    items
      .map((item, index) => indent(item.join("\n"), getMarker(start, index, bullet), spaces))
      .join("\n");

export const plainWriter: Writer<string> = {
  text: (text) => text,
  break: () => "\n",
  emphasis: (content) => content.join(""),
  strong: (content) => content.join(""),
  code: (text) => text,
  link: (href, content, label) =>
    isBareLink(href, label) ? label : `${content.join("")} (${href})`,
  paragraph: (content) => content.join(""),
  codeBlock: (text) => text,
  list: createListWriter(),
};

/** Returns a message without markup, for previews, calendars, and language models. */
export const toPlainText = ({ body, format }: FormattedText): string =>
  format === "markdown" ? joinBlocks(writeBlocks(parseMarkdown(body), plainWriter)) : body;

/**
 * Truncates blocks to a number of code points, which include line breaks and link URLs but not the
 * ellipsis. A link that does not fit becomes text.
 */
export function truncateBlocks(
  blocks: readonly Block[],
  maxLength: number,
): { blocks: Block[]; isTruncated: boolean } {
  let left = maxLength;
  const cut = (text: string): string => {
    const characters = [...text];
    const shown =
      characters.length <= left ? text : `${characters.slice(0, left).join("").trimEnd()}…`;
    left -= characters.length;
    return shown;
  };
  const cutInlines = (inlines: readonly Inline[]): Inline[] =>
    takeWhileLeft(inlines, (inline) => {
      if (inline.type === "break") return --left < 0 ? { type: "text", text: "…" } : inline;
      if ("text" in inline) return { ...inline, text: cut(inline.text) };
      const content = cutInlines(inline.content);
      if (inline.type !== "link") return { ...inline, content };
      const isCut = left < 0;
      if (!isBareLink(inline.href, getText(inline.content))) left -= inline.href.length;
      const text = getText(content);
      return left < 0 ? { type: "text", text: isCut ? text : `${text}…` } : { ...inline, content };
    });
  /** Counts a block or list item without text as one code point, to limit their number. */
  const takeBlocks = <Part>(parts: readonly Part[], take: (part: Part) => Part): Part[] =>
    takeWhileLeft(parts, (part) => {
      const before = left;
      const taken = take(part);
      if (left === before) left--;
      return taken;
    });
  const cutBlocks = (some: readonly Block[]): Block[] =>
    takeBlocks(some, (block) => {
      if (block.type === "codeBlock") return { ...block, text: cut(block.text) };
      return block.type === "paragraph"
        ? { ...block, content: cutInlines(block.content) }
        : { ...block, items: takeBlocks(block.items, cutBlocks) };
    });
  const takeWhileLeft = <Part>(parts: readonly Part[], take: (part: Part) => Part): Part[] => {
    const taken: Part[] = [];
    for (const part of parts) {
      if (left < 0) break;
      taken.push(take(part));
    }
    return taken;
  };
  const shown = cutBlocks(blocks);
  return { blocks: shown, isTruncated: left < 0 };
}
