// These types are separate from the schemas, to keep zod out of the browser bundle.
import type { Language } from "@/lib/organizations/values";

/**
 * Texts in languages other than the status page's default language. The translated object, such as
 * an incident, has the texts in the default language in its own fields.
 */
export type Translations<Field extends string = string> = {
  [Code in Language]?: { [Name in Field]?: string };
};

/** Replaces the given languages. Null removes a language or a text. Empty texts are removed too. */
export type TranslationsChange<Field extends string = string> = {
  [Code in Language]?: { [Name in Field]?: string | null | undefined } | null | undefined;
};

export type Translated<Field extends string> = {
  translations?: Translations<Field>;
  /** The language of each text without a translation. `localize` sets it. */
  lang?: { [Name in Field]?: string };
};
