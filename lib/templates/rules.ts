import type { FieldError } from "@/lib/errors";
import { escapeMarkup, type TextFormat } from "@/lib/markdown/values";
import { type Language, languageTags } from "@/lib/organizations/values";
import { selectTexts } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";

export const templateVariables = ["title", "component", "started", "duration"] as const;
export type TemplateVariables = Record<(typeof templateVariables)[number], string>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

const isVariable = (name: string | undefined): name is keyof TemplateVariables =>
  (templateVariables as readonly (string | undefined)[]).includes(name);

/** By default, a text is rejected if it has more than 25,000 characters. */
const MAX_FILLED_LENGTH = 200_000;

/**
 * Replaces variables such as `{{started}}`. Unknown ones, those without a value, and those after
 * the maximum length stay. Otherwise, a short text could fill the memory.
 */
export function fillVariables(text: string, variables: TemplateVariables): string {
  let { length } = text;
  return text.replace(PLACEHOLDER, (placeholder: string, name: string) => {
    const value = isVariable(name) && variables[name];
    if (!value || length > MAX_FILLED_LENGTH) return placeholder;
    length += value.length - placeholder.length;
    return value;
  });
}

const UNITS = [
  ["day", 24 * 60],
  ["hour", 60],
  ["minute", 1],
] as const;

/** Returns a duration in its two largest units, such as “2 hr 5 min”. */
function formatSpan(from: Date, until: Date, tag: string): string {
  let minutes = Math.max(1, Math.round((until.getTime() - from.getTime()) / 60_000));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(minutes / size);
    minutes -= amount * size;
    const format = new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" });
    if (amount > 0) parts.push(format.format(amount));
  }
  return parts.slice(0, 2).join(" ");
}

type VariablesSource = {
  title: string;
  translations: Translations<"title">;
  /** The affected components. */
  components: readonly { name: string; translations: Translations<"name"> }[];
  startedAt: Date;
  /** Null if it is unknown. `{{duration}}` then has no value. */
  endedAt: Date | null;
  /** The organization's time zone. */
  timeZone: string;
};

type GetVariables = (language: Language) => TemplateVariables;

export const createVariables =
  (source: VariablesSource): GetVariables =>
  (language) => {
    const { title, translations, components, startedAt, endedAt, timeZone } = source;
    const tag = languageTags[language];
    const format = new Intl.DateTimeFormat(tag, {
      ...{ year: "numeric", month: "short", day: "numeric" },
      ...{ hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone },
    });
    const names = components.map((component) => {
      return component.translations[language]?.name ?? component.name;
    });
    return {
      title: translations[language]?.title ?? title,
      component: new Intl.ListFormat(tag).format(names),
      started: format.format(startedAt),
      duration: endedAt === null ? "" : formatSpan(startedAt, endedAt, tag),
    };
  };

/** Replaces variables in a Markdown text, and escapes the values that users wrote. */
export const fillMarkdown = (text: string, variables: TemplateVariables): string =>
  fillVariables(text, {
    ...variables,
    title: escapeMarkup(variables.title),
    component: escapeMarkup(variables.component),
  });

type EventTexts = {
  title: string;
  body: string;
  format: TextFormat;
  translations: Translations<"title" | "body">;
};

/** Replaces variables in the texts of a new incident or maintenance. */
function fillTexts<Values extends EventTexts>(
  values: Values,
  languages: readonly Language[],
  getVariables: GetVariables,
): Values {
  const [byDefault = "en"] = languages;
  const fillBody = values.format === "plain" ? fillVariables : fillMarkdown;
  const fill = <Text extends { title?: string; body?: string }>(
    texts: Text,
    language: Language,
  ) => {
    if (![texts.title, texts.body].some((text) => text?.includes("{{"))) return texts;
    const variables = getVariables(language);
    const title = fillVariables(texts.title || variables.title, { ...variables, title: "" });
    const body = texts.body && fillBody(texts.body, { ...variables, title });
    return { ...texts, ...(texts.title && { title }), body };
  };
  return {
    ...values,
    ...fill(values, byDefault),
    translations: Object.fromEntries(
      Object.entries(values.translations).map(([language, texts]) => [
        language,
        fill(texts, language as Language),
      ]),
    ),
  };
}

/**
 * Replaces the variables in a template's texts. `title` is the title of the incident or
 * maintenance, or undefined if it is the template's title.
 */
export const fillTemplate = <Values extends EventTexts>(
  template: Values,
  title: string | undefined,
  source: Pick<VariablesSource, "components" | "startedAt" | "endedAt">,
  { languages, timeZone }: { languages: readonly Language[]; timeZone: string },
): Values => {
  const texts =
    title === undefined
      ? template
      : { ...template, title, translations: selectTexts(template.translations, "body") };
  return fillTexts(texts, languages, createVariables({ ...texts, ...source, timeZone }));
};

type Texts = { title?: string | null | undefined; body?: string | null | undefined };

/** Instructions for variables that were not replaced, by the variable's name. */
type Remedies = Partial<Record<keyof TemplateVariables, string>>;

const findErrors = ({ title, body }: Texts, remedies: Remedies, prefix = ""): FieldError[] =>
  Object.entries({ title, body }).flatMap(([field, text]) => {
    for (const [placeholder, name] of (text ?? "").matchAll(PLACEHOLDER)) {
      if (!isVariable(name)) continue;
      const remedy = remedies[name] ?? "Replace it with text";
      return { path: prefix + field, message: `contains ${placeholder}. ${remedy}` };
    }
    return [];
  });

/** Returns an error for each text with a variable that was not replaced. */
export const findVariableErrors = (
  {
    translations,
    ...texts
  }: Texts & {
    translations?: Record<string, Texts | null | undefined> | undefined;
  },
  remedies: Remedies = {},
): FieldError[] => [
  ...findErrors(texts, remedies),
  ...Object.entries(translations ?? {}).flatMap(([language, translated]) =>
    findErrors(translated ?? {}, remedies, `translations.${language}.`),
  ),
];
