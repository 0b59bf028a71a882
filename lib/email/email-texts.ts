import type { Impact } from "@/lib/incidents/values";
import type { EventKind } from "@/lib/notifications/notification-event";
import type { Language } from "@/lib/organizations/values";
import { type PluralPhrase, type PageTexts, getPageTexts } from "@/lib/public/page/page-texts";
import { emailPhrases as de } from "./texts/de";
import { emailPhrases as en } from "./texts/en";
import { emailPhrases as es } from "./texts/es";
import { emailPhrases as fr } from "./texts/fr";
import { emailPhrases as it } from "./texts/it";
import { emailPhrases as ja } from "./texts/ja";
import { emailPhrases as nl } from "./texts/nl";
import { emailPhrases as pt } from "./texts/pt";

/** Kinds of events with a label in `labels`. The labels of other kinds are in `PageTexts`. */
type LabeledKind = "incident.reopened" | Extract<EventKind, `maintenance.${string}`> | "test";

/** Text of messages to subscribers. Text of the status page is in `PageTexts`. */
export type EmailPhrases = {
  sentences: Record<EventKind, string>;
  /** Short labels of the state after the event. */
  labels: Record<LabeledKind, string>;
  incidentOfImpact: Record<Impact, string>;
  testMessage: string;
  testText: string;
  untitled: string;
  dateTime: string;
  /** A time range within one day, with the placeholders `{from}` and `{until}`. */
  timeSpan: string;
  before: string;
  was: string;
  whatChanged: string;
  affectedComponents: string;
  otherComponents: string;
  earlierUpdates: string;
  andMore: PluralPhrase;
  moreOnPage: PluralPhrase;
  readMore: string;
  viewIncident: string;
  viewMaintenance: string;
  viewPage: string;
  open: string;
  reason: string;
  manage: string;
  unsubscribe: string;
  statusPage: string;
  buttonUrl: string;
  confirmSubject: string;
  confirmTitle: string;
  confirmPreview: string;
  confirmText: string;
  /** Replaces `confirmText` if the subscription includes component changes. */
  confirmTextAll: string;
  confirmTopics: string;
  confirmTopic: string;
  confirmButton: string;
  linkExpires: string;
  notRequested: string;
  chatConfirm: string;
  chatEverything: string;
  /** Extends the `{choice}` of a subscription that includes component changes. */
  chatComponents: string;
};

export const emailPhrases: Record<Language, EmailPhrases> = { en, de, fr, es, it, nl, pt, ja };

export type EmailTexts = PageTexts & EmailPhrases;

const cachedTexts = new WeakMap<PageTexts, EmailTexts>();

export function getEmailTexts(language: Language, timeZone = "UTC"): EmailTexts {
  const pageTexts = getPageTexts(language, timeZone);
  const texts = cachedTexts.get(pageTexts) ?? { ...pageTexts, ...emailPhrases[language] };
  cachedTexts.set(pageTexts, texts);
  return texts;
}
