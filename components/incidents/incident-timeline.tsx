"use client";

import { ArrowRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useReadPages, useRefresh } from "@/components/data/use-read";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import {
  describeDeletion,
  type Edit,
  editDraft,
  type Removal,
  UpdateEntry,
  UpdateTimeline,
} from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { IncidentStatusBadge, incidentStatusLooks } from "./incident-status";
import { publicStatusWord } from "./public-status";
import type { IncidentUpdateResponse } from "./load-incident-updates";

const EditIncidentUpdate = dynamic(() => import("./edit-incident-update"), {
  loading: () => <SkeletonRows rows={2} label="Loading form" />,
});

export const useIncidentUpdates = (orgID: string, incidentID: string) =>
  useReadPages("GET /v1/organizations/{orgID}/incidents/{incidentID}/updates", {
    params: { orgID, incidentID },
  });

export function IncidentTimeline({
  orgID,
  updates: { items, error, more, loadingMore },
}: {
  orgID: string;
  updates: ReturnType<typeof useIncidentUpdates>;
}) {
  const authorOf = useAuthors();
  const refresh = useRefresh(orgID);
  if (error) return <Message>{error.detail}</Message>;
  const removalOf = (update: IncidentUpdateResponse): Removal | undefined => {
    const consequence = describeDeletion(
      update,
      items ?? [],
      more !== null,
      (status) => incidentStatusLooks[status].word,
    );
    const remove = async () => {
      await call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}", {
        params: { orgID, incidentID: update.incident_id, updateID: update.id },
      });
      await refresh();
      showToast("Update deleted.");
    };
    return consequence === null ? undefined : { consequence, remove };
  };
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => (
        <IncidentEntry
          key={update.id}
          update={update}
          author={authorOf(update.author_id)}
          removal={removalOf(update)}
          edit={{
            draft: editDraft("incident", update.id),
            render: (form) => (
              <EditIncidentUpdate incidentID={update.incident_id} updateID={update.id} {...form} />
            ),
          }}
        />
      )}
    </UpdateTimeline>
  );
}

export function IncidentEntry({
  update,
  author,
  edit,
  removal,
}: {
  update: IncidentUpdateResponse;
  author: string | undefined;
  edit?: Edit;
  removal?: Removal | undefined;
}) {
  const changed = update.components.filter(
    ({ old_status, new_status }) => old_status !== new_status,
  );
  return (
    <UpdateEntry
      update={update}
      status={<IncidentStatusBadge status={update.status} />}
      at={update.display_at}
      author={author}
      {...(edit && { edit })}
      {...(removal && { removal })}
    >
      {changed.length > 0 && (
        <ul className="grid gap-1 text-xs text-muted">
          {changed.map(({ id, name, old_status, new_status }) => (
            <li key={id} className="flex flex-wrap items-center gap-1.5">
              <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi>{" "}
              {publicStatusWord(old_status)}
              <ArrowRight className="size-3 rtl:rotate-180" aria-label="to" />{" "}
              {publicStatusWord(new_status)}
            </li>
          ))}
        </ul>
      )}
    </UpdateEntry>
  );
}
