"use client";

import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { useIsMac, useSingleKeys } from "./shortcuts";

/** The keys that do something everywhere. */
export function ShortcutHelp({ open, onClose, reports }: { open: boolean; onClose: () => void; /** Whether incidents can be reported from here. */ reports: boolean }) {
  const mac = useIsMac();
  const [on, turn] = useSingleKeys();
  const command = mac ? "⌘" : "Ctrl";
  const rows = [
    { keys: [command, "K"], does: "Go to a screen, or do something, by its name" },
    ...(reports ? [{ keys: ["N"], does: "Report an incident" }] : []),
    { keys: ["?"], does: "Show these keys" },
    ...(reports ? [{ keys: [command, "Enter"], does: "Send the form one is in" }] : []),
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl>
        {rows.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-b-0">
            <dt className="order-last flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-6">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch label="Single keys" hint="Off, only those with Ctrl or ⌘ do something." checked={on} onChange={turn} />
    </Dialog>
  );
}
