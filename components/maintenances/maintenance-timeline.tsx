"use client";

import dynamic from "next/dynamic";
import { useReadPages } from "@/components/data/use-read";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type Edit, editDraft, UpdateEntry, UpdateTimeline } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import type { Answer } from "@/lib/http/client";
import { MaintenanceStatus } from "./maintenance-status";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

export const UPDATES = "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates";
export type MaintenanceUpdate = Answer<typeof UPDATES>[number];

/** The updates of a maintenance, newest first, page by page. */
export const useMaintenanceUpdates = (orgID: string, maintenanceID: string) => useReadPages(UPDATES, { params: { orgID, maintenanceID } });

/** All that was said of a maintenance, newest first. */
export function MaintenanceTimeline({ updates: { items, error, more, loadingMore } }: { updates: ReturnType<typeof useMaintenanceUpdates> }) {
  const authorOf = useAuthors();
  if (error) return <Message>{error.detail}</Message>;
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => (
        <MaintenanceEntry key={update.id} update={update} authorOf={authorOf} edit={{ draft: editDraft("maintenance", update.id), render: (form) => <EditUpdate maintenanceID={update.maintenance_id} updateID={update.id} {...form} /> }} />
      )}
    </UpdateTimeline>
  );
}

type MaintenanceEntryProps = { update: MaintenanceUpdate; authorOf: ReturnType<typeof useAuthors>; edit?: Edit };

/** One update of a maintenance. */
export function MaintenanceEntry({ update, authorOf, edit }: MaintenanceEntryProps) {
  const author = update.author_id === null ? "By itself" : authorOf(update.author_id);
  return <UpdateEntry update={update} status={<MaintenanceStatus status={update.status} />} at={update.created_at} author={author} {...(edit && { edit })} />;
}
