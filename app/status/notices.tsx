import { renderToStaticMarkup } from "react-dom/server";
import { Phrase } from "@/components/status-page/view";
import { type Language, languages, languageTags } from "@/lib/organizations/values";
import { CONFIRMED_AT, CONFIRMED_AT_TEXT, type Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { findLanguage, createPageLinks } from "@/lib/public/page/rules";
import { phrases } from "@/lib/public/page/page-texts";
import { writeNotice } from "./document";
import { readPage } from "./snapshot-readers";
import { renderStatusIcon } from "@/lib/public/page/status-icons";

const missing = [
  { pattern: /^(?:\/[a-z]{2})?\/incidents\//, text: "notFoundIncident" },
  { pattern: /^(?:\/[a-z]{2})?\/maintenances\//, text: "notFoundMaintenance" },
  { pattern: /^(?:\/[a-z]{2})?\/history(\/|$)/, text: "notFoundMonth" },
] as const;

export async function renderNotFound(
  site: Site,
  path: string,
  snapshot: Snapshot | null,
): Promise<Content> {
  const page = snapshot && (await readPage(site, snapshot));
  const offered = page?.organization.languages ?? languages;
  const named = /^\/([a-z]{2})(\/|$)/.exec(path)?.[1];
  const language = findLanguage(offered, named) ?? offered[0] ?? "en";
  const texts = phrases[language];
  const found = page && missing.find(({ pattern }) => pattern.test(path));
  const href = createPageLinks(site.base, offered, language).page();
  return writeNotice({
    language,
    title: texts.notFoundTitle,
    text: texts[found?.text ?? "notFoundPage"],
    ...(page && { link: { href, text: texts.back } }),
  });
}

/** Renders a 503 page in every language, because the visitor's language is unknown. */
export function renderUnavailable(): Content {
  const [first, ...others] = languages;
  const { unavailableTitle: title, unavailable: text, tryAgain } = phrases[first];
  const children = others.map((language) => (
    <section
      key={language}
      lang={languageTags[language]}
      className="mt-6 border-t border-line pt-4"
    >
      <h2 className="font-semibold">{phrases[language].unavailableTitle}</h2>
      <p className="mt-1 max-w-prose text-muted">{phrases[language].unavailable}</p>
    </section>
  ));
  return writeNotice({
    language: first,
    title,
    text,
    link: { href: "", text: tryAgain },
    children,
  });
}

export const renderUnconfirmedNotices = (): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language, renderUnconfirmedNotice(language)]));

function renderUnconfirmedNotice(language: Language): string {
  const { staleTitle, staleText } = documentPhrases[language];
  const icon = renderStatusIcon("unknown");
  return renderToStaticMarkup(
    <div className="sp-stale" role="note">
      <strong className="font-semibold">{staleTitle}</strong>{" "}
      {/* Replaces the page's icon, because browsers show the last of several icons. */}
      <link rel="icon" type={icon.type} href={icon.url} />
      <Phrase
        text={staleText}
        places={{ time: <time dateTime={CONFIRMED_AT}>{CONFIRMED_AT_TEXT}</time> }}
      />
    </div>,
  );
}
