"use client";

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
import { type ResponseBody, call } from "@/lib/http/client";
import { MaintenanceStatusBadge, maintenanceStatusLooks } from "./maintenance-status";

const EditMaintenanceUpdate = dynamic(() => import("./edit-maintenance-update"), {
  loading: () => <SkeletonRows rows={2} label="Loading form" />,
});

export const UPDATES = "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates";
export type MaintenanceUpdateResponse = ResponseBody<typeof UPDATES>[number];

export const useMaintenanceUpdates = (orgID: string, maintenanceID: string) =>
  useReadPages(UPDATES, { params: { orgID, maintenanceID } });

export function MaintenanceTimeline({
  orgID,
  updates: { items, error, more, loadingMore },
}: {
  orgID: string;
  updates: ReturnType<typeof useMaintenanceUpdates>;
}) {
  const authorOf = useAuthors();
  const refresh = useRefresh(orgID);
  if (error) return <Message>{error.detail}</Message>;
  const removalOf = (update: MaintenanceUpdateResponse): Removal | undefined => {
    const consequence = describeDeletion(
      update,
      items ?? [],
      more !== null,
      (status) => maintenanceStatusLooks[status].word,
    );
    const remove = async () => {
      await call(
        "DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}",
        { params: { orgID, maintenanceID: update.maintenance_id, updateID: update.id } },
      );
      await refresh();
      showToast("Update deleted.");
    };
    return consequence === null ? undefined : { consequence, remove };
  };
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => (
        <MaintenanceEntry
          key={update.id}
          update={update}
          authorOf={authorOf}
          removal={removalOf(update)}
          edit={{
            draft: editDraft("maintenance", update.id),
            render: (form) => (
              <EditMaintenanceUpdate
                maintenanceID={update.maintenance_id}
                updateID={update.id}
                {...form}
              />
            ),
          }}
        />
      )}
    </UpdateTimeline>
  );
}

type MaintenanceEntryProps = {
  update: MaintenanceUpdateResponse;
  authorOf: ReturnType<typeof useAuthors>;
  edit?: Edit;
  removal?: Removal | undefined;
};

export function MaintenanceEntry({ update, authorOf, edit, removal }: MaintenanceEntryProps) {
  const author = update.author_id === null ? "Automatic" : authorOf(update.author_id);
  return (
    <UpdateEntry
      update={update}
      status={<MaintenanceStatusBadge status={update.status} />}
      at={update.created_at}
      author={author}
      {...(edit && { edit })}
      {...(removal && { removal })}
    />
  );
}
