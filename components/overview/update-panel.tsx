import { Dialog } from "@/components/ui/dialog";
import { useIsPainted } from "@/components/ui/use-is-painted";
import EventUpdateForm from "@/components/updates/event-update-form";
import { updateActions } from "@/components/updates/update-actions";
import { useUpdates } from "@/components/updates/update-calls";
import { getSubject, type UpdatedEvent } from "@/components/updates/updated-event";
import type { PanelAction } from "./use-update-panel";

type PanelFormProps = {
  event: UpdatedEvent;
  action: PanelAction;
  isByKey: boolean;
  onClose: () => void;
  onUnsent: (isUnsent: boolean) => void;
  onRestored: () => void;
};

type UpdatePanelProps = Omit<PanelFormProps, "event"> & {
  open: boolean;
  event: UpdatedEvent | undefined;
};

const verbs = { update: "Update", resolve: "Resolve", start: "Start", complete: "Complete" };

export const UpdatePanel = ({ open, event, ...props }: UpdatePanelProps) => (
  <Dialog
    open={open}
    onClose={props.onClose}
    isSide
    title={
      <>
        {verbs[props.action]} “<bdi>{event?.title}</bdi>”
      </>
    }
    description={updateActions[props.action].description}
  >
    {event && <PanelForm key={`${event.id} ${props.action}`} event={event} {...props} />}
  </Dialog>
);

function PanelForm({ event, action, isByKey, onClose, onUnsent, onRestored }: PanelFormProps) {
  const isPainted = useIsPainted();
  const { items: updates } = useUpdates(getSubject(event));
  // The panel is painted before its form because the form takes longer. If a shortcut opened the
  // panel, the form is rendered immediately, because it receives the next key presses.
  if (!isPainted && !isByKey) return <div data-focus-first tabIndex={-1} />;
  const newest = updates?.[0];
  const props = {
    ...{ isInPanel: true, focusMessage: true, newest: newest?.id, onFinished: onClose },
    ...{ onUnsent, onRestored },
  };
  // Updates may load before the list; the newest update has the current status.
  const status = newest?.status ?? event.status;
  return (
    <EventUpdateForm event={{ ...event, status } as UpdatedEvent} {...{ action }} {...props} />
  );
}
