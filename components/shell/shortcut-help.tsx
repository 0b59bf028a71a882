"use client";

import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { useIsMac, useSingleKeys } from "./shortcuts";

export function ShortcutHelp({
  open,
  onClose,
  canReport,
}: {
  open: boolean;
  onClose: () => void;

  canReport: boolean;
}) {
  const isMac = useIsMac();
  const [isEnabled, setIsEnabled] = useSingleKeys();
  const command = isMac ? "⌘" : "Ctrl";
  const messageRows = [
    { keys: [command, "B"], action: "Make selected text bold" },
    { keys: [command, "I"], action: "Make selected text italic" },
    { keys: [command, "K"], action: "Add a link to selected text" },
  ];
  const rows = [
    { keys: [command, "K"], action: "Search or run a command" },
    ...(canReport ? [{ keys: ["N"], action: "Report an incident" }] : []),
    { keys: ["?"], action: "Show keyboard shortcuts" },
    ...(canReport ? [{ keys: [command, "Enter"], action: "Submit form" }, ...messageRows] : []),
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl>
        {rows.map(({ keys, action }) => (
          <div
            key={action}
            className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <dt className="order-last flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className={
                    "min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-xs " +
                    "leading-6"
                  }
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        hint="When off, only shortcuts with Ctrl or ⌘ work."
        checked={isEnabled}
        onChange={setIsEnabled}
      />
    </Dialog>
  );
}
