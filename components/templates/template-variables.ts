import type { ComponentResponse } from "@/lib/http/api-client";
import { escapeMarkup, type TextFormat } from "@/lib/markdown/values";
import { type Language, languageTags } from "@/lib/organizations/values";
import { fillVariables, type TemplateVariables } from "@/lib/templates/rules";
import type { Translations } from "@/lib/translations/values";

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

/** The data that variables in a new incident or maintenance refer to. */
export type EventContext = {
  /** Undefined while loading. */
  components: readonly ComponentResponse[] | undefined;
  languages: readonly Language[];
  timeZone: string;
};

type VariablesSource = {
  title: string;
  translations: Translations<"title">;
  /** The affected components. */
  components: readonly ComponentResponse[];
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

/** Replaces variables in a Markdown text. */
export const fillMarkdown = (text: string, variables: TemplateVariables): string =>
  fillVariables(text, {
    ...variables,
    title: escapeMarkup(variables.title),
    component: escapeMarkup(variables.component),
  });

type Texts = {
  title: string;
  body: string;
  format: TextFormat;
  translations: Translations<"title" | "body">;
};

/** Replaces variables in the texts of a new incident or maintenance. */
export function fillTexts<Values extends Texts>(
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
