"use client";

import dynamic from "next/dynamic";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { UpdateEntry, UpdateTimeline } from "@/components/updates/update-timeline";
import { MaintenanceStatus } from "./maintenance-status";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

/** All that was said of a maintenance, newest first. */
export function MaintenanceTimeline({ maintenanceID }: { maintenanceID: string }) {
  const { id: orgID } = useOrganization();
  const { items, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", { params: { orgID, maintenanceID } });
  const { data: members } = useRead("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  if (error) return <Message>{error.detail}</Message>;
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => (
        <UpdateEntry
          key={update.id}
          update={update}
          status={<MaintenanceStatus status={update.status} />}
          at={update.created_at}
          author={update.author_id === null ? "By itself" : members?.find(({ id }) => id === update.author_id)?.name}
          renderEdit={(close) => <EditUpdate maintenanceID={update.maintenance_id} updateID={update.id} onClose={close} />}
        />
      )}
    </UpdateTimeline>
  );
}
