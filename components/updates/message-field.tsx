import {
  type ShownLanguage,
  TranslatedFields,
  useTranslations,
} from "@/components/forms/translated-fields";
import type { Language } from "@/lib/organizations/values";
import { changeTranslations } from "@/lib/translations/rules";
import { getDefaultMessage } from "@/lib/updates/values";
import { UpdateTemplateMenu } from "./update-template-menu";
import { MarkdownField } from "./markdown-field";
import type { UpdateStatus } from "./update-calls";
import type { UpdatedEvent } from "./updated-event";
import type { useUpdateForm } from "./use-update-form";

type MessageFieldProps = Omit<React.ComponentProps<typeof MarkdownField>, "label" | "form"> & {
  form: ReturnType<typeof useUpdateForm>;
  status: UpdateStatus;
  event: UpdatedEvent;
  language: ShownLanguage;
};

export function MessageField({ form, status, event, language, ...props }: MessageFieldProps) {
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
  const append = (before: string | undefined, text: string | undefined) =>
    [before, text].filter(Boolean).join("\n\n");
  const insert = (getText: (language: Language) => string | undefined) => {
    const [byDefault = "en", ...others] = language.languages;
    const added = others.map((one) => [one, { body: append(value[one]?.body, getText(one)) }]);
    form.change({
      body: append(body, getText(byDefault)),
      translations: changeTranslations(value, Object.fromEntries(added)),
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
      <UpdateTemplateMenu {...{ event, status }} onInsert={insert} />
    </TranslatedFields>
  );
}
