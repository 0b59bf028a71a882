import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import type { UpdatedEvent } from "@/components/updates/update-calls";
import { prefetchUpdatePanel, useUpdatePanel } from "./use-update-panel";

export function UpdateButton({ event: { id, title } }: { event: UpdatedEvent }) {
  const { open } = useUpdatePanel();
  return (
    <Button
      variant="secondary"
      aria-label={`Update “${title}”`}
      aria-haspopup="dialog"
      onPointerEnter={prefetchUpdatePanel}
      onPointerDown={prefetchUpdatePanel}
      onFocus={prefetchUpdatePanel}
      onClick={() => open(id)}
      {...describeShortcut("U")}
    >
      Update
    </Button>
  );
}
