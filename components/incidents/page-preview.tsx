"use client";

import { useMemo } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { IncidentBox } from "@/components/status-page/incident-box";
import { useNow } from "@/components/ui/elapsed";
import { defaultBody, type Impact, type IncidentStatus } from "@/lib/incidents/values";
import { speak } from "@/lib/status-page/words";
import { PublicStatus } from "./public-status";
import type { Preview } from "./use-preview";

type PagePreviewProps = {
  incident: { title: string; impact: Impact; status: IncidentStatus; body: string; startedAt: string | undefined };
  preview: Preview | undefined;
};

/** The incident as the public page will show it, in the words of its first language, and what becomes of the components. */
export function PagePreview({ incident: { title, impact, status, body, startedAt }, preview }: PagePreviewProps) {
  const { languages, time_zone } = useOrganization();
  const say = useMemo(() => speak(languages[0] ?? "en", time_zone), [languages, time_zone]);
  const now = new Date(useNow()).toISOString();
  const at = startedAt !== undefined && !Number.isNaN(Date.parse(startedAt)) ? startedAt : now;
  const components = preview?.components ?? [];
  return (
    <div className="grid gap-3">
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
          updates: [{ status, body: body.trim() || defaultBody[status], at: status === "resolved" ? now : at, edited_at: null }],
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
