import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import type { IncidentResponse } from "@/lib/http/api-client";
import { type IncidentUpdates, prefetchUpdatePanel } from "./use-update-panel";

type UpdateButtonProps = {
  incident: Pick<IncidentResponse, "id" | "title">;
  updates: IncidentUpdates;
};

export function UpdateButton({ incident: { id, title }, updates }: UpdateButtonProps) {
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
