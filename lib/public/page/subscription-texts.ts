import { type Language, languageTags } from "@/lib/organizations/values";
import { documentPhrases } from "./document-texts";
import { type PluralPhrase, phrases } from "./page-texts";
import { subscriptionPhrases as de } from "./texts/de";
import { subscriptionPhrases as en } from "./texts/en";
import { subscriptionPhrases as es } from "./texts/es";
import { subscriptionPhrases as fr } from "./texts/fr";
import { subscriptionPhrases as it } from "./texts/it";
import { subscriptionPhrases as ja } from "./texts/ja";
import { subscriptionPhrases as nl } from "./texts/nl";
import { subscriptionPhrases as pt } from "./texts/pt";

export type SubscriptionPhrases = {
  title: string;
  loading: string;
  receives: string;
  scopeFollowed: PluralPhrase;
  chooseOne: string;
  defaultLanguage: string;
  save: string;
  saving: string;
  saved: string;
  unsubscribe: string;
  unsubscribing: string;
  unsubscribeText: string;
  unsubscribedTitle: string;
  unsubscribedText: string;
  ended: string;
  resubscribe: string;
  resubscribing: string;
  resubscribedTitle: string;
  resubscribedText: string;
  onHold: string;
  replay: string;
  reactivate: string;
  reactivating: string;
  resumed: string;
  confirmTitle: string;
  confirmText: string;
  confirm: string;
  confirming: string;
  confirmedText: string;
  expiredTitle: string;
  expiredText: string;
  sendLink: string;
  sending: string;
  linkSent: string;
  invalidLink: string;
  statusPageOf: string;
};

export const subscriptionPhrases: Record<Language, SubscriptionPhrases> = {
  ...{ en, de, fr, es, it, nl, pt, ja },
};

export type SubscriptionTexts = ReturnType<typeof getSubscriptionTexts>;

export function getSubscriptionTexts(language: Language) {
  const { components, languages } = phrases[language];
  const { scope, scopeAll, scopeSome, events, eventsDefault, eventsAlsoComponents } =
    documentPhrases[language];
  const { doneTitle, sentTitle } = documentPhrases[language];
  return {
    ...subscriptionPhrases[language],
    ...{ tag: languageTags[language], language: languages, components },
    ...{ scope, scopeAll, scopeSome, events, eventsDefault, eventsAlsoComponents },
    ...{ doneTitle, sentTitle },
  };
}
