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
import { pageLinks } from "@/lib/public/page/rules";
import type { IncidentPage, SubscribePage } from "@/lib/public/page/schema";
import { phrases } from "@/lib/public/page/page-texts";
import { writeDocument, writeNotice } from "./document";

// Responses to the subscribe form that can't be published pages.

type Asked = { site: Site; page: SubscribePage | IncidentPage; language: Language };

const write = (
  { site, page: { organization }, language }: Asked,
  content: { sentence: string; description: string; body: React.ReactNode },
): Content =>
  writeDocument({
    site,
    organization,
    language,
    addressIn: (other) => pageLinks("", organization.languages, other).subscribe(),
    kind: "form",
    isListed: false,
    ...content,
  });

/** The form as it was filled in, with what is wrong with it. */
export function answerWithErrors(
  asked: Asked,
  values: SubscribeValues,
  errors: SubscribeErrors,
): Content {
  const { notSubscribed, subscribeText } = documentPhrases[asked.language];
  const choice = "incident" in asked.page ? asked.page.incident : asked.page;
  return write(asked, {
    sentence: notSubscribed,
    description: subscribeText,
    body: <SubscribeView choice={choice} values={values} errors={errors} />,
  });
}

/** The secret of a webhook, which is shown only once. */
export function answerWithSecret(asked: Asked, secret: string): Content {
  const { secretTitle, secretText } = documentPhrases[asked.language];
  return write(asked, {
    sentence: secretTitle,
    description: secretText,
    body: <SecretView secret={secret} />,
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
  const { notSubscribed: title, nothingSaved } = documentPhrases[language];
  // The page's first language is unknown; this path exists in every case.
  const links = pageLinks(base, [language], language);
  const href = incidentID === null ? links.subscribe() : links.follow(incidentID);
  const link = { href, text: phrases[language].tryAgain };
  return writeNotice({ language, title, text: nothingSaved, link });
}
