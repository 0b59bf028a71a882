"use client";

import { useCallback, useEffect, useRef } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import type { IncidentResponse } from "@/lib/http/api-client";
import { QuickUpdate } from "./quick-update";

type UpdatePanelProps = {
  open: boolean;
  incident: IncidentResponse | null;
  onClose: () => void;
  onUnsent: (incident: IncidentResponse, isUnsent: boolean) => void;
  onRestored: (incident: IncidentResponse) => void;
};

export function UpdatePanel({ open, incident, onClose, ...events }: UpdatePanelProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isSide
      title={
        <>
          Update “<bdi>{incident?.title}</bdi>”
        </>
      }
    >
      {incident && (
        <UpdateForm key={incident.id} incident={incident} onPosted={onClose} {...events} />
      )}
    </Dialog>
  );
}

type UpdateFormProps = {
  incident: IncidentResponse;
  onPosted: () => void;
} & Pick<UpdatePanelProps, "onUnsent" | "onRestored">;

function UpdateForm({ incident, onUnsent, onRestored, onPosted }: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const { data: updates } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    { params: { orgID, incidentID: incident.id } },
  );
  const last = updates?.[0];
  const latest = useRef(incident);
  useEffect(() => {
    latest.current = incident;
  });
  const reportUnsent = useCallback(
    (isUnsent: boolean) => onUnsent(latest.current, isUnsent),
    [onUnsent],
  );
  return (
    <QuickUpdate
      // Updates may load before the incident list; the newest update has the current status.
      incident={{ ...incident, status: last?.status ?? incident.status }}
      newest={last?.id}
      onUnsent={reportUnsent}
      onRestored={() => onRestored(incident)}
      onPosted={onPosted}
    />
  );
}
