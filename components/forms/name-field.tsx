import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";
import type { useFormTranslations } from "./use-form-translations";

type NameFieldProps<Name extends string> = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "enterKeyHint"
> & {
  form: { field: (name: Name) => object };
  name: Name;
  translations: ReturnType<typeof useFormTranslations<Name>>;
};

export const NameField = <Name extends string>({
  form,
  name,
  translations,
  ...props
}: NameFieldProps<Name>) => (
  <TextField
    {...props}
    required
    focusFirst={!translations.isChosen}
    autoComplete="off"
    {...translations.getFieldProps(name, form.field(name))}
  />
);
