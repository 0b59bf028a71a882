"use client";

import { useMemo } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { type DraftIncident, useOverallStatus } from "@/components/overview/use-overall";
import { IncidentBox } from "@/components/status-page/event-box";
import { OverallStatus } from "@/components/status-page/overall-status";
import { ViewContext } from "@/components/status-page/view";
import { useNow } from "@/components/ui/relative-time";
import type { ComponentStatus } from "@/lib/components/values";
import {
  defaultIncidentMessages,
  type Impact,
  statusByImpact,
  type IncidentStatus,
} from "@/lib/incidents/values";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { pageLinks } from "@/lib/public/page/rules";
import { PublicStatusBadge } from "./public-status";
import type { PreviewResponse } from "@/components/updates/use-preview";

type PagePreviewProps = {
  /** `id` is null before publishing. `startedAt` undefined means now. */
  incident: {
    id: string | null;
    title: string;
    impact: Impact;
    status: IncidentStatus;
    body: string;
    startedAt: string | undefined;
    statuses: Readonly<Record<string, ComponentStatus>>;
  };
  preview: PreviewResponse | undefined;
};

// Links in the preview must not leave the form.
const toPreview = () => "#page-preview";
const links = { ...pageLinks("", [], "en"), incident: toPreview, maintenance: toPreview };

export function PagePreview({
  incident: { id: known, title, impact, status, body, startedAt, statuses },
  preview,
}: PagePreviewProps) {
  const { languages, time_zone } = useOrganization();
  const view = useMemo(
    () => ({ texts: getPageTexts(languages[0] ?? "en", time_zone), links }),
    [languages, time_zone],
  );
  const now = new Date(useNow()).toISOString();
  const at = startedAt !== undefined && !Number.isNaN(Date.parse(startedAt)) ? startedAt : now;
  const components = preview?.components ?? [];
  const draft = useMemo((): DraftIncident | undefined => {
    if (preview === undefined) return undefined;
    return {
      incident: {
        id: known ?? "",
        title,
        impact,
        started_at: at,
        components: preview.components.map(({ id }) => ({
          id,
          status: statuses[id] ?? statusByImpact[impact],
        })),
      },
      resolved: status === "resolved",
      after: new Map(preview.components.map(({ id, status_after }) => [id, status_after])),
    };
  }, [preview, known, title, impact, at, status, statuses]);
  const { overall } = useOverallStatus(draft);
  return (
    <div id="page-preview" lang={view.texts.language} className="grid gap-3">
      <ViewContext value={view}>
        {overall && <OverallStatus overall={overall} />}
        <IncidentBox
          level="h3"
          incident={{
            id: "",
            title,
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
              status: "operational",
            })),
            updates: [
              {
                id: "",
                created_at: at,
                notified: false,
                affected: [],
                status,
                body: body.trim() || defaultIncidentMessages[status],
                at: status === "resolved" || known !== null ? now : at,
                edited_at: null,
              },
            ],
            more_updates: 0,
            postmortem: null,
          }}
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
