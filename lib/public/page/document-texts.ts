import type { Language } from "@/lib/organizations/schema";
import { type PluralPhrase, type PageTexts, getPageTexts } from "./page-texts";
import { documentPhrases as de } from "./texts/de";
import { documentPhrases as en } from "./texts/en";
import { documentPhrases as es } from "./texts/es";
import { documentPhrases as fr } from "./texts/fr";
import { documentPhrases as it } from "./texts/it";
import { documentPhrases as ja } from "./texts/ja";
import { documentPhrases as nl } from "./texts/nl";
import { documentPhrases as pt } from "./texts/pt";

/** Separate from `Phrases`, so that previews in the dashboard don't load them. */
export type DocumentPhrases = {
  /** Shown without JavaScript. */
  asOf: string;
  live: string;
  lost: string;
  /** Shown while the server is unreachable. */
  lostTitle: string;
  yourZone: string;
  staleTitle: string;
  staleText: string;
  openPage: string;
  historyPart: string;
  newer: string;
  older: string;
  uptimeTitle: string;
  uptimeText: PluralPhrase;
  uptimeByMonth: string;
  subscribe: string;
  subscribeText: string;
  follow: string;
  followText: string;
  channel: string;
  channelEmail: string;
  emailNote: string;
  webhookNote: string;
  chatNote: string;
  emailAddress: string;
  contactNote: string;
  url: string;
  scope: string;
  scopeAll: string;
  scopeSome: string;
  events: string;
  eventsDefault: string;
  eventsAlsoComponents: string;
  submit: string;
  close: string;
  sentTitle: string;
  sentText: string;
  askedTitle: string;
  askedText: string;
  doneTitle: string;
  doneText: string;
  secretTitle: string;
  secretText: string;
  feeds: string;
  feedsText: string;
  componentFeeds: string;
  calendar: string;
  notSubscribed: string;
  wrongEmail: string;
  wrongUrl: string;
  refusedUrl: string;
  noChoice: string;
  tooOften: string;
  unexpected: string;
  nothingSaved: string;
};

export const documentPhrases: Record<Language, DocumentPhrases> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  ja,
};

export type DocumentTexts = PageTexts & DocumentPhrases;

const cachedTexts = new WeakMap<PageTexts, DocumentTexts>();

export function getDocumentTexts(language: Language, timeZone: string): DocumentTexts {
  const pageTexts = getPageTexts(language, timeZone);
  const texts = cachedTexts.get(pageTexts) ?? { ...pageTexts, ...documentPhrases[language] };
  cachedTexts.set(pageTexts, texts);
  return texts;
}
