"use client";

import { useRead } from "@/components/data/use-read";
import IncidentUpdateForm from "@/components/incidents/incident-update-form";
import { updateActions as maintenanceActions } from "@/components/updates/update-actions";
import MaintenanceUpdateForm from "@/components/maintenances/maintenance-update-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { useIsPainted } from "@/components/ui/use-is-painted";
import {
  getSubject,
  getUpdatesParams,
  getUpdatesPath,
  type UpdatedEvent,
} from "@/components/updates/update-calls";
import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/api-client";
import type { Subject } from "@/lib/updates/values";
import type { PanelAction } from "./use-update-panel";

type UpdatePanelProps = {
  open: boolean;
  event: UpdatedEvent | null;
  action: PanelAction;
  isByKey: boolean;
  onClose: () => void;
  onUnsent: (event: UpdatedEvent, action: PanelAction, isUnsent: boolean) => void;
  onRestored: (event: UpdatedEvent, action: PanelAction) => void;
};

const verbs = { update: "Update", resolve: "Resolve", start: "Start", complete: "Complete" };

export const UpdatePanel = ({ open, event, action, onClose, ...handlers }: UpdatePanelProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    isSide
    title={
      <>
        {verbs[action]} “<bdi>{event?.title}</bdi>”
      </>
    }
    description={action === "resolve" ? undefined : maintenanceActions[action].description}
  >
    {event && (
      <PanelContent key={`${event.id} ${action}`} {...{ event, action, onClose }} {...handlers} />
    )}
  </Dialog>
);

type PanelFormProps = Omit<UpdatePanelProps, "open" | "event" | "isByKey"> & {
  event: UpdatedEvent;
};

/**
 * The panel is painted before its form because the form takes longer. If a shortcut opened the
 * panel, the form is rendered immediately, because it receives the next key presses.
 */
function PanelContent({ isByKey, ...props }: PanelFormProps & { isByKey: boolean }) {
  const isPainted = useIsPainted();
  if (!isPainted && !isByKey) return <div data-focus-first tabIndex={-1} />;
  return <PanelForm {...props} />;
}

function PanelForm({ event, action, onClose, onUnsent, onRestored }: PanelFormProps) {
  const last = useNewestUpdate(getSubject(event));
  const props = {
    ...{ isInPanel: true, focusMessage: true, newest: last?.id, onPosted: onClose },
    onUnsent: (isUnsent: boolean) => onUnsent(event, action, isUnsent),
    onRestored: () => onRestored(event, action),
    onDiscarded: () => {
      // Closing the panel unmounts the form before an effect of the form can call `onUnsent`.
      onUnsent(event, action, false);
      onClose();
    },
  };
  // Updates may load before the list; the newest update has the current status.
  const status = last?.status ?? event.status;
  return "impact" in event ? (
    <IncidentUpdateForm
      incident={{ ...event, status } as IncidentResponse}
      action={action === "resolve" ? "resolve" : "update"}
      {...props}
    />
  ) : (
    <MaintenanceUpdateForm
      maintenance={{ ...event, status } as MaintenanceResponse}
      action={action === "resolve" ? "update" : action}
      {...props}
    />
  );
}

function useNewestUpdate(subject: Subject) {
  const { id: orgID } = useOrganization();
  const params = getUpdatesParams(orgID, subject);
  return useRead(`GET ${getUpdatesPath(subject.kind)}`, { params }).data?.[0];
}
