import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import type { UpdatedEvent } from "@/components/updates/update-calls";
import { type UpdatePanelState, prefetchUpdatePanel } from "./use-update-panel";

type UpdateButtonProps = {
  event: UpdatedEvent;
  updates: UpdatePanelState;
};

export function UpdateButton({ event: { id, title }, updates }: UpdateButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-label={`Update “${title}”`}
      aria-haspopup="dialog"
      aria-expanded={updates.openID === id}
      onPointerEnter={prefetchUpdatePanel}
      onPointerDown={prefetchUpdatePanel}
      onFocus={prefetchUpdatePanel}
      onClick={() => updates.open(id)}
      {...describeShortcut("U")}
      className="aria-expanded:bg-sunken"
    >
      Update
    </Button>
  );
}
