import { type Language, languageTags } from "@/lib/organizations/values";
import { documentPhrases } from "./document-texts";
import { phrases, type Translation } from "./page-texts";
import { subscriptionPhrases as de } from "./texts/de";
import { subscriptionPhrases as en } from "./texts/en";
import { subscriptionPhrases as es } from "./texts/es";
import { subscriptionPhrases as fr } from "./texts/fr";
import { subscriptionPhrases as it } from "./texts/it";
import { subscriptionPhrases as ja } from "./texts/ja";
import { subscriptionPhrases as nl } from "./texts/nl";
import { subscriptionPhrases as pt } from "./texts/pt";

export type SubscriptionPhrases = Translation<typeof en>;

export const subscriptionPhrases: Record<Language, SubscriptionPhrases> = {
  ...{ en, de, fr, es, it, nl, pt, ja },
};

export type SubscriptionTexts = ReturnType<typeof getSubscriptionTexts>;

export function getSubscriptionTexts(language: Language) {
  const { components, languages } = phrases[language];
  const { scope, scopeAll, scopeSome, events, eventsDefault, eventsAlsoComponents } =
    documentPhrases[language];
  const { noChoice, doneTitle, sentTitle } = documentPhrases[language];
  return {
    ...subscriptionPhrases[language],
    ...{ tag: languageTags[language], language: languages, components },
    ...{ scope, scopeAll, scopeSome, events, eventsDefault, eventsAlsoComponents },
    ...{ noChoice, doneTitle, sentTitle },
  };
}
