import {
  SecretView,
  type SubscribeErrors,
  type SubscribeValues,
  SubscribeView,
} from "@/components/status-page/subscribe-view";
import { type Language, languages } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { createPageLinks } from "@/lib/public/page/rules";
import type { IncidentPage, SubscribePage } from "@/lib/public/page/schema";
import { phrases } from "@/lib/public/page/page-texts";
import { localize } from "@/lib/translations/rules";
import { writeDocument, writeNotice } from "./document";

// Renders the responses to submitted subscription forms. These pages are not published.

type SubscribeContext = { site: Site; page: SubscribePage | IncidentPage; language: Language };

const write = (
  { site, page: { organization }, language }: SubscribeContext,
  content: { sentence: string; description: string; body: React.ReactNode },
): Content =>
  writeDocument({
    site,
    organization,
    language,
    path: "/subscribe",
    kind: "form",
    isListed: false,
    ...content,
  });

export function renderSubscribeErrors(
  context: SubscribeContext,
  values: SubscribeValues,
  errors: SubscribeErrors,
): Content {
  const { notSubscribed, subscribeText } = documentPhrases[context.language];
  const { page, language } = context;
  const [byDefault = language] = page.organization.languages;
  const choice = localize("incident" in page ? page.incident : page, language, byDefault);
  return write(context, {
    sentence: notSubscribed,
    description: subscribeText,
    body: <SubscribeView choice={choice} values={values} errors={errors} />,
  });
}

export function renderSigningSecret(context: SubscribeContext, secret: string): Content {
  const { secretTitle, secretText } = documentPhrases[context.language];
  return write(context, {
    sentence: secretTitle,
    description: secretText,
    body: <SecretView secret={secret} />,
  });
}

/**
 * Renders an error page that does not contain the subscription form. `isMissing` is true if the
 * status page or the incident does not exist.
 */
export function renderSubmissionError(
  base: string,
  named: string | null,
  incidentID: string | null,
  isMissing: boolean,
): Content {
  const language = languages.find((known) => known === named) ?? languages[0];
  const { notSubscribed: title, nothingSaved } = documentPhrases[language];
  // The page's default language is unknown, so the link has the path without a language.
  const links = createPageLinks(base, [language], language);
  const { notFoundIncident, notFoundPage, back, tryAgain } = phrases[language];
  if (isMissing) {
    const text = incidentID === null ? notFoundPage : notFoundIncident;
    return writeNotice({ language, title, text, link: { href: links.page(), text: back } });
  }
  const href = incidentID === null ? links.subscribe() : links.follow(incidentID);
  return writeNotice({ language, title, text: nothingSaved, link: { href, text: tryAgain } });
}
