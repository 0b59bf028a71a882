// These values are separate from the schemas, to keep zod out of the browser bundle.

export const textFormats = ["plain", "markdown"] as const;
export type TextFormat = (typeof textFormats)[number];

export type FormattedText = { body: string; format?: TextFormat | undefined };

const MARKUP = /[\\*_`#~<>&[\]|]|^[ \t]*(?:[-+=]|\d+[.)])|^(?: {4}|\t)/m;

/** Returns false only if text means the same in plain text and in Markdown. */
export const mayHaveMarkup = (text: string): boolean => MARKUP.test(text);

/** Escapes characters that Markdown would format within a line. */
export const escapeMarkup = (text: string): string => text.replace(/[\\*_`#~<>&[\]|]/g, "\\$&");
