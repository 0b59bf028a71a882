"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { QuickUpdate } from "./quick-update";
import { getSubject, getUpdatesParams, getUpdatesPath, type UpdatedEvent } from "./update-calls";

type UpdatePanelProps = {
  open: boolean;
  event: UpdatedEvent | null;
  onClose: () => void;
  onUnsent: (event: UpdatedEvent, isUnsent: boolean) => void;
  onRestored: (event: UpdatedEvent) => void;
};

export function UpdatePanel({ open, event, onClose, ...handlers }: UpdatePanelProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isSide
      title={
        <>
          Update “<bdi>{event?.title}</bdi>”
        </>
      }
    >
      {event && <UpdateForm key={event.id} event={event} onPosted={onClose} {...handlers} />}
    </Dialog>
  );
}

type UpdateFormProps = {
  event: UpdatedEvent;
  onPosted: () => void;
} & Pick<UpdatePanelProps, "onUnsent" | "onRestored">;

function UpdateForm({ event, onUnsent, onRestored, onPosted }: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const subject = getSubject(event);
  const { data: updates } = useRead(`GET ${getUpdatesPath(subject.kind)}`, {
    params: getUpdatesParams(orgID, subject),
  });
  const last = updates?.[0];
  return (
    <QuickUpdate
      // Updates may load before the list; the newest update has the current status.
      event={{ ...event, status: last?.status ?? event.status } as UpdatedEvent}
      newest={last?.id}
      onUnsent={(isUnsent) => onUnsent(event, isUnsent)}
      onRestored={() => onRestored(event)}
      onPosted={onPosted}
    />
  );
}
