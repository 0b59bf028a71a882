"use client";

import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { CornerDownLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { overlayClass } from "@/components/ui/dialog";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import type { Entry, EntryGroup } from "./entries";
import { find } from "./find";

const itemClass = "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-accent pointer-coarse:min-h-11";
const groupClass = "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export type PaletteProps = { onClose: () => void; /** Shows which keys there are. */ onHelp: () => void };

/** Where the palette lies; what is inside exists only while it is open. */
export function PaletteFrame({ open, onClose, children }: { open: boolean; onClose: () => void; children: React.ReactNode }) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        {children}
      </Radix.Portal>
    </Radix.Root>
  );
}

type PaletteWindowProps = { typed: string; onType: (typed: string) => void; /** All there is; what fits what was typed is shown. */ groups: readonly EntryGroup[]; onClose: () => void };

/** One types, and takes one of what fits: it leads to a screen, or is done at once. */
export function PaletteWindow({ typed, onType, groups, onClose }: PaletteWindowProps) {
  const router = useRouter();
  const giveBack = useFocusReturn();
  const choose = (entry: Entry) => {
    onClose();
    if ("run" in entry) entry.run();
    else router.push(entry.path);
  };
  return (
    <Radix.Content
      aria-describedby={undefined}
      onCloseAutoFocus={giveBack}
      className="fixed inset-x-2 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-lg outline-none sm:top-[12vh] sm:max-h-[76vh]"
    >
      <Radix.Title className="sr-only">Go to, or do</Radix.Title>
      <Command label="Go to, or do" loop vimBindings={false} shouldFilter={false} className="flex min-h-0 flex-col">
        <Command.Input value={typed} onValueChange={onType} placeholder="Go to, or do…" className="w-full shrink-0 border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-muted" />
        <Command.List className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-6 text-center text-muted">Nothing is called that.</Command.Empty>
          {find(groups, typed).map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={groupClass}>
              {entries.map((entry) => {
                const { label, detail, icon: Icon } = entry;
                const key = [label, "path" in entry && entry.path, entry.of].join(" ");
                return (
                  <Command.Item key={key} value={key} onSelect={() => choose(entry)} className={itemClass}>
                    {Icon === undefined ? <CornerDownLeft className="size-4 shrink-0 text-muted rtl:-scale-x-100" /> : <Icon className="size-4 shrink-0 text-muted" />}
                    <bdi className="min-w-0 flex-1 wrap-anywhere">{label}</bdi>
                    {detail !== undefined && <bdi className="max-w-1/2 shrink-0 truncate text-xs text-muted">{detail}</bdi>}
                  </Command.Item>
                );
              })}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Radix.Content>
  );
}
