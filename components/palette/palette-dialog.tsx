"use client";

import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { CornerDownLeft, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection } from "@/components/data/connection";
import { showOfflineToast } from "@/components/data/connection-banner";
import { overlayClass } from "@/components/ui/dialog";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import type { PaletteEntry, EntryGroup } from "./entries";
import { findMatches } from "./match";

const itemClass =
  "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken " +
  "data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 " +
  "data-[selected=true]:outline-accent pointer-coarse:min-h-11";
const groupClass =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 " +
  "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

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
          <Content {...palette} />
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

const getKey = (entry: PaletteEntry) =>
  [entry.label, "path" in entry && entry.path, entry.id].join(" ");

export function PaletteDialog({
  query,
  onQueryChange,
  groups,
  isSearching,
  onClose,
}: PaletteDialogProps) {
  const returnFocus = useFocusReturn();
  const matches = findMatches(groups, query);
  const choose = useChoose(onClose);
  const { command, onKeyDown, onPointerMove, reset } = useSelection(
    matches[0]?.entries[0],
    isSearching,
    choose,
  );
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
        ref={command}
        label="Search or run a command"
        loop
        vimBindings={false}
        shouldFilter={false}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-col"
      >
        <div className="flex shrink-0 items-center border-b border-line">
          <Command.Input
            value={query}
            onValueChange={(next) => {
              reset();
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
          hidden={matches.length === 0}
          onPointerMove={onPointerMove}
          className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {matches.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={groupClass}>
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
  const { label, detail, icon: Icon } = entry;
  return (
    <Command.Item value={getKey(entry)} onSelect={onSelect} className={itemClass}>
      {Icon === undefined ? (
        <CornerDownLeft className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
      ) : (
        <Icon className="size-4 shrink-0 text-muted" />
      )}
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

function useSelection(
  first: PaletteEntry | undefined,
  isSearching: boolean,
  choose: (entry: PaletteEntry) => void,
) {
  const command = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  // Enter on a command without confirmation waits for the search results.
  const pressedKey = useRef<string | null>(null);
  const firstKey = first && getKey(first);
  useEffect(() => {
    // cmdk would keep the selection when a better match appears above it.
    if (firstKey !== undefined && !hasMoved.current)
      command.current?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Home", bubbles: true, cancelable: true }),
      );
  }, [firstKey]);
  useEffect(() => announceSelection(command.current!), []);
  const choosePressed = useEffectEvent(() => {
    if (first !== undefined && getKey(first) === pressedKey.current) choose(first);
    pressedKey.current = null;
  });
  useEffect(() => {
    if (!isSearching) choosePressed();
  }, [isSearching]);
  return {
    command,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (!event.nativeEvent.isTrusted) return;
      if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) hasMoved.current = true;
      const isWaiting = isSearching && !hasMoved.current && first?.requiredWords !== undefined;
      if (event.key !== "Enter" || !isWaiting) return;
      event.preventDefault();
      pressedKey.current = getKey(first);
    },
    onPointerMove: () => {
      hasMoved.current = true;
    },
    reset: () => {
      hasMoved.current = false;
      pressedKey.current = null;
    },
  };
}

/** cmdk sets `aria-activedescendant` only after arrow keys. */
function announceSelection(root: HTMLElement): () => void {
  const input = root.querySelector("input")!;
  const announce = () =>
    input.setAttribute(
      "aria-activedescendant",
      root.querySelector('[aria-selected="true"]')?.id ?? "",
    );
  announce();
  const observer = new MutationObserver(announce);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
  return () => observer.disconnect();
}
