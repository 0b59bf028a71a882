"use client";

import { useMemo } from "react";
import { usePublicNames } from "@/components/components/use-public-names";
import { useOrganization } from "@/components/organizations/organization-context";
import type { FormattedText } from "@/lib/markdown/values";
import type { Language } from "@/lib/organizations/values";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks } from "@/lib/public/page/rules";
import { localize, selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { withDefaultMessage } from "@/lib/updates/values";
import type { PreviewResponse } from "./use-preview";

export type DraftUpdate = FormattedText & {
  translations?: TranslationsChange<"body"> | undefined;
};

// Links in the preview must not navigate away from the form.
const toPreview = () => "#page-preview";
const links = { ...createPageLinks("", [], "en"), incident: toPreview, maintenance: toPreview };

/** Returns the view, localization, components, and messages for a preview of the status page. */
export function usePagePreview(language: Language) {
  const { languages, time_zone } = useOrganization();
  const { names } = usePublicNames();
  const view = useMemo(
    () => ({ texts: getPageTexts(language, time_zone), links }),
    [language, time_zone],
  );
  type Status = Parameters<typeof withDefaultMessage>[1];
  return {
    view,
    localizeContent: <Content>(content: Content) =>
      localize(content, language, languages[0] ?? "en"),
    toComponents: (preview: PreviewResponse | undefined) =>
      (preview?.components ?? []).map(
        ({ id, name }) => names?.get(id) ?? { id, name, group: null, translations: {} },
      ),
    toMessage: ({ body, format, translations }: DraftUpdate, status: Status) =>
      withDefaultMessage(
        { body: body.trim(), format, translations: selectTexts(translations ?? {}, "body") },
        status,
        languages,
      ),
  };
}
