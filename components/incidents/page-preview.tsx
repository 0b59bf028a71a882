"use client";

import { useNow } from "@/components/ui/elapsed";
import { Moment } from "@/components/ui/moment";
import type { Options } from "@/lib/http/client";
import { defaultBody, type Impact, type IncidentStatus } from "@/lib/incidents/values";
import { IncidentImpact } from "./incident-impact";
import { incidentStatusLooks } from "./incident-status";
import { PublicStatus } from "./public-status";
import type { Preview } from "./use-preview";

type PagePreviewProps = { incident: Options<"POST /v1/organizations/{orgID}/incidents/preview">["body"]; preview: Preview | undefined };

/** The incident as the public page will show it. */
export function PagePreview({ incident, preview }: PagePreviewProps) {
  const now = useNow();
  const status = (incident.status ?? "investigating") as IncidentStatus;
  return (
    <article className="grid gap-3">
      <header className="grid justify-items-start gap-1">
        <h3 className="font-semibold wrap-anywhere">
          <bdi>{incident.title}</bdi>
        </h3>
        <IncidentImpact impact={incident.impact as Impact} />
      </header>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <strong className="font-medium">{incidentStatusLooks[status].word}</strong> — <bdi>{incident.body?.trim() || defaultBody[status]}</bdi>
      </p>
      <p className="text-xs text-muted">
        <Moment at={incident.started_at ?? new Date(now).toISOString()} />
      </p>
      {preview !== undefined && preview.components.length > 0 && (
        <ul className="border-t border-line">
          {preview.components.map(({ id, name, status_after }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-b-0">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <PublicStatus status={status_after} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
