import type { FeedData } from "./feed-data";
import { writeElement, writeXmlDocument } from "./xml";

/** Renders Atom 1.0 (RFC 4287). `self` is the URL of the feed. */
export function writeAtom(
  { id, title, description, language, updated, page, author, entries }: FeedData,
  self: string,
): string {
  return writeXmlDocument([
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    writeElement("id", {}, id),
    writeElement("title", {}, title),
    ...(description === "" ? [] : [writeElement("subtitle", {}, description)]),
    writeElement("updated", {}, updated),
    writeElement("link", { rel: "self", type: "application/atom+xml", href: self }),
    writeElement("link", { rel: "alternate", type: "text/html", hreflang: language, href: page }),
    `<author>${writeElement("name", {}, author)}</author>`,
    ...entries.flatMap((entry) => [
      "<entry>",
      writeElement("id", {}, entry.id),
      writeElement("title", {}, entry.title),
      writeElement("published", {}, entry.published),
      writeElement("updated", {}, entry.updated),
      writeElement("link", {
        rel: "alternate",
        type: "text/html",
        hreflang: language,
        href: entry.url,
      }),
      ...entry.categories.map((term) => writeElement("category", { term })),
      writeElement("content", { type: "html" }, entry.content),
      "</entry>",
    ]),
    "</feed>",
  ]);
}
