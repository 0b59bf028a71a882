import type { Language } from "@/lib/organizations/values";
import { getPageTexts, type PageTexts, type Translation } from "@/lib/public/page/page-texts";
import { emailPhrases as de } from "./texts/de";
import { emailPhrases as en } from "./texts/en";
import { emailPhrases as es } from "./texts/es";
import { emailPhrases as fr } from "./texts/fr";
import { emailPhrases as it } from "./texts/it";
import { emailPhrases as ja } from "./texts/ja";
import { emailPhrases as nl } from "./texts/nl";
import { emailPhrases as pt } from "./texts/pt";

/** Text of messages to subscribers. Text of the status page is in `PageTexts`. */
export type EmailPhrases = Translation<typeof en>;

export const emailPhrases: Record<Language, EmailPhrases> = { en, de, fr, es, it, nl, pt, ja };

export type EmailTexts = PageTexts & EmailPhrases & ReturnType<typeof createFormats>;

function createFormats({ tag, timeZone }: PageTexts) {
  const time = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", timeZone } as const;
  return {
    dateFormat: new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone }),
    timeFormat: new Intl.DateTimeFormat(tag, { ...time, timeZoneName: "short" }),
  };
}

const cachedTexts = new WeakMap<PageTexts, EmailTexts>();

export function getEmailTexts(language: Language, timeZone = "UTC"): EmailTexts {
  const pageTexts = getPageTexts(language, timeZone);
  const texts = cachedTexts.get(pageTexts) ?? {
    ...pageTexts,
    ...emailPhrases[language],
    ...createFormats(pageTexts),
  };
  cachedTexts.set(pageTexts, texts);
  return texts;
}
