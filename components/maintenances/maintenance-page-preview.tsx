"use client";

import { useMemo } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { MaintenanceBox } from "@/components/status-page/event-box";
import { ViewContext } from "@/components/status-page/view";
import { useNow } from "@/components/ui/relative-time";
import type { PreviewResponse } from "@/components/updates/use-preview";
import type { MaintenanceStatus } from "@/lib/maintenances/values";
import type { FormattedText } from "@/lib/markdown/values";
import type { Language } from "@/lib/organizations/values";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks } from "@/lib/public/page/rules";
import type { PublicMaintenance } from "@/lib/public/page/schema";
import { localize, selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { withDefaultMessage } from "@/lib/updates/values";

type Props = {
  maintenance: {
    title: string;
    translations: TranslationsChange<"title"> | undefined;
    status: MaintenanceStatus;
    scheduled_for: string;
    scheduled_until: string;
    update: FormattedText & { translations?: TranslationsChange<"body"> | undefined };
  };
  preview: PreviewResponse | undefined;
  language: Language;
};

// Links in the preview must not navigate away from the form.
const links = { ...createPageLinks("", [], "en"), maintenance: () => "#page-preview" };

export function MaintenancePagePreview({ maintenance, preview, language }: Props) {
  const { languages, time_zone } = useOrganization();
  const view = useMemo(
    () => ({ texts: getPageTexts(language, time_zone), links }),
    [language, time_zone],
  );
  const now = new Date(useNow()).toISOString();
  const { title, translations, status, scheduled_for, scheduled_until, update } = maintenance;
  const message = {
    body: update.body.trim(),
    format: update.format,
    translations: selectTexts(update.translations ?? {}, "body"),
  };
  const draft: PublicMaintenance = {
    ...{ id: "", title, status, scheduled_for, scheduled_until },
    translations: selectTexts(translations ?? {}, "title"),
    ...{ started_at: null, ended_at: null, created_at: now, updated_at: now },
    components: (preview?.components ?? []).map(({ id, name }) => ({
      ...{ id, name, group: null, translations: {} },
    })),
    updates: [
      {
        ...{ id: "", created_at: now, at: now, edited_at: null, notified: false, affected: [] },
        status,
        ...withDefaultMessage(message, status, languages),
      },
    ],
    more_updates: 0,
  };
  return (
    <div id="page-preview" lang={view.texts.tag}>
      <ViewContext value={view}>
        <MaintenanceBox maintenance={localize(draft, language, languages[0] ?? "en")} />
      </ViewContext>
    </div>
  );
}
