import { SaxesParser } from "saxes";

const FORBIDDEN_ELEMENTS = new Set([
  "script",
  "handler",
  "listener",
  "foreignobject",
  "iframe",
  "object",
  "embed",
  "audio",
  "video",
  "link",
  "meta",
  "base",
]);
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const NOT_XML = "is not well-formed XML";

class SvgError extends Error {}

const getLocalName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

/**
 * Returns the reason that an SVG is malformed or unsafe, such as "must not contain scripts", or
 * null.
 */
export function findSvgFault(svg: string): string | null {
  const parser = new SaxesParser();
  const openElements: { isStyle: boolean; css: string }[] = [];
  let hasRoot = false;

  // A style element can have several text nodes, which are checked together.
  const addText = (text: string) => {
    const parent = openElements.at(-1);
    if (parent?.isStyle) parent.css += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    // With another encoding, browsers would decode different characters than those checked here.
    if (!/^(?:utf-8|us-ascii|ascii)$/i.test(encoding))
      throw new SvgError("must be encoded in UTF-8");
  });
  parser.on("doctype", (declaration) => {
    if (declaration.includes("[")) throw new SvgError("must not declare entities");
  });
  parser.on("processinginstruction", () => {
    throw new SvgError("must not contain processing instructions");
  });
  parser.on("opentag", ({ name, attributes }) => {
    checkElement(getLocalName(name), Object.entries(attributes), !hasRoot);
    hasRoot = true;
    openElements.push({ isStyle: getLocalName(name) === "style", css: "" });
  });
  parser.on("closetag", () => checkStyle(openElements.pop()!.css));

  try {
    parser.write(svg).close();
    return null;
  } catch (error) {
    return error instanceof SvgError ? error.message : NOT_XML;
  }
}

function checkElement(element: string, attributes: [string, string][], isRoot: boolean): void {
  if (isRoot && element !== "svg") throw new SvgError("must have <svg> as its root element");
  if (FORBIDDEN_ELEMENTS.has(element))
    throw new SvgError(`must not contain the element <${element}>`);
  if (
    isRoot &&
    !attributes.some(([name, value]) => name.startsWith("xmlns") && value === SVG_NAMESPACE)
  ) {
    throw new SvgError(`must have xmlns="${SVG_NAMESPACE}"`);
  }
  for (const [name, value] of attributes) {
    const key = getLocalName(name);
    const plain = removeSpaces(value);
    if (key.startsWith("on"))
      throw new SvgError(`must not contain the event attribute ${key.slice(0, 40)}`);
    if (plain === XHTML_NAMESPACE) throw new SvgError("must not contain XHTML");
    if (/script:/i.test(plain)) throw new SvgError("must not contain scripts");
    if ((key === "href" || key === "src" || key === "base") && !isInternal(plain))
      throw new SvgError(`must not reference external resources (${key})`);
    if (key === "attributename" && /href|^on/i.test(plain))
      throw new SvgError("must not animate links or event attributes");
    // Attributes with a prefix, such as the metadata of graphics editors, can't contain CSS.
    if (!name.includes(":")) checkStyle(value);
  }
}

const removeSpaces = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, "");

/** Returns whether a reference points to the same file or to an embedded bitmap. */
const isInternal = (reference: string): boolean =>
  reference === "" ||
  reference.startsWith("#") ||
  /^data:image\/(?:png|jpe?g|gif|webp);base64,[\w+/=]*$/i.test(reference);

/**
 * Throws an {@link SvgError} if CSS, or an attribute that may contain CSS, references external
 * resources. Takes linear time.
 */
function checkStyle(css: string): void {
  // Rejects escapes, because they can hide any keyword, and graphics editors don't use them.
  if (/\\|@import|image-set\(|src\(/i.test(css))
    throw new SvgError("must not reference external resources (style)");
  let end = 0;
  for (const { index } of css.matchAll(/url\(/gi)) {
    const start = index + "url(".length;
    const close = index < end ? -1 : css.indexOf(")", start);
    const target = close < 0 ? null : unquote(removeSpaces(css.slice(start, close)));
    if (target === null || !isInternal(target))
      throw new SvgError("must not reference external resources (url)");
    end = close;
  }
}

function unquote(target: string): string | null {
  const quote = target[0];
  if (quote !== '"' && quote !== "'") return target;
  return target.length > 1 && target.endsWith(quote) ? target.slice(1, -1) : null;
}
