"use client";

import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { CornerDownLeft, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SWRConfig } from "swr";
import { useConnection } from "@/components/data/connection";
import { showOfflineToast } from "@/components/data/connection-banner";
import { overlayClass } from "@/components/ui/dialog";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import type { EntryGroup, PaletteEntry } from "./entries";
import { findMatches } from "./match";

/** A palette is open for seconds, so it rarely needs new data. */
const REFRESH_MS = 30_000;

export type PaletteProps = {
  initialQuery: string;
  onClose: () => void;
  onHelp: () => void;
};

export const createPaletteDialog = (Content: React.ComponentType<PaletteProps>) =>
  function Palette({ open, ...palette }: PaletteProps & { open: boolean }) {
    return (
      <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && palette.onClose()}>
        <Radix.Portal>
          <Radix.Overlay className={overlayClass} />
          <SWRConfig value={{ refreshInterval: REFRESH_MS }}>
            <Content {...palette} />
          </SWRConfig>
        </Radix.Portal>
      </Radix.Root>
    );
  };

type PaletteDialogProps = {
  query: string;
  onQueryChange: (query: string) => void;
  groups: readonly EntryGroup[];
  isSearching: boolean;
  onClose: () => void;
};

const getKey = ({ label, id = "", ...entry }: PaletteEntry) =>
  `${id} ${label} ${"path" in entry ? entry.path : ""}`.trim();

export function PaletteDialog({
  query,
  onQueryChange,
  groups,
  isSearching,
  onClose,
}: PaletteDialogProps) {
  const returnFocus = useFocusReturn();
  const choose = useChoose(onClose);
  const matches = findMatches(groups, query);
  const selection = useSelection(matches, isSearching, choose);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Radix.Content
      aria-describedby={undefined}
      onCloseAutoFocus={returnFocus}
      className={
        "fixed inset-x-2 top-2 z-40 mx-auto flex max-w-xl " +
        "max-h-[calc(100dvh-1rem-var(--toast-space))] " +
        "flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-lg outline-none " +
        "sm:top-[12vh] sm:max-h-[min(76vh,calc(88vh-var(--toast-space)))]"
      }
    >
      <Radix.Title className="sr-only">Search or run a command</Radix.Title>
      <Command
        label="Search or run a command"
        loop
        vimBindings={false}
        shouldFilter={false}
        {...selection.command}
        className="flex min-h-0 flex-col"
      >
        <div className="flex shrink-0 items-center border-b border-line">
          <Command.Input
            value={query}
            onValueChange={(next) => {
              selection.reset();
              list.current?.scrollTo({ top: 0 });
              onQueryChange(next);
            }}
            placeholder="Search or run a command…"
            className="min-w-0 flex-1 bg-surface px-4 py-3 text-base outline-none placeholder:text-muted"
          />
          <Radix.Close
            aria-label="Close"
            className={
              "me-1 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken " +
              "pointer-fine:hidden"
            }
          >
            <X className="size-5" />
          </Radix.Close>
        </div>
        <output
          className={matches.length > 0 ? "sr-only" : "block px-3 py-8 text-center text-muted"}
        >
          {matches.length > 0 ? "" : isSearching ? "Searching…" : "No results"}
        </output>
        <Command.List
          ref={list}
          hidden={matches.length === 0}
          className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {matches.map(({ heading, entries }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className={
                "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 " +
                "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
              }
            >
              {entries.map((entry) => (
                <Item key={getKey(entry)} entry={entry} onSelect={() => choose(entry)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Radix.Content>
  );
}

function Item({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { label, detail, icon: Icon = CornerDownLeft } = entry;
  return (
    <Command.Item
      value={getKey(entry)}
      onSelect={onSelect}
      className={
        "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken " +
        "data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 " +
        "data-[selected=true]:outline-accent pointer-coarse:min-h-11"
      }
    >
      <Icon className="size-4 shrink-0 text-muted rtl:[&.lucide-corner-down-left]:-scale-x-100" />
      <bdi className="min-w-0 flex-1 wrap-anywhere">{label}</bdi>
      {detail !== undefined && (
        <bdi className="max-w-1/2 shrink-0 truncate text-xs text-muted">{detail}</bdi>
      )}
    </Command.Item>
  );
}

function useChoose(onClose: () => void): (entry: PaletteEntry) => void {
  const router = useRouter();
  const connection = useConnection();
  return (entry) => {
    onClose();
    if ("run" in entry) entry.run();
    // Navigating offline would show the browser's error page.
    else if (connection.isReachable) router.push(entry.path);
    else showOfflineToast(`“${entry.label}”`);
  };
}

/** Selects the first match until the user moves to another one. */
function useSelection(
  matches: readonly EntryGroup[],
  isSearching: boolean,
  choose: (entry: PaletteEntry) => void,
) {
  const ref = useRef<HTMLDivElement>(null);
  const entries = matches.flatMap((group) => group.entries);
  const firstKey = entries[0] && getKey(entries[0]);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const selected = entries.find((entry) => getKey(entry) === movedTo) ?? entries[0];
  const value = selected === undefined ? "" : getKey(selected);
  // Enter on a command without confirmation waits for the search results.
  const pressedKey = useRef<string | null>(null);
  const choosePressed = useEffectEvent(() => {
    if (selected !== undefined && pressedKey.current === value) choose(selected);
    pressedKey.current = null;
  });
  useEffect(() => {
    if (!isSearching) choosePressed();
  }, [isSearching]);
  useEffect(() => announceSelection(ref.current!), []);
  const onValueChange = (key: string) => setMovedTo(key === firstKey ? null : key);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isFirst = value === firstKey;
    if (event.key !== "Enter" || !isSearching || !isFirst || !selected?.requiredWords) return;
    event.preventDefault();
    pressedKey.current = value;
  };
  const reset = () => {
    setMovedTo(null);
    pressedKey.current = null;
  };
  return { command: { ref, value, onValueChange, onKeyDown }, reset };
}

/** cmdk sets `aria-activedescendant` only after arrow keys. */
function announceSelection(root: HTMLElement): () => void {
  const input = root.querySelector("input")!;
  const announce = () => {
    const selected = root.querySelector('[aria-selected="true"]');
    input.setAttribute("aria-activedescendant", selected?.id ?? "");
  };
  announce();
  const observer = new MutationObserver(announce);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
  return () => observer.disconnect();
}
