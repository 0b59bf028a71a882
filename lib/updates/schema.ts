import { z } from "zod";
import { cursorField, parseTimeCursor } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { textFormat } from "@/lib/markdown/schema";
import { translationsInput } from "@/lib/translations/schema";
import { rawText, searchWords, text } from "@/lib/validation";

export const title = () => text({ max: () => limits.name });
export const titleTranslations = () => translationsInput({ title: () => limits.name });
export const body = () => text({ max: () => limits.text, min: 0 });

const textFields = {
  format: textFormat(),
  translations: translationsInput({ body: () => limits.text }),
};
/** The message of a new update. If it is blank, the default message of its status replaces it. */
export const messageFields = { body: body().default(""), ...textFields };
export const changedMessageFields = { body: text({ max: () => limits.text }), ...textFields };

/** The message format and translations of a new incident or maintenance, or of a template. */
export const newSubjectTexts = {
  format: textFormat(),
  translations: translationsInput({ title: () => limits.name, body: () => limits.text }),
};

export const updateFilter = z.object({ before: cursorField(parseTimeCursor).optional() });

export const subjectFilterFields = {
  component_id: rawText().optional(),
  q: searchWords("title"),
};
