"use client";

import {
  type ShownLanguage,
  TranslatedFields,
  useTranslations,
} from "@/components/forms/translated-fields";
import { MarkdownField } from "./markdown-field";
import { getDefaultMessage } from "@/lib/updates/values";
import type { UpdateStatus } from "./update-calls";
import type { useUpdateForm } from "./use-update-form";

type MessageFieldProps = Omit<React.ComponentProps<typeof MarkdownField>, "label" | "form"> & {
  form: ReturnType<typeof useUpdateForm>;
  status: UpdateStatus;
  language: ShownLanguage;
};

export function MessageField({ form, status, language, ...props }: MessageFieldProps) {
  const { body, translations: value } = form.values;
  const translations = useTranslations({
    ...{ fields: ["body"], language, value },
    getText: () => body,
    onChange: (next) => form.change({ translations: next }),
    getError: (name) => (name === "body" ? form.messageField.error : undefined),
  });
  const field = {
    value: body,
    onChange: ({ target }: React.ChangeEvent<HTMLTextAreaElement>) =>
      form.change({ body: target.value }),
    ...form.messageField,
  };
  return (
    <TranslatedFields of={translations}>
      <MarkdownField
        label="Message"
        placeholder={getDefaultMessage(status, language.shown)}
        {...props}
        {...translations.getFieldProps("body", field)}
      />
    </TranslatedFields>
  );
}
