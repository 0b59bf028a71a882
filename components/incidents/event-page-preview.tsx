"use client";

import { useMemo } from "react";
import { type DraftIncident, useOverallStatus } from "@/components/overview/use-overall";
import { IncidentBox } from "@/components/status-page/event-box";
import { OverallStatus } from "@/components/status-page/overall-status";
import { ViewContext } from "@/components/status-page/view";
import { useNow } from "@/components/ui/relative-time";
import type { ComponentStatus } from "@/lib/components/values";
import { type Impact, statusByImpact, type IncidentStatus } from "@/lib/incidents/values";
import type { Language } from "@/lib/organizations/values";
import type { PublicIncident } from "@/lib/public/page/schema";
import { selectTexts } from "@/lib/translations/rules";
import type { TranslationsChange } from "@/lib/translations/values";
import { PublicStatusBadge } from "@/components/components/public-status";
import { type DraftUpdate, usePagePreview } from "@/components/updates/use-page-preview";
import type { PreviewResponse } from "@/components/updates/use-preview";

type EventPagePreviewProps = {
  incident: {
    id: string | null;
    title: string;
    translations: TranslationsChange<"title"> | undefined;
    impact: Impact;
    status: IncidentStatus;
    update: DraftUpdate;
    startedAt: string | undefined;
    statuses: Readonly<Record<string, ComponentStatus>>;
  };
  preview: PreviewResponse | undefined;
  language: Language;
};

export function EventPagePreview({
  incident: { id: known, title, translations, impact, status, update, startedAt, statuses },
  preview,
  language,
}: EventPagePreviewProps) {
  const { view, localizeContent, toMessage } = usePagePreview(language);
  const now = new Date(useNow()).toISOString();
  const at = startedAt !== undefined && !Number.isNaN(Date.parse(startedAt)) ? startedAt : now;
  const components = preview?.components ?? [];
  const draft = useMemo((): DraftIncident | undefined => {
    if (preview === undefined) return undefined;
    return {
      incident: {
        id: known ?? "",
        title,
        translations: selectTexts(translations ?? {}, "title"),
        impact,
        started_at: at,
        components: preview.components.map(({ id }) => ({
          id,
          status: statuses[id] ?? statusByImpact[impact],
        })),
      },
      isResolved: status === "resolved",
      after: new Map(preview.components.map(({ id, status_after }) => [id, status_after])),
    };
  }, [preview, known, title, translations, impact, at, status, statuses]);
  const { overall, components: listed } = useOverallStatus(draft);
  return (
    <div id="page-preview" lang={view.texts.tag} className="grid gap-3">
      <ViewContext value={view}>
        {overall && <OverallStatus overall={localizeContent(overall)} />}
        <IncidentBox
          level="h3"
          incident={localizeContent<PublicIncident>({
            id: "",
            title,
            translations: selectTexts(translations ?? {}, "title"),
            status,
            impact,
            started_at: at,
            resolved_at: null,
            created_at: at,
            updated_at: at,
            components: components.map(({ id, name }) => ({
              id,
              name,
              group: null,
              translations: listed?.find((component) => component.id === id)?.translations ?? {},
              status: "operational",
            })),
            updates: [
              {
                id: "",
                created_at: at,
                notified: false,
                affected: [],
                status,
                ...toMessage(update, status),
                at: status === "resolved" || known !== null ? now : at,
                edited_at: null,
              },
            ],
            more_updates: 0,
            postmortem: null,
          })}
        />
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
