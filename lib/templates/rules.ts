export const templateVariables = ["title", "component", "started", "duration"] as const;
export type TemplateVariables = Record<(typeof templateVariables)[number], string>;

/** Replaces `{{started}}` and the like. Unknown and empty variables stay as they are. */
export const fillVariables = (text: string, variables: TemplateVariables): string =>
  text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (placeholder, name: string) =>
      (Object.hasOwn(variables, name) && variables[name as keyof TemplateVariables]) || placeholder,
  );
