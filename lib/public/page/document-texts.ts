import type { Language } from "@/lib/organizations/schema";
import { getPageTexts, type PageTexts, type Translation } from "./page-texts";
import { documentPhrases as de } from "./texts/de";
import { documentPhrases as en } from "./texts/en";
import { documentPhrases as es } from "./texts/es";
import { documentPhrases as fr } from "./texts/fr";
import { documentPhrases as it } from "./texts/it";
import { documentPhrases as ja } from "./texts/ja";
import { documentPhrases as nl } from "./texts/nl";
import { documentPhrases as pt } from "./texts/pt";

/** Text of published pages, separate from `Phrases` so that dashboard previews don't load it. */
export type DocumentPhrases = Translation<typeof en>;

export const documentPhrases: Record<Language, DocumentPhrases> = {
  ...{ en, de, fr, es, it, nl, pt, ja },
};

export type DocumentTexts = PageTexts & DocumentPhrases;

export const getDocumentTexts = (language: Language, timeZone: string): DocumentTexts => ({
  ...getPageTexts(language, timeZone),
  ...documentPhrases[language],
});
