"use client";

import { EventRow } from "@/components/updates/event-row";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { TimeAgo } from "@/components/ui/relative-time";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { getMaintenanceSpan } from "@/lib/maintenances/values";
import { Period } from "./period";

type MaintenanceRowProps = {
  maintenance: MaintenanceResponse;
  names: ReadonlyMap<string, string>;
};

export function MaintenanceRow({ maintenance, names }: MaintenanceRowProps) {
  const { id, status, scheduled_for } = maintenance;
  return (
    <EventRow
      path={`/maintenances/${id}`}
      event={maintenance}
      names={names}
      badges={<UpdateStatusBadge status={status} />}
    >
      <Period {...getMaintenanceSpan(maintenance)} />
      {status === "scheduled" && (
        <>
          {" · "}
          <TimeAgo at={scheduled_for} />
        </>
      )}
    </EventRow>
  );
}
