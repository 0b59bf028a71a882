"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/**
 * Opens a dialog by a query parameter (`?do=add`), so links and the Back button reach it. Removes
 * the parameter when `isPossible` becomes false, so that it does not open by itself later.
 */
export function useDialogParam(
  name: string,
  isPossible = true,
): { open: boolean; begin: () => void; end: () => void } {
  const [open, , go] = useDoParam(name);
  const leave = useEffectEvent(() => go(null));
  useEffect(() => {
    if (open && !isPossible) leave();
  }, [open, isPossible]);
  return { open: open && isPossible, begin: () => go({ of: null }), end: () => go(null) };
}

/** For a dialog about one item (`?do=revoke&of=…`). `isPossible` is undefined while items load. */
export function useItemDialogParam(
  name: string,
  isPossible?: (id: string) => boolean,
): { of: string | null; begin: (id: string) => void; end: () => void } {
  const [open, requested, go] = useDoParam(name);
  const isObsolete = open && requested !== null && isPossible?.(requested) === false;
  const leave = useEffectEvent(() => go(null));
  useEffect(() => {
    if (isObsolete) leave();
  }, [isObsolete]);
  return {
    of: open && !isObsolete ? requested : null,
    begin: (id) => go({ of: id }),
    end: () => go(null),
  };
}

export const isListedIn = (
  list: readonly { id: string }[] | undefined,
): ((id: string) => boolean) | undefined => list && ((id) => list.some((each) => each.id === id));

function useDoParam(
  name: string,
): [open: boolean, of: string | null, go: (to: { of: string | null } | null) => void] {
  const pathname = usePathname();
  const query = useSearchParams();
  const go = (to: { of: string | null } | null) => {
    // The user may have left the screen or opened another dialog while an action ran.
    const next = new URLSearchParams(window.location.search);
    if (window.location.pathname !== pathname || (to === null && next.get("do") !== name)) return;
    const isOpening = to !== null && !next.has("do");
    next.delete("of");
    if (to === null) next.delete("do");
    else next.set("do", name);
    if (to !== null && to.of !== null) next.set("of", to.of);
    const url = next.size > 0 ? `${pathname}?${next}` : pathname;
    // Back closes the dialog first instead of leaving the screen.
    if (isOpening) window.history.pushState(null, "", url);
    else window.history.replaceState(null, "", url);
  };
  return [query.get("do") === name, query.get("of"), go];
}
