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

const findErrors = ({ title, body }: Texts, prefix = ""): FieldError[] =>
  Object.entries({ title, body }).flatMap(([field, text]) => {
    const found = [...(text ?? "").matchAll(PLACEHOLDER)].find(([, name]) => isVariable(name));
    if (found === undefined) return [];
    return { path: prefix + field, message: `contains ${found[0]}. Replace it with text` };
  });

/** Returns an error for each text with a variable that was not replaced. */
export const findVariableErrors = ({
  translations,
  ...texts
}: Texts & {
  translations?: Record<string, Texts | null | undefined> | undefined;
}): FieldError[] => [
  ...findErrors(texts),
  ...Object.entries(translations ?? {}).flatMap(([language, translated]) =>
    findErrors(translated ?? {}, `translations.${language}.`),
  ),
];
