export const templateVariables = ["title", "component", "started", "duration"] as const;
export type TemplateVariables = Record<(typeof templateVariables)[number], string>;

/** Replaces variables such as `{{started}}`. Unknown ones and those without a value stay. */
export const fillVariables = (text: string, variables: TemplateVariables): string =>
  text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (placeholder, name: string) =>
      (Object.hasOwn(variables, name) && variables[name as keyof TemplateVariables]) || placeholder,
  );
