"use client";

import { ArrowRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useReadPages } from "@/components/data/use-read";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type Edit, editDraft, UpdateEntry, UpdateTimeline } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import { IncidentStatus } from "./incident-status";
import { publicStatusWord } from "./public-status";
import type { IncidentUpdate } from "./read-posted-since";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

/** The updates of an incident, newest first, page by page. */
export const useIncidentUpdates = (orgID: string, incidentID: string) => useReadPages("GET /v1/organizations/{orgID}/incidents/{incidentID}/updates", { params: { orgID, incidentID } });

/** All that was said of an incident, newest first. */
export function IncidentTimeline({ updates: { items, error, more, loadingMore } }: { updates: ReturnType<typeof useIncidentUpdates> }) {
  const authorOf = useAuthors();
  if (error) return <Message>{error.detail}</Message>;
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => <IncidentEntry key={update.id} update={update} author={authorOf(update.author_id)} edit={{ draft: editDraft("incident", update.id), render: (form) => <EditUpdate incidentID={update.incident_id} updateID={update.id} {...form} /> }} />}
    </UpdateTimeline>
  );
}

/** One update of an incident, and what it changed of its components. */
export function IncidentEntry({ update, author, edit }: { update: IncidentUpdate; author: string | undefined; edit?: Edit }) {
  const changed = update.components.filter(({ old_status, new_status }) => old_status !== new_status);
  return (
    <UpdateEntry update={update} status={<IncidentStatus status={update.status} />} at={update.display_at} author={author} {...(edit && { edit })}>
      {changed.length > 0 && (
        <ul className="grid gap-1 text-xs text-muted">
          {changed.map(({ id, name, old_status, new_status }) => (
            <li key={id} className="flex flex-wrap items-center gap-1.5">
              <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi> {publicStatusWord(old_status)}
              <ArrowRight className="size-3 rtl:rotate-180" aria-label="became" /> {publicStatusWord(new_status)}
            </li>
          ))}
        </ul>
      )}
    </UpdateEntry>
  );
}
