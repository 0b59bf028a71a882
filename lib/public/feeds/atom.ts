import type { Outline } from "./outline";
import { element } from "./xml";

/** Atom 1.0 (RFC 4287). `self`: the URL of the feed. */
export function writeAtom(
  { id, title, description, language, updated, page, author, entries }: Outline,
  self: string,
): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element("id", {}, id),
    element("title", {}, title),
    ...(description === "" ? [] : [element("subtitle", {}, description)]),
    element("updated", {}, updated),
    element("link", { rel: "self", type: "application/atom+xml", href: self }),
    element("link", { rel: "alternate", type: "text/html", hreflang: language, href: page }),
    `<author>${element("name", {}, author)}</author>`,
    ...entries.map((entry) =>
      [
        "<entry>",
        element("id", {}, entry.id),
        element("title", {}, entry.title),
        element("published", {}, entry.published),
        element("updated", {}, entry.updated),
        element("link", {
          rel: "alternate",
          type: "text/html",
          hreflang: language,
          href: entry.address,
        }),
        ...entry.categories.map((term) => element("category", { term })),
        element("content", { type: "html" }, entry.content),
        "</entry>",
      ].join("\n"),
    ),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}
