import type { FieldPath, FieldValues } from "react-hook-form";
import {
  type ShownLanguage,
  TranslatedFields,
  translationsLabel,
} from "@/components/forms/translated-fields";
import type { useCallForm } from "@/components/forms/use-call-form";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import { TextField } from "@/components/ui/field";
import type { TextFormat } from "@/lib/markdown/values";
import { MarkdownField } from "./markdown-field";
import { formatLabel, useFormat } from "./message-format";

type Form<Values extends FieldValues> = ReturnType<typeof useCallForm<Values>>;

type TitleFieldProps<Values extends FieldValues> = {
  form: Form<Values>;
  language: ShownLanguage;
  hint?: string;
};

/** The field `title` of a form, with its translations. */
export function TitleField<Values extends FieldValues>({
  form,
  language,
  hint,
}: TitleFieldProps<Values>) {
  const translations = useFormTranslations(form, ["title"], language);
  return (
    <TranslatedFields of={translations}>
      <TextField
        label="Title"
        hint={hint}
        required
        focusFirst={!translations.isChosen}
        enterKeyHint="next"
        autoComplete="off"
        {...translations.getFieldProps("title", form.field("title" as FieldPath<Values>))}
      />
    </TranslatedFields>
  );
}

type BodyFieldProps<Values extends FieldValues> = Omit<
  React.ComponentProps<typeof MarkdownField>,
  "form"
> & {
  form: Form<Values>;
  language: ShownLanguage;
};

/** The field `body` of a form, with its format and translations. */
export function BodyField<Values extends FieldValues & { format: TextFormat }>({
  form,
  language,
  ...props
}: BodyFieldProps<Values>) {
  const format = useFormat(form.form);
  const translations = useFormTranslations(form, ["body"], language);
  return (
    <TranslatedFields of={translations}>
      <MarkdownField
        {...props}
        {...format}
        {...translations.getFieldProps("body", form.field("body" as FieldPath<Values>))}
      />
    </TranslatedFields>
  );
}

/** Returns the labels of a `BodyField` for the conflict dialog. */
export const getBodyLabels = (label: string) => [
  { name: "body" as const, label },
  { name: "format" as const, label: "Format", show: formatLabel },
  { name: "translations" as const, ...translationsLabel },
];
