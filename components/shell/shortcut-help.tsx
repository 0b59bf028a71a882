import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { mainNavigation } from "./navigation";
import { useIsMac, useSingleKeys } from "./shortcuts";

const screenRows = mainNavigation.map(({ key, label }) => ({
  keys: ["G", key.toUpperCase()],
  action: label,
}));

const selectionRows = [
  { keys: ["X"], action: "Select row" },
  { keys: ["Shift", "X"], action: "Select rows up to this one" },
  { keys: ["A"], action: "Select all rows" },
  { keys: ["."], action: "Go to the actions for selected rows" },
  { keys: ["Esc"], action: "Clear selection" },
];

const createListRows = (canEdit: boolean) => [
  { keys: ["J"], action: "Next row" },
  { keys: ["K"], action: "Previous row" },
  { keys: ["Enter"], action: "Open row" },
  ...(canEdit ? selectionRows : []),
  { keys: ["/"], action: "Search the list" },
  { keys: ["↓"], action: "Go from the search field to the first row" },
];

const editRows = [
  { keys: ["U"], action: "Write update" },
  { keys: ["R"], action: "Resolve incident" },
  { keys: ["E"], action: "Edit" },
];

const createFormRows = (command: string) => [
  { keys: [command, "Enter"], action: "Submit form" },
  { keys: [command, "B"], action: "Make selected text bold" },
  { keys: [command, "I"], action: "Make selected text italic" },
  { keys: [command, "K"], action: "Add a link to selected text" },
];

type ShortcutHelpProps = {
  open: boolean;
  onClose: () => void;
  canReport: boolean;
  hasScreens: boolean;
};

export function ShortcutHelp({ open, onClose, canReport, hasScreens }: ShortcutHelpProps) {
  const isMac = useIsMac();
  const [isEnabled, setIsEnabled] = useSingleKeys();
  const command = isMac ? "⌘" : "Ctrl";
  const sections = [
    {
      title: "Anywhere",
      rows: [
        { keys: [command, "K"], action: "Search or run a command" },
        ...(canReport ? [{ keys: ["N"], action: "Report incident" }] : []),
        { keys: ["?"], action: "Show keyboard shortcuts" },
      ],
    },
    { title: "Go to", rows: hasScreens ? screenRows : [] },
    { title: "In lists", rows: hasScreens ? createListRows(canReport) : [] },
    {
      title: "On incidents, maintenance, components, and subscribers",
      rows: hasScreens && canReport ? editRows : [],
    },
    { title: "In forms", rows: canReport ? createFormRows(command) : [] },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Dialog open={open} onClose={onClose} isWide title="Keyboard shortcuts">
      <div className="gap-x-8 sm:columns-2">
        {sections.map(({ title, rows }) => (
          <section key={title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
            <dl>
              {rows.map(({ keys, action }) => (
                <div
                  key={action}
                  className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
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
          </section>
        ))}
      </div>
      <Switch
        label="Single-key shortcuts"
        hint="If off, only shortcuts with Ctrl or ⌘ work."
        checked={isEnabled}
        onChange={setIsEnabled}
      />
    </Dialog>
  );
}
