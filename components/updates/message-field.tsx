"use client";

import { useEffect, useRef } from "react";
import {
  type ShownLanguage,
  TranslatedFields,
  useTranslations,
} from "@/components/forms/translated-fields";
import { UpdateTemplateMenu } from "@/components/templates/update-template-menu";
import type { Language } from "@/lib/organizations/values";
import { changeTranslations } from "@/lib/translations/rules";
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
  const { ref } = form.messageField;
  const translations = useTranslations({
    ...{ fields: ["body"], language, value },
    getText: () => body,
    onChange: (next) => form.change({ translations: next }),
    getError: form.getError,
  });
  const field = {
    value: body,
    onChange: ({ target }: React.ChangeEvent<HTMLTextAreaElement>) =>
      form.change({ body: target.value }),
    error: form.getError("body"),
  };
  // Inserting a template reads this ref, because the user may type while the template's data loads.
  const latest = useRef(form.values);
  useEffect(() => {
    latest.current = form.values;
  });
  const append = (before: string | undefined, text: string | undefined) =>
    [before, text].filter(Boolean).join("\n\n");
  const insert = (getText: (language: Language) => string | undefined) => {
    const [byDefault = "en", ...others] = language.languages;
    const { body: before, translations: texts } = latest.current;
    const added = others.map((one) => [one, { body: append(texts[one]?.body, getText(one)) }]);
    form.change({
      body: append(before, getText(byDefault)),
      translations: changeTranslations(texts, Object.fromEntries(added)),
    });
    form.focusMessageEnd();
  };
  return (
    <TranslatedFields of={translations}>
      <MarkdownField
        label="Message"
        placeholder={getDefaultMessage(status, language.shown)}
        {...props}
        ref={ref}
        {...translations.getFieldProps("body", field)}
      />
      <UpdateTemplateMenu subject={form.subject} status={status} onInsert={insert} />
    </TranslatedFields>
  );
}

export function NewUpdateNotice({ posted }: { posted: boolean }) {
  return (
    <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">
      {posted &&
        "Someone posted an update while you were writing. You’ll see it before yours is posted."}
    </output>
  );
}
