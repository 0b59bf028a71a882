import { type ChangeEvent, useId, useState } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { getPanelProps, TabList } from "@/components/ui/tabs";
import {
  type Language,
  languageNames,
  languages as allLanguages,
  languageTags,
} from "@/lib/organizations/values";
import { changeTranslations } from "@/lib/translations/rules";
import type { Translations, TranslationsChange } from "@/lib/translations/values";

export function useShownLanguage(given?: readonly Language[]) {
  const organization = useOrganization();
  const languages = given ?? organization.languages;
  const [chosen, setChosen] = useState<Language | null>(null);
  const byDefault = languages[0] ?? "en";
  return {
    languages,
    shown: chosen !== null && languages.includes(chosen) ? chosen : byDefault,
    show: setChosen,
    /** True once the user has chosen a language. The first field then no longer takes the focus. */
    isChosen: chosen !== null,
  };
}

export type ShownLanguage = ReturnType<typeof useShownLanguage>;

type Options<Field extends string> = {
  fields: readonly Field[];
  getText: (field: Field) => string;
  value: Translations<Field>;
  onChange: (value: Translations<Field>) => void;
  getError: (name: string) => string | undefined;
  language: ShownLanguage;
};

export function useTranslations<Field extends string>(options: Options<Field>) {
  const { fields, getText, value, onChange, getError, language } = options;
  const { languages, shown } = language;
  const [byDefault = "en"] = languages;
  const getTranslationError = (one: Language, field: Field) =>
    getError(one === byDefault ? field : `translations.${one}.${field}`);
  return {
    ...language,
    // Calls `getError` for every field, because the form shows the errors of all other fields above
    // its button.
    invalid: languages.filter(
      (one) => fields.map((field) => getTranslationError(one, field)).filter(Boolean).length > 0,
    ),
    getFieldProps: <Props extends object>(field: Field, props: Props) =>
      shown === byDefault
        ? props
        : {
            required: false,
            lang: languageTags[shown],
            ...(getText(field) !== "" && {
              placeholder: getText(field),
              hint: `Leave blank to show the text in ${languageNames[byDefault]}.`,
            }),
            value: value[shown]?.[field] ?? "",
            onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
              const texts = { ...value[shown], [field]: target.value };
              const change = { [shown]: texts } as TranslationsChange<Field>;
              onChange(changeTranslations(value, change));
            },
            error: getTranslationError(shown, field),
          },
  };
}

type TranslatedFieldsProps = {
  of: Pick<ReturnType<typeof useTranslations>, "languages" | "shown" | "show" | "invalid">;
  children: React.ReactNode;
};

export function TranslatedFields({ of, children }: TranslatedFieldsProps) {
  const id = useId();
  const { languages, shown, show, invalid } = of;
  if (languages.length < 2) return children;
  const tabs: Record<string, string> = Object.fromEntries(
    languages.map((language) => [language, languageNames[language]]),
  );
  return (
    <div className="min-w-0">
      <TabList
        {...{ id, tabs, shown, invalid }}
        label="Language"
        onShow={(language) => show(language as Language)}
        className="mb-3 overflow-x-auto border-b border-line whitespace-nowrap *:-outline-offset-2"
      />
      {/* The key remounts the inputs, because only those of translations are controlled. */}
      <div key={shown} {...getPanelProps({ id, shown })} className="grid gap-4">
        {children}
      </div>
    </div>
  );
}

/** Returns a change that sets these translations and removes those in all other languages. */
export const replaceTranslations = <Field extends string>(
  value: Translations<Field>,
): TranslationsChange<Field> =>
  Object.fromEntries(
    allLanguages.map((language) => [language, value[language] ?? null]),
  ) as TranslationsChange<Field>;

export const translationsLabel = {
  label: "Translations",
  show: (value: Translations) =>
    Object.entries(value)
      .map(([language, texts]) => {
        const name = languageNames[language as Language];
        return `${name}: ${Object.values(texts).join(" · ")}`;
      })
      .join("\n"),
};

export const translationsField = { ...translationsLabel, write: replaceTranslations };
