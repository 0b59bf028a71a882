import type { FieldError } from "@/lib/errors";
import type { Translations } from "@/lib/translations/values";

export const templateVariables = ["title", "component", "started", "duration"] as const;
export type TemplateVariables = Record<(typeof templateVariables)[number], string>;

/** Replaces variables such as `{{started}}`. Unknown ones and those without a value stay. */
export const fillVariables = (text: string, variables: TemplateVariables): string =>
  text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (placeholder, name: string) =>
      (Object.hasOwn(variables, name) && variables[name as keyof TemplateVariables]) || placeholder,
  );

const VARIABLE = new RegExp(`\\{\\{\\s*(?:${templateVariables.join("|")})\\s*\\}\\}`);

type Texts = { title?: string | undefined; body?: string | undefined };

/** Returns an error for each text with a variable that was not replaced. */
export const findVariableErrors = (
  texts: Texts & { translations?: Translations<keyof Texts> | undefined },
): FieldError[] =>
  [{ prefix: "", texts: texts as Texts }]
    .concat(
      Object.entries(texts.translations ?? {}).map(([language, translated]) => ({
        prefix: `translations.${language}.`,
        texts: translated,
      })),
    )
    .flatMap(({ prefix, texts: { title = "", body = "" } }) =>
      Object.entries({ title, body }).flatMap(([field, text]) => {
        const [variable] = VARIABLE.exec(text) ?? [];
        return variable === undefined
          ? []
          : { path: prefix + field, message: `contains ${variable}. Replace it with text` };
      }),
    );
