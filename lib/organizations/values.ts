// These values are separate from the schemas, to keep zod out of the browser bundle.

export const languages = ["en", "de", "fr", "es", "it", "nl", "pt", "ja"] as const;
export type Language = (typeof languages)[number];

/** Parses the comma-separated languages of an organization. The first one is the default. */
export const parseLanguages = (codes: string): Language[] => codes.split(",") as Language[];

/** BCP 47 tags for the `lang` attribute and for dates. */
export const languageTags: Record<Language, string> = {
  en: "en",
  de: "de",
  fr: "fr",
  es: "es",
  it: "it",
  nl: "nl",
  pt: "pt-BR",
  ja: "ja",
};

export const languageNames = Object.fromEntries(
  languages.map((language) => {
    const tag = languageTags[language];
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return [language, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  }),
) as Record<Language, string>;

export const imageKinds = ["logo", "logo_dark", "favicon", "cover"] as const;
export type ImageKind = (typeof imageKinds)[number];

export const fonts = ["inter", "system", "serif"] as const;
export type Font = (typeof fonts)[number];

export const corners = ["rounded", "slight", "square"] as const;
export type Corners = (typeof corners)[number];

export type LabeledLink = { label: string; url: string };

export const MAX_LINKS = 6;
