import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pageStatusByWorst } from "@/lib/components/rules";
import { publicStatuses } from "@/lib/components/schema";
import type { Language } from "@/lib/organizations/schema";
import type { Route } from "@/lib/publishing/site";
import { phrases } from "@/lib/public/page/page-texts";
import { EMBEDDABLE_HEADERS, CORS_HEADERS, readPage } from "./snapshot-readers";

/** The data of the script. For each language, `texts` has one sentence per status, best first. */
export type WidgetPage = {
  pageUrl: string;
  name: string;
  languages: readonly Language[];
  texts: Partial<Record<Language, string[]>>;
};

let bundled: string | undefined;
const readScript = (): string =>
  (bundled ??= readFileSync(resolve("dist/widget.js"), "utf8").trim());

const sentences = publicStatuses.map((status) => pageStatusByWorst[status].status_description);

/**
 * The script may have MAX_BYTES with up to INCLUDED_LANGUAGES languages. Each further language
 * raises this limit by BYTES_PER_LANGUAGE.
 */
const [MAX_BYTES, INCLUDED_LANGUAGES, BYTES_PER_LANGUAGE] = [4_999, 4, 250];

/** Returns the script. Truncates a long organization name to keep the script within its limit. */
export function writeWidget({
  pageUrl,
  name,
  languages,
}: Pick<WidgetPage, "pageUrl" | "name" | "languages">): string {
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      sentences.map((sentence) => phrases[language].overall[sentence]),
    ]),
  );
  const write = (shown: string) => {
    const page: WidgetPage = { pageUrl, name: shown, languages, texts };
    return `(page=>{${readScript()}})(${JSON.stringify(page).replaceAll("<", "\\u003c")})`;
  };
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  let written = write(name);
  const mostBytes =
    MAX_BYTES + BYTES_PER_LANGUAGE * Math.max(0, languages.length - INCLUDED_LANGUAGES);
  while (Buffer.byteLength(written) > mostBytes && characters.length > 1) {
    characters.pop();
    written = write(`${characters.join("").trimEnd()}…`);
  }
  return written;
}

/** The script that other sites embed. Statuspage's path, `/embed/script.js`, works too. */
export const widget: Route = {
  pattern: /^\/(?:widget|embed\/script)\.js$/,
  render: async (site, _parts, snapshot) => {
    const page = await readPage(site, snapshot);
    return (
      page && {
        type: "text/javascript; charset=utf-8",
        body: writeWidget({ pageUrl: `${site.origin}${site.base}`, ...page.organization }),
        headers: { ...CORS_HEADERS, ...EMBEDDABLE_HEADERS },
      }
    );
  },
};
