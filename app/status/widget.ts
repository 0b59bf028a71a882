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

/** The widget's script: less than 5 kB with any name and languages, by cutting the name. */
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
  const write = (shown: string) => {
    const page: WidgetPage = { address, name: shown, languages, words };
    return `(page=>{${script()}})(${JSON.stringify(page).replaceAll("<", "\\u003c")})`;
  };
  // Characters as readers count them.
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  let written = write(name);
  while (Buffer.byteLength(written) > MOST_BYTES && characters.length > 1) {
    characters.pop();
    written = write(`${characters.join("").trimEnd()}…`);
  }
  return written;
}

/**
 * The widget that other pages embed: `<script async src="…/widget.js" data-position="bottom-left"
 * data-language="de" data-theme="dark">`. Pages that move from Statuspage load `/embed/script.js`.
 */
export const widget: Route = {
  pattern: /^\/(?:widget|embed\/script)\.js$/,
  render: async (site, _parts, snapshot) => {
    const page = await readPage(site, snapshot);
    return (
      page && {
        type: "text/javascript; charset=utf-8",
        body: writeWidget({ address: `${site.origin}${site.base}`, ...page.organization }),
        headers: { ...READABLE_ANYWHERE, ...EMBEDDABLE_ANYWHERE },
      }
    );
  },
};
