"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/**
 * A window of a screen that has an address: `?do=add`. So a link, the command palette and the way back all reach it, and a
 * reload keeps it open. What is not `possible` any more, as a colleague was faster, is over: it does not open by itself when it
 * becomes possible again.
 */
export function useIntent(name: string, possible = true): { open: boolean; begin: () => void; end: () => void } {
  const [open, , go] = useAddressed(name);
  const leave = useEffectEvent(() => go(null));
  useEffect(() => {
    if (open && !possible) leave();
  }, [open, possible]);
  return { open: open && possible, begin: () => go({ of: null }), end: () => go(null) };
}

/** The same for a window about one entry of a list, by its id: `?do=revoke&of=…`; `isPossible` while the list is there. */
export function useIntentOf(name: string, isPossible?: (id: string) => boolean): { of: string | null; begin: (id: string) => void; end: () => void } {
  const [open, asked, go] = useAddressed(name);
  const isOver = open && asked !== null && isPossible?.(asked) === false;
  const leave = useEffectEvent(() => go(null));
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  return { of: open && !isOver ? asked : null, begin: (id) => go({ of: id }), end: () => go(null) };
}

/** Whether an id is among those of a list; undefined while that is not there. */
export const among = (list: readonly { id: string }[] | undefined): ((id: string) => boolean) | undefined => list && ((id) => list.some((each) => each.id === id));

function useAddressed(name: string): [open: boolean, of: string | null, go: (to: { of: string | null } | null) => void] {
  const pathname = usePathname();
  const query = useSearchParams();
  const go = (to: { of: string | null } | null) => {
    // What it did may have taken until its reader was elsewhere, or in another window: theirs is not touched.
    const next = new URLSearchParams(window.location.search);
    if (window.location.pathname !== pathname || (to === null && next.get("do") !== name)) return;
    const isOpening = to !== null && !next.has("do");
    next.delete("of");
    if (to === null) next.delete("do");
    else next.set("do", name);
    if (to !== null && to.of !== null) next.set("of", to.of);
    const address = next.size > 0 ? `${pathname}?${next}` : pathname;
    // On a phone the way back closes a window first, and does not leave the screen behind it.
    if (isOpening) window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  };
  return [query.get("do") === name, query.get("of"), go];
}
