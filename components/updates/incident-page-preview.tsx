import { useMemo } from "react";
import { IncidentBox } from "@/components/status-page/event-box";
import { OverallStatus } from "@/components/status-page/overall-status";
import { ViewContext } from "@/components/status-page/view";
import { useNow } from "@/components/ui/relative-time";
import { PublicStatusBadge } from "@/components/components/public-status";
import { type Impact, statusByImpact, type IncidentStatus } from "@/lib/incidents/values";
import type { ComponentStatusInput } from "@/lib/incidents/schema";
import type { Language } from "@/lib/organizations/values";
import type { PublicIncident } from "@/lib/public/page/schema";
import { selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { type DraftIncident, useOverallStatus } from "./use-overall";
import { useIncident } from "./update-calls";
import { type DraftUpdate, usePagePreview } from "./use-page-preview";
import type { PreviewResponse } from "./use-preview";

type IncidentPagePreviewProps = {
  /** The incident before the update. `id` is null for a new incident. */
  incident: {
    id: string | null;
    title: string;
    translations: TranslationsChange<"title"> | undefined;
    impact: Impact;
    started_at?: string;
    status?: IncidentStatus;
  };
  status: IncidentStatus;
  update: DraftUpdate & { components?: readonly unknown[] | undefined };
  preview: PreviewResponse | undefined;
  language: Language;
};

export default function IncidentPagePreview(props: IncidentPagePreviewProps) {
  const { incident, status, update, preview, language } = props;
  const { id: known, title, translations, impact, started_at: startedAt } = incident;
  const { view, localizeContent, toComponents, toUpdate } = usePagePreview(language);
  const now = new Date(useNow()).toISOString();
  const at = startedAt !== undefined && !Number.isNaN(Date.parse(startedAt)) ? startedAt : now;
  const components = preview?.components ?? [];
  const { overall } = useOverallStatus(useDraftIncident(props, at));
  const shown: PublicIncident = {
    ...{ id: "", title, status, impact, started_at: at, resolved_at: null },
    translations: selectTexts(translations ?? {}, "title"),
    ...{ created_at: at, updated_at: at },
    components: toComponents(preview).map((component) => ({ ...component, status: "operational" })),
    updates: [
      toUpdate(update, status, {
        created_at: at,
        at: status === "resolved" || known !== null ? now : at,
      }),
    ],
    more_updates: 0,
    postmortem: null,
  };
  return (
    <div id="page-preview" lang={view.texts.tag} className="grid gap-3">
      <ViewContext value={view}>
        {overall && <OverallStatus overall={localizeContent(overall)} />}
        <IncidentBox incident={localizeContent(shown)} />
      </ViewContext>
      {components.length > 0 && (
        <ul aria-label="Component status">
          {components.map(({ id, name, status_after }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-b-0"
            >
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <PublicStatusBadge status={status_after} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useDraftIncident(
  { incident, status, update, preview }: IncidentPagePreviewProps,
  at: string,
): DraftIncident | undefined {
  const { id, title, translations, impact } = incident;
  // The API does not return the statuses that reopening a resolved incident restores.
  const readID = incident.status === "resolved" ? null : id;
  const components = useIncident(readID).data?.components;
  const isLoading = readID !== null && components === undefined;
  return useMemo(() => {
    if (preview === undefined || isLoading) return undefined;
    const explicit = [
      ...(components ?? []),
      ...(update.components ?? []),
    ] as ComponentStatusInput[];
    const statuses = new Map(explicit.map((component) => [component.id, component.status]));
    return {
      incident: {
        ...{ id: id ?? "", title, impact, started_at: at },
        translations: selectTexts(translations ?? {}, "title"),
        components: preview.components.map((component) => ({
          id: component.id,
          status: statuses.get(component.id) ?? statusByImpact[impact],
        })),
      },
      isResolved: status === "resolved",
      after: new Map(preview.components.map((component) => [component.id, component.status_after])),
    };
  }, [preview, isLoading, id, title, translations, impact, at, status, components, update]);
}
