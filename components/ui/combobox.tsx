import * as Popover from "@radix-ui/react-popover";
import { Command } from "cmdk";
import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";

export type ComboboxOption = { value: string; label: string; note?: string };

type ComboboxProps = {
  value: string;
  /** Called on open, because long lists are expensive to build. */
  options: () => ComboboxOption[];
  onChange: (value: string) => void;
  searchLabel: string;
};

export function Combobox({ value, options, onChange, searchLabel }: ComboboxProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className={
            "flex w-full items-center justify-between gap-2 rounded-md border border-control " +
            "bg-surface px-3 py-1.5 text-start text-base pointer-fine:text-sm " +
            "pointer-coarse:py-2.5"
          }
        >
          <span className="min-w-0 truncate">{value}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={
            "z-40 w-(--radix-popover-trigger-width) min-w-64 overflow-hidden rounded-lg border " +
            "border-line bg-surface shadow-lg outline-none"
          }
        >
          <Command label={searchLabel} defaultValue={value}>
            <Command.Input
              placeholder={searchLabel}
              dir="auto"
              className={
                "w-full border-b border-line bg-surface px-3 py-2 text-base outline-none " +
                "placeholder:text-muted pointer-fine:text-sm"
              }
            />
            <Command.List className="max-h-64 overflow-y-auto p-1">
              <Command.Empty className="px-3 py-4 text-center text-muted">No results</Command.Empty>
              {open &&
                options().map(({ value: one, label, note }) => (
                  <Command.Item
                    key={one}
                    value={one}
                    keywords={[label]}
                    onSelect={() => {
                      onChange(one);
                      setOpen(false);
                    }}
                    className={
                      "flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 " +
                      "data-[selected=true]:bg-sunken pointer-coarse:min-h-11"
                    }
                  >
                    <Check
                      className={`size-4 shrink-0 text-accent ${one === value ? "" : "invisible"}`}
                    />
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {note && <span className="text-xs text-muted tabular-nums">{note}</span>}
                  </Command.Item>
                ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
