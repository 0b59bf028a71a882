import type { ComponentProps } from "react";
import { SelectField } from "@/components/ui/field";
import { languageNames, languages, languageTags } from "@/lib/organizations/values";

type Props = Omit<ComponentProps<typeof SelectField>, "label"> & {
  label?: string;
  defaultLabel?: string;
};

export const LanguageField = ({
  label = "Language",
  defaultLabel = "Default language of the status page",
  ...select
}: Props) => (
  <SelectField label={label} {...select}>
    <option value="">{defaultLabel}</option>
    {languages.map((language) => (
      <option key={language} value={language} lang={languageTags[language]}>
        {languageNames[language]}
      </option>
    ))}
  </SelectField>
);
