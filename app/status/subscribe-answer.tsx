import { Notice } from "@/components/status-page/notice";
import {
  SecretView,
  type SubscribeField,
  type SubscribeValues,
  SubscribeView,
} from "@/components/status-page/subscribe-view";
import { type Language, languages } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { pageLinks } from "@/lib/public/page/rules";
import type { IncidentPage, SubscribePage } from "@/lib/public/page/schema";
import { phrases } from "@/lib/public/page/page-texts";
import { writeDocument, writeNotice } from "./document";

// Responses to the subscribe form that can't be published pages.

type Asked = { site: Site; page: SubscribePage | IncidentPage; language: Language };

const shared = ({ site, page: { organization }, language }: Asked) => ({
  site,
  organization,
  language,
  addressIn: (other: Language) => pageLinks("", organization.languages, other).subscribe(),
  indicator: "unknown" as const,
  listed: false,
});

/** The form as it was filled in, with what is wrong with it. */
export function answerWithErrors(
  asked: Asked,
  values: SubscribeValues,
  errors: Partial<Record<SubscribeField, string>>,
): Content {
  const { site, page, language } = asked;
  const words = documentPhrases[language];
  const choice = "incident" in page ? page.incident : page;
  return writeDocument({
    ...shared(asked),
    sentence: words.notSubscribed,
    description: words.subscribeText,
    body: (
      <SubscribeView
        organization={page.organization}
        choice={choice}
        language={language}
        base={site.base}
        values={values}
        errors={errors}
      />
    ),
  });
}

/** The secret of a webhook, which is shown only once. */
export function answerWithSecret(asked: Asked, secret: string): Content {
  const { site, page, language } = asked;
  const words = documentPhrases[language];
  return writeDocument({
    ...shared(asked),
    sentence: words.secretTitle,
    description: words.secretText,
    body: (
      <SecretView
        organization={page.organization}
        secret={secret}
        language={language}
        base={site.base}
      />
    ),
  });
}

/**
 * The page could not be read, so nothing was saved. In the language of the form, with a link back
 * to it.
 */
export function answerWithNothingSaved(
  base: string,
  named: string | null,
  incidentID: string | null,
): Content {
  const language = languages.find((known) => known === named) ?? languages[0];
  const words = documentPhrases[language];
  // The page's first language is unknown; this path exists in every case.
  const links = pageLinks(base, [language], language);
  const href = incidentID === null ? links.subscribe() : links.follow(incidentID);
  const title = words.notSubscribed;
  return writeNotice({
    language,
    title,
    body: (
      <Notice
        title={title}
        text={words.nothingSaved}
        link={{ href, text: phrases[language].tryAgain }}
      />
    ),
  });
}
