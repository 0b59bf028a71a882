import { MaintenanceBox } from "@/components/status-page/event-box";
import { ViewContext } from "@/components/status-page/view";
import { useNow } from "@/components/ui/relative-time";
import type { MaintenanceStatus } from "@/lib/maintenances/values";
import type { Language } from "@/lib/organizations/values";
import type { PublicMaintenance } from "@/lib/public/page/schema";
import { selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { type DraftUpdate, usePagePreview } from "./use-page-preview";
import type { PreviewResponse } from "./use-preview";

type Props = {
  maintenance: {
    title?: string;
    translations?: TranslationsChange<"title">;
    status: MaintenanceStatus;
    scheduled_for: string;
    scheduled_until: string;
    update: DraftUpdate;
  };
  preview: PreviewResponse | undefined;
  language: Language;
};

export default function MaintenancePagePreview({ maintenance, preview, language }: Props) {
  const { view, localizeContent, toComponents, toUpdate } = usePagePreview(language);
  const now = new Date(useNow()).toISOString();
  const { title = "", translations, status, scheduled_for, scheduled_until, update } = maintenance;
  const draft: PublicMaintenance = {
    ...{ id: "", title, status, scheduled_for, scheduled_until },
    translations: selectTexts(translations ?? {}, "title"),
    ...{ started_at: null, ended_at: null, created_at: now, updated_at: now },
    components: toComponents(preview),
    updates: [toUpdate(update, status, { created_at: now, at: now })],
    more_updates: 0,
  };
  return (
    <div id="page-preview" lang={view.texts.tag}>
      <ViewContext value={view}>
        <MaintenanceBox maintenance={localizeContent(draft)} />
      </ViewContext>
    </div>
  );
}
