import type { FieldPath, FieldValues } from "react-hook-form";
import {
  type ShownLanguage,
  TranslatedFields,
  translationsLabel,
} from "@/components/forms/translated-fields";
import type { useCallForm } from "@/components/forms/use-call-form";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import type { TextFormat } from "@/lib/markdown/values";
import { MarkdownField } from "./markdown-field";
import { formatLabel, useFormat } from "./message-format";

type BodyFieldProps<Values extends FieldValues> = Omit<
  React.ComponentProps<typeof MarkdownField>,
  "form"
> & {
  form: ReturnType<typeof useCallForm<Values>>;
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
