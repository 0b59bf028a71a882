import { type Language, languages, languageTags } from "@/lib/organizations/values";
import type { Translations, TranslationsChange } from "./values";

/** Applies a change. Removes empty texts, and languages without texts. */
export const changeTranslations = <Field extends string>(
  before: Translations<Field>,
  change: TranslationsChange<Field> = {},
): Translations<Field> => selectTexts({ ...before, ...change });

export function selectTexts<Field extends string>(
  translations: TranslationsChange<Field>,
  ...fields: readonly Field[]
): Translations<Field> {
  const entries = languages.flatMap((language) => {
    const texts = Object.entries(translations[language] ?? {}).filter(
      ([field, text]) => Boolean(text) && (fields.length === 0 || fields.includes(field as Field)),
    );
    return texts.length === 0 ? [] : [[language, Object.fromEntries(texts)]];
  });
  return Object.fromEntries(entries) as Translations<Field>;
}

export const parseTranslations = <Field extends string>(stored: string): Translations<Field> =>
  JSON.parse(stored) as Translations<Field>;

export const countCharacters = (translations: Translations): number =>
  Object.values(translations)
    .flatMap((texts) => Object.values(texts))
    .join("").length;

const TRANSLATED_FIELDS = ["about", "body", "description", "group", "name", "title"];

/**
 * Replaces texts with their translations into a language. A text without a translation stays, and
 * `lang` contains its language.
 */
export function localize<Content>(content: Content, language: Language, byDefault: Language) {
  if (language === byDefault) return content;
  const tag = languageTags[byDefault];
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visit(part)]));
    if (!("translations" in value)) return copy;
    const texts = (value.translations as Translations)[language] ?? {};
    const lang = TRANSLATED_FIELDS.filter((field) => field in value && texts[field] === undefined);
    return {
      ...copy,
      ...texts,
      translations: value.translations,
      lang: Object.fromEntries(lang.map((field) => [field, tag])),
    };
  };
  return visit(content) as Content;
}
