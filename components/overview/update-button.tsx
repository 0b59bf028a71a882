import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import type { UpdatedEvent } from "@/components/updates/update-calls";
import { prefetchUpdatePanel, useUpdatePanel } from "./use-update-panel";

const labels = { update: "Update", start: "Start now…", complete: "Complete…" };

type UpdateButtonProps = { event: UpdatedEvent; action?: keyof typeof labels };

export function UpdateButton({ event: { id, title }, action = "update" }: UpdateButtonProps) {
  const { open } = useUpdatePanel();
  return (
    <Button
      variant="secondary"
      aria-label={`${labels[action]} “${title}”`}
      aria-haspopup="dialog"
      onPointerEnter={prefetchUpdatePanel}
      onPointerDown={prefetchUpdatePanel}
      onFocus={prefetchUpdatePanel}
      onClick={() => open(id, { action })}
      {...(action === "update" && describeShortcut("U"))}
    >
      {labels[action]}
    </Button>
  );
}
