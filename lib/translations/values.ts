// These types are separate from the schemas, to keep zod out of the browser bundle.
import type { Language } from "@/lib/organizations/values";

/**
 * Texts in other languages of the page. The fields of the object itself are in the default
 * language.
 */
export type Translations<Field extends string = string> = {
  [Code in Language]?: { [Name in Field]?: string };
};

/** Replaces the given languages. Null removes a language or text, an empty string only a text. */
export type TranslationsChange<Field extends string = string> = {
  [Code in Language]?: { [Name in Field]?: string | null | undefined } | null | undefined;
};

export type Translated<Field extends string> = {
  translations?: Translations<Field>;
  /** The language of each text without a translation. `localize` sets it. */
  lang?: { [Name in Field]?: string };
};
