import type { FieldError } from "@/lib/errors";

export const templateVariables = ["title", "component", "started", "duration"] as const;
export type TemplateVariables = Record<(typeof templateVariables)[number], string>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

const isVariable = (name: string | undefined): name is keyof TemplateVariables =>
  (templateVariables as readonly (string | undefined)[]).includes(name);

/** Replaces variables such as `{{started}}`. Unknown ones and those without a value stay. */
export const fillVariables = (text: string, variables: TemplateVariables): string =>
  text.replace(
    PLACEHOLDER,
    (placeholder, name: string) => (isVariable(name) && variables[name]) || placeholder,
  );

type Texts = { title?: string | null | undefined; body?: string | null | undefined };

/** What to do about a variable, by its name. */
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
