import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pageStatusByWorst } from "@/lib/components/rules";
import { publicStatuses } from "@/lib/components/schema";
import type { Language } from "@/lib/organizations/schema";
import type { Route } from "@/lib/publishing/site";
import { phrases } from "@/lib/public/page/page-texts";
import { EMBEDDABLE_ANYWHERE, READABLE_ANYWHERE, readPage } from "./sources";

/**
 * What the script knows of its page. `words`: the sentences by worst status, the worst last, by
 * language.
 */
export type WidgetPage = {
  address: string;
  name: string;
  languages: readonly Language[];
  words: Partial<Record<Language, string[]>>;
};

let bundled: string | undefined;
const script = (): string => (bundled ??= readFileSync(resolve("dist/widget.js"), "utf8").trim());

/** By status, the worst last. */
const sentences = publicStatuses.map((status) => pageStatusByWorst[status].status_description);

const MOST_BYTES = 4_999;
/** Enough to recognize the page. */
const LEAST_NAME_BYTES = 32;

const written = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Cuts a name to a number of bytes, between characters as readers count them. */
function clip(name: string, bytes: number): string {
  const length = (text: string) =>
    Buffer.byteLength(written(text)) - Buffer.byteLength(written(""));
  if (length(name) <= bytes) return name;
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  while (characters.length > 0 && length(`${characters.join("").trimEnd()}…`) > bytes)
    characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** The widget's script: less than 5 kB with any name and languages. */
export function writeWidget({
  address,
  name,
  languages,
}: Pick<WidgetPage, "address" | "name" | "languages">): string {
  const words = Object.fromEntries(
    languages.map((language) => [
      language,
      sentences.map((sentence) => phrases[language].overall[sentence]),
    ]),
  );
  const around = (named: string) =>
    `(page=>{${script()}})(${written({ address, name: named, languages, words } satisfies WidgetPage)})`;
  return around(clip(name, Math.max(LEAST_NAME_BYTES, MOST_BYTES - Buffer.byteLength(around("")))));
}

/**
 * The widget that other pages embed: `<script async src="…/widget.js" data-position="bottom-left"
 * data-language="de" data-theme="dark">`. Pages that move from Statuspage load `/embed/script.js`.
 */
export const widget: Route[] = [
  {
    pattern: /^\/(?:widget|embed\/script)\.js$/,
    render: async (site, _parts, snapshot) => {
      const found = await readPage(site, snapshot);
      if (found === null) return null;
      const { name, languages } = found.organization;
      const body = writeWidget({ address: `${site.origin}${site.base}`, name, languages });
      return {
        type: "text/javascript; charset=utf-8",
        body,
        headers: { ...READABLE_ANYWHERE, ...EMBEDDABLE_ANYWHERE },
      };
    },
  },
];
