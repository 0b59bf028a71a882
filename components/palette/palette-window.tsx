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
import { find } from "./find";

const itemClass =
  "flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 data-[selected=true]:bg-sunken " +
  "data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 " +
  "data-[selected=true]:outline-accent pointer-coarse:min-h-11";
const groupClass =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 " +
  "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export type PaletteProps = {
  /** What was typed before it was there. */
  begun: string;
  onClose: () => void;
  /** Shows which keys there are. */
  onHelp: () => void;
};

/** A palette in its place above the page; what is inside exists only while it is open. */
export const framed = (Inside: React.ComponentType<PaletteProps>) =>
  function Palette({ open, ...palette }: PaletteProps & { open: boolean }) {
    return (
      <Radix.Root open={open} onOpenChange={(next) => !next && palette.onClose()}>
        <Radix.Portal>
          <Radix.Overlay className={overlayClass} />
          <Inside {...palette} />
        </Radix.Portal>
      </Radix.Root>
    );
  };

type PaletteWindowProps = {
  typed: string;
  onType: (typed: string) => void;
  /** All there is; what fits what was typed is shown. */
  groups: readonly EntryGroup[];
  /** More of it may be on its way. */
  searching?: boolean;
  onClose: () => void;
};

const keyOf = (entry: PaletteEntry) =>
  [entry.label, "path" in entry && entry.path, entry.of].join(" ");

/** One types, and takes one of what fits: it leads to a screen, or is done at once. */
export function PaletteWindow({
  typed,
  onType,
  groups,
  searching = false,
  onClose,
}: PaletteWindowProps) {
  const router = useRouter();
  const connection = useConnection();
  const giveBack = useFocusReturn();
  const found = find(groups, typed);
  const first = found[0]?.entries[0];
  const command = useRef<HTMLDivElement>(null);
  // Whether the reader has chosen another than the first: it stays chosen then, whatever is found
  // above it.
  const isMoved = useRef(false);
  // Enter on what is done at once waits for what may yet come to stand in its place.
  const pressed = useRef<string | null>(null);
  const firstKey = first && keyOf(first);
  useEffect(() => {
    // Left to itself, cmdk stays with what was first when nothing stood above it yet.
    if (firstKey !== undefined && !isMoved.current)
      command.current?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Home", bubbles: true, cancelable: true }),
      );
  }, [firstKey]);
  useEffect(() => {
    const root = command.current!;
    // cmdk tells screen readers of what the arrow keys choose alone, and not of what it chooses
    // itself.
    const tell = () =>
      root
        .querySelector("input")!
        .setAttribute(
          "aria-activedescendant",
          root.querySelector('[aria-selected="true"]')?.id ?? "",
        );
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
    return () => observer.disconnect();
  }, []);

  const type = (next: string) => {
    isMoved.current = false;
    pressed.current = null;
    onType(next);
  };
  const choose = (entry: PaletteEntry) => {
    onClose();
    if ("run" in entry) entry.run();
    // A screen that cannot be fetched would be the browser's own page of failure.
    else if (connection.isReachable) router.push(entry.path);
    else showOfflineToast(`“${entry.label}”`);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!event.nativeEvent.isTrusted) return;
    if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) isMoved.current = true;
    if (event.key !== "Enter" || isMoved.current || !searching || first?.atOnce === undefined)
      return;
    event.preventDefault();
    pressed.current = keyOf(first);
  };
  const takeFirst = useEffectEvent(() => {
    if (first !== undefined && keyOf(first) === pressed.current) choose(first);
    pressed.current = null;
  });
  useEffect(() => {
    if (!searching) takeFirst();
  }, [searching]);
  return (
    <Radix.Content
      aria-describedby={undefined}
      onCloseAutoFocus={giveBack}
      className={
        "fixed inset-x-2 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem-var(--toast-room))] max-w-xl " +
        "flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-lg outline-none " +
        "sm:top-[12vh] sm:max-h-[min(76vh,calc(88vh-var(--toast-room)))]"
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
            value={typed}
            onValueChange={type}
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
        <output className={found.length > 0 ? "sr-only" : "block px-3 py-8 text-center text-muted"}>
          {found.length > 0 ? "" : searching ? "Searching…" : "No results"}
        </output>
        <Command.List
          hidden={found.length === 0}
          onPointerMove={() => (isMoved.current = true)}
          className="max-h-104 min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {found.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={groupClass}>
              {entries.map((entry) => {
                const { label, detail, icon: Icon } = entry;
                const key = keyOf(entry);
                return (
                  <Command.Item
                    key={key}
                    value={key}
                    onSelect={() => choose(entry)}
                    className={itemClass}
                  >
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
              })}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Radix.Content>
  );
}
