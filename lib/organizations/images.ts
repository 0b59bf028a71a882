/** What an organization's logo may be. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml"] as const;
export type ImageType = (typeof imageTypes)[number];

/** What the first bytes of each kind are; null stands for any byte. */
const signatures: [ImageType, (number | null)[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
];

/** What kind of image the bytes are, by themselves, or in a sentence why they are none that is taken. */
export function judgeImage(bytes: Uint8Array): { mediaType: ImageType } | { refusal: string } {
  const found = signatures.find(([, signature]) => signature.every((byte, index) => byte === null || bytes[index] === byte));
  if (found !== undefined) return { mediaType: found[0] };
  const text = textOf(bytes);
  if (text === null || !/^\s*</.test(text)) return { refusal: "The body is no PNG, JPEG, WebP, GIF or SVG image." };
  const fault = faultOf(text);
  return fault === null ? { mediaType: "image/svg+xml" } : { refusal: `The SVG ${fault}.` };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Elements that run, that load, or that show what is no drawing. By their local names, for a prefix changes nothing. */
const FORBIDDEN_ELEMENTS = new Set(["script", "handler", "listener", "foreignobject", "iframe", "object", "embed", "audio", "video", "link", "meta", "base"]);
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml";

const NAME = "[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]*(?::[\\p{L}_][\\p{L}\\p{M}\\p{N}._-]*)?";
const ATTRIBUTE = `\\s+(${NAME})\\s*=\\s*("[^"<]*"|'[^'<]*')`;
/** The pieces of which an XML text is made, one after the other: what is none of them is no XML, to a browser either. */
const PIECE = new RegExp(
  [
    "(?<text>[^<]+)",
    "<!--(?:(?!--)[^])*-->",
    "<!\\[CDATA\\[(?<data>[^]*?)\\]\\]>",
    "<\\?(?<instruction>[^]*?)\\?>",
    // One with rules of its own could give names to anything.
    "<!DOCTYPE\\s[^[\\]<>]*>",
    `</(?<closed>${NAME})\\s*>`,
    `<(?<opened>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<alone>/?)>`,
  ].join("|"),
  "uy",
);
const NOT_XML = "is not well-formed";

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

/**
 * What keeps an SVG from being shown to strangers, to stand behind "The SVG": that it is not well-formed, that something in
 * it could run, or that it refers to something outside of itself. Null when nothing does.
 */
function faultOf(svg: string): string | null {
  // A style may be in several pieces, with comments between them, and is read as one.
  const open: { name: string; css: string }[] = [];
  let hasRoot = false;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < svg.length) {
    const piece = PIECE.exec(svg)?.groups;
    if (piece === undefined) return NOT_XML;
    const { text, data, instruction, opened, closed, attributes = "", alone } = piece;
    const words = text === undefined ? data : decode(text);
    const inside = open.at(-1);
    if (words !== undefined) {
      if (inside !== undefined) inside.css += localName(inside.name) === "style" ? words : "";
      else if (words.trim() !== "") return NOT_XML;
    }
    const fault = (instruction !== undefined && faultOfInstruction(instruction)) || (opened !== undefined && faultOfElement(opened, attributes, !hasRoot));
    if (typeof fault === "string") return fault;
    if (opened !== undefined) {
      if (inside === undefined && hasRoot) return NOT_XML;
      hasRoot = true;
      if (alone === "") open.push({ name: opened, css: "" });
    }
    if (closed !== undefined) {
      const ended = open.pop();
      if (ended?.name !== closed) return NOT_XML;
      const wrong = faultOfStyle(ended.css);
      if (wrong !== null) return wrong;
    }
  }
  return hasRoot && open.length === 0 ? null : NOT_XML;
}

function faultOfInstruction(instruction: string): string | null {
  if (!/^xml\s/.test(instruction)) return "must not have a processing instruction";
  // In another encoding a browser would read other characters than those that are judged here.
  const encoding = /\bencoding\s*=\s*["']([^"']*)["']/.exec(instruction)?.[1] ?? "utf-8";
  return /^(?:utf-8|us-ascii|ascii)$/i.test(encoding) ? null : "must be in UTF-8";
}

function faultOfElement(name: string, text: string, isRoot: boolean): string | null {
  const element = localName(name);
  if (isRoot && element !== "svg") return "must have the root svg";
  if (FORBIDDEN_ELEMENTS.has(element)) return `must not have the element ${element}`;
  const attributes = [...text.matchAll(new RegExp(ATTRIBUTE, "gu"))].map(([, full = "", quoted = ""]) => ({ full, key: localName(full), value: decode(quoted.slice(1, -1)) }));
  if (new Set(attributes.map(({ full }) => full)).size < attributes.length) return NOT_XML;
  if (isRoot && !attributes.some(({ full, value }) => full.startsWith("xmlns") && value === SVG_NAMESPACE)) return `must have xmlns="${SVG_NAMESPACE}"`;
  for (const { full, key, value } of attributes) {
    const plain = value.replace(/[\s\p{Cc}]+/gu, "");
    if (key.startsWith("on")) return `must not have the event attribute ${key.slice(0, 40)}`;
    if (plain === XHTML_NAMESPACE) return "must not have parts in XHTML";
    if (/script:/i.test(plain)) return "must not have a script";
    if ((key === "href" || key === "src" || key === "base") && !isWithin(plain)) return `must not refer to anything outside of it (${key})`;
    if (key === "attributename" && /href|^on/i.test(plain)) return "must not animate a reference or an event";
    // What has a prefix is the note of a drawing program, and no style.
    const fault = full.includes(":") ? null : faultOfStyle(value);
    if (fault !== null) return fault;
  }
  return null;
}

/** Whether a reference leads to a part of the same image, or to a picture that it carries with it. */
const isWithin = (reference: string): boolean => reference === "" || reference.startsWith("#") || /^data:image\/(?:png|jpe?g|gif|webp);base64,[\w+/=]*$/i.test(reference);

/** What is wrong with CSS, or with the value of an attribute, many of which are CSS. */
function faultOfStyle(css: string): string | null {
  // An escape can spell any word, and drawing programs write none.
  if (/\\|@import|image-set\(|src\(/i.test(css)) return "must not refer to anything outside of it (style)";
  const targets = [...css.matchAll(/url\(\s*(["']?)([^]*?)\1\s*\)/gi)].map(([, , target = ""]) => target.replace(/[\s\p{Cc}]+/gu, ""));
  const isWhole = targets.length === [...css.matchAll(/url\(/gi)].length;
  return isWhole && targets.every(isWithin) ? null : "must not refer to anything outside of it (url)";
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Text as XML means it: with its references to characters replaced. Others there are none without a DTD of one's own. */
const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
