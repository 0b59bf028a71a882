import { useMemo } from "react";
import { usePublicNames } from "@/components/components/use-public-names";
import { useOrganization } from "@/components/organizations/organization-context";
import type { TextFormat } from "@/lib/markdown/values";
import type { Language } from "@/lib/organizations/values";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks } from "@/lib/public/page/rules";
import { localize, selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { withDefaultMessage } from "@/lib/updates/values";
import type { UpdateStatus } from "./update-calls";
import type { PreviewResponse } from "./use-preview";

export type DraftUpdate = {
  body?: string | undefined;
  format?: TextFormat | undefined;
  translations?: TranslationsChange<"body"> | undefined;
};

// Links in the preview must not navigate away from the form.
const toPreview = () => "#page-preview";
const links = { ...createPageLinks("", [], "en"), incident: toPreview, maintenance: toPreview };

/** Returns the view of a status page preview, and functions that convert its content. */
export function usePagePreview(language: Language) {
  const { languages, time_zone } = useOrganization();
  const { names } = usePublicNames();
  const view = useMemo(
    () => ({ texts: getPageTexts(language, time_zone), links }),
    [language, time_zone],
  );
  return {
    view,
    localizeContent: <Content>(content: Content) =>
      localize(content, language, languages[0] ?? "en"),
    toComponents: (preview: PreviewResponse | undefined) =>
      (preview?.components ?? []).map(
        ({ id, name }) => names?.get(id) ?? { id, name, group: null, translations: {} },
      ),
    toUpdate: <Status extends UpdateStatus>(
      { body = "", format = "plain", translations = {} }: DraftUpdate,
      status: Status,
      times: { created_at: string; at: string },
    ) => {
      const text = { body: body.trim(), format, translations: selectTexts(translations, "body") };
      return {
        ...{ id: "", status, edited_at: null, notified: false, affected: [] },
        ...withDefaultMessage(text, status, languages),
        ...times,
      };
    },
  };
}
