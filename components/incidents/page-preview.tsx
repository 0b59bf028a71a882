"use client";

import { useMemo } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { type Rehearsed, useOverall } from "@/components/overview/use-overall";
import { IncidentBox } from "@/components/status-page/incident-box";
import { OverallStatus } from "@/components/status-page/overall-status";
import { useNow } from "@/components/ui/elapsed";
import type { ComponentStatus } from "@/lib/components/values";
import { defaultBody, type Impact, impactStatus, type IncidentStatus } from "@/lib/incidents/values";
import { speak } from "@/lib/status-page/words";
import { PublicStatus } from "./public-status";
import type { Preview } from "@/components/previews/use-preview";

type PagePreviewProps = {
  /** `says`: what it says of components by their ids; what its impact means for the others. `id` is null before it is reported, `startedAt` undefined for now. */
  incident: { id: string | null; title: string; impact: Impact; status: IncidentStatus; body: string; startedAt: string | undefined; says: Readonly<Record<string, ComponentStatus>> };
  preview: Preview | undefined;
};

// Nothing here leads away from what is being written.
const nowhere = () => "#page-preview";
const links = { incident: nowhere, maintenance: nowhere };

/** The public page as it will be, in the words of its first language: what it says as a whole, the incident, and what becomes of the components. */
export function PagePreview({ incident: { id: known, title, impact, status, body, startedAt, says }, preview }: PagePreviewProps) {
  const { languages, time_zone } = useOrganization();
  const say = useMemo(() => speak(languages[0] ?? "en", time_zone), [languages, time_zone]);
  const now = new Date(useNow()).toISOString();
  const at = startedAt !== undefined && !Number.isNaN(Date.parse(startedAt)) ? startedAt : now;
  const components = preview?.components ?? [];
  const rehearsed = useMemo((): Rehearsed | undefined => {
    if (preview === undefined) return undefined;
    return {
      incident: { id: known ?? "", title, impact, started_at: at, components: preview.components.map(({ id }) => ({ id, status: says[id] ?? impactStatus[impact] })) },
      resolved: status === "resolved",
      after: new Map(preview.components.map(({ id, status_after }) => [id, status_after])),
    };
  }, [preview, known, title, impact, at, status, says]);
  const { overall } = useOverall(rehearsed);
  return (
    <div id="page-preview" lang={say.language} className="grid gap-3">
      {overall && <OverallStatus overall={overall} say={say} links={links} />}
      <IncidentBox
        level="h3"
        say={say}
        incident={{
          id: "",
          title,
          status,
          impact,
          started_at: at,
          resolved_at: null,
          components: components.map(({ id, name }) => ({ id, name, group: null, status: "operational" })),
          updates: [{ status, body: body.trim() || defaultBody[status], at: status === "resolved" || known !== null ? now : at, edited_at: null }],
          postmortem: null,
        }}
      />
      {components.length > 0 && (
        <ul aria-label="What becomes of the components">
          {components.map(({ id, name, status_after }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-b-0">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <PublicStatus status={status_after} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
