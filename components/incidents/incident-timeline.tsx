"use client";

import { ArrowRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { UpdateEntry, UpdateTimeline } from "@/components/updates/update-timeline";
import { IncidentStatus } from "./incident-status";
import { publicStatusWord } from "./public-status";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

/** All that was said of an incident, newest first. */
export function IncidentTimeline({ incidentID }: { incidentID: string }) {
  const { id: orgID } = useOrganization();
  const { items, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/incidents/{incidentID}/updates", { params: { orgID, incidentID } });
  const { data: members } = useRead("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  if (error) return <Message>{error.detail}</Message>;
  return (
    <UpdateTimeline updates={items} more={more} loadingMore={loadingMore}>
      {(update) => {
        const changed = update.components.filter(({ old_status, new_status }) => old_status !== new_status);
        return (
          <UpdateEntry
            key={update.id}
            update={update}
            status={<IncidentStatus status={update.status} />}
            at={update.display_at}
            author={members?.find(({ id }) => id === update.author_id)?.name}
            renderEdit={(close) => <EditUpdate incidentID={update.incident_id} updateID={update.id} onClose={close} />}
          >
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
      }}
    </UpdateTimeline>
  );
}
