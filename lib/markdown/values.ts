// Separate from the schemas to keep zod out of the browser bundle.

export const textFormats = ["plain", "markdown"] as const;
export type TextFormat = (typeof textFormats)[number];

export type FormattedText = { body: string; format?: TextFormat | undefined };

const MARKUP = /[\\*_`#~<>&[\]|]|^[ \t]*(?:[-+=]|\d+[.)])|^(?: {4}|\t)/m;

/** False only if the plain text of a message is the same as its Markdown. */
export const mayHaveMarkup = (text: string): boolean => MARKUP.test(text);

/** Escapes characters that Markdown would format. */
export const escapeMarkup = (text: string): string => text.replace(/[\\*_`#~<>&[\]|]/g, "\\$&");
