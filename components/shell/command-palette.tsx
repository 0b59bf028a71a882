"use client";

import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { CornerDownLeft, ExternalLink, Keyboard, LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { signOut } from "@/components/auth/sign-out";
import { useOrganization } from "@/components/organizations/organization-context";
import { overlayClass } from "@/components/ui/dialog";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { find } from "./find";
import { accountActions, actions, type Entry, mainPlaces, settingsPlaces } from "./places";
import { useFound } from "./use-found";
import { useOngoing } from "./use-ongoing";
import { useRecordActions } from "./use-record-actions";

const itemClass = "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-accent pointer-coarse:min-h-11";
const groupClass = "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** In a bad hour much goes on, and what else can be done must not be far below. */
const ONGOING_SHOWN = 6;

type PaletteProps = { open: boolean; onClose: () => void; onHelp: () => void };

/** Every screen and every action, by its name. */
export function CommandPalette({ open, onClose, onHelp }: PaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Palette onClose={onClose} onHelp={onHelp} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ onClose, onHelp }: Omit<PaletteProps, "open">) {
  const { page_url, at, is } = useOrganization();
  const router = useRouter();
  const giveBack = useFocusReturn();
  const [typed, setTyped] = useState("");
  const here = useRecordActions();
  const ongoing = useOngoing();
  const found = useFound(typed);
  const groups = find(
    [
      { heading: "Here", entries: here },
      { heading: "Now", entries: typed === "" ? ongoing.slice(0, ONGOING_SHOWN) : [] },
      { heading: "Do", entries: actions.filter(({ role }) => is(role)).map((action) => ({ ...action, path: at(action.path) })) },
      {
        heading: "Go to",
        entries: [
          ...[...mainPlaces, ...settingsPlaces].filter(({ role }) => is(role)).map((place) => ({ ...place, words: "go to", path: at(place.path) })),
          { label: "Public page", words: "go to open status", icon: ExternalLink, run: () => void window.open(page_url, "_blank", "noopener") },
          ...accountActions,
          { label: "Keyboard shortcuts", words: "keys help", icon: Keyboard, run: onHelp },
          { label: "Sign out", icon: LogOut, run: () => void signOut() },
        ],
      },
      ...found,
      // Below the records themselves: who types a title and presses Enter wants to see it first.
      { heading: "Now", entries: typed === "" ? [] : ongoing },
    ],
    typed,
  );
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
        <Command.Input value={typed} onValueChange={setTyped} placeholder="Go to, or do…" className="w-full shrink-0 border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-muted" />
        <Command.List className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-6 text-center text-muted">Nothing is called that.</Command.Empty>
          {groups.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={groupClass}>
              {entries.map((entry) => {
                const { label, detail, icon: Icon } = entry;
                const key = [label, "path" in entry && entry.path, entry.of].join(" ");
                return (
                  <Command.Item key={key} value={key} onSelect={() => choose(entry)} className={itemClass}>
                    {Icon === undefined ? <CornerDownLeft className="size-4 shrink-0 text-muted rtl:-scale-x-100" /> : <Icon className="size-4 shrink-0 text-muted" />}
                    <bdi className="min-w-0 flex-1 wrap-anywhere">{label}</bdi>
                    {detail !== undefined && <span className="shrink-0 text-xs text-muted">{detail}</span>}
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
