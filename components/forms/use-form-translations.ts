import { type Control, useController, type UseFormReturn } from "react-hook-form";
import type { Translations } from "@/lib/translations/values";
import { type ShownLanguage, useTranslations } from "./translated-fields";

type CallForm = {
  form: { control: unknown; getValues: unknown };
  getError: (name: string) => string | undefined;
};

export function useFormTranslations<Field extends string>(
  { form, getError }: CallForm,
  fields: readonly Field[],
  language: ShownLanguage,
) {
  const { control, getValues } = form as unknown as UseFormReturn<Record<string, unknown>>;
  const { field } = useController({ control: control as Control, name: "translations" });
  return useTranslations({
    ...{ fields, getError, language },
    getText: (name) => String(getValues(name) ?? ""),
    value: field.value as Translations<Field>,
    onChange: field.onChange,
  });
}
