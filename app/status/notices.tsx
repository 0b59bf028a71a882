import { renderToStaticMarkup } from "react-dom/server";
import { Notice } from "@/components/status-page/notice";
import { Phrase } from "@/components/status-page/phrase";
import { type Language, languages } from "@/lib/organizations/schema";
import {
  CONFIRMED_AT,
  CONFIRMED_AT_TEXT,
  type Content,
  type Pass,
  type Site,
} from "@/lib/publishing/representation";
import { documentPhrases } from "@/lib/status-page/document-words";
import { getPageOrganization } from "@/lib/status-page/queries";
import { languageOfAddress, pageLinks } from "@/lib/status-page/rules";
import { phrases } from "@/lib/status-page/words";
import { writeNotice } from "./document";
import { statusIcon } from "./status-icon";

/** What is not there, by how its address begins. */
const missing = [
  { pattern: /^(?:\/[a-z]{2})?\/incidents\//, text: "notFoundIncident" },
  { pattern: /^(?:\/[a-z]{2})?\/maintenances\//, text: "notFoundMaintenance" },
  { pattern: /^(?:\/[a-z]{2})?\/history(\/|$)/, text: "notFoundMonth" },
] as const;

/** Says, with 404, that there is nothing at an address, and the way back where there is a page. */
export async function notFound(site: Site, address: string, { once }: Pass): Promise<Content> {
  const organization = await once(`organization ${site.orgID}`, () =>
    getPageOrganization(site.orgID),
  );
  const named = /^\/([a-z]{2})(\/|$)/.exec(address)?.[1];
  const offered = organization?.languages ?? languages;
  const language = languageOfAddress(offered, named) ?? offered[0] ?? "en";
  const words = phrases[language];
  const text =
    organization === null
      ? words.notFoundPage
      : words[missing.find(({ pattern }) => pattern.test(address))?.text ?? "notFoundPage"];
  const link =
    organization === null
      ? undefined
      : { href: pageLinks(site.base, offered, language).page(), text: words.back };
  return writeNotice({
    language,
    title: words.notFoundTitle,
    body: <Notice title={words.notFoundTitle} text={text} link={link} />,
  });
}

/**
 * Says, with 503, that nobody can tell: in every language, for nobody can tell either which is the
 * reader's.
 */
export function unavailable(): Content {
  const [first, ...others] = languages;
  const { unavailableTitle, unavailable: text, tryAgain } = phrases[first];
  const body = (
    <Notice title={unavailableTitle} text={text} link={{ href: "", text: tryAgain }}>
      {others.map((language) => (
        <section key={language} lang={language} className="mt-6 border-t border-line pt-4">
          <h2 className="font-semibold">{phrases[language].unavailableTitle}</h2>
          <p className="mt-1 max-w-prose text-muted">{phrases[language].unavailable}</p>
        </section>
      ))}
    </Notice>
  );
  return writeNotice({ language: first, title: unavailableTitle, body });
}

/**
 * What a copy says that could not be confirmed, as HTML: where all is as it was, but nobody knows
 * whether it still is.
 */
export function staleNotice(language: string): string {
  const read: Language = languages.find((known) => known === language) ?? "en";
  const { staleTitle, staleText } = documentPhrases[read];
  const icon = statusIcon("unknown");
  return renderToStaticMarkup(
    <div className="sp-stale" role="note">
      <strong className="font-semibold">{staleTitle}</strong>{" "}
      {/* The one in the head was true then. Of two, browsers show the last. */}
      <link rel="icon" type={icon.type} href={icon.url} />
      <Phrase
        text={staleText}
        places={{ time: <time dateTime={CONFIRMED_AT}>{CONFIRMED_AT_TEXT}</time> }}
      />
    </div>,
  );
}
