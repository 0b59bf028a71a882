"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent } from "react";
import { isDialogEntry, replaceUrl } from "@/components/ui/replace-url";
import { BASE_PATH } from "@/lib/base-path";

/**
 * Opens a dialog with a query parameter (`?do=add`), so that links and Back work. Removes the
 * parameter while `isPossible` is false.
 */
export function useDialogParam(
  name: string,
  isPossible = true,
): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, , go] = useDoParam(name);
  const close = useEffectEvent(() => go(null));
  useEffect(() => {
    if (isOpen && !isPossible) close();
  }, [isOpen, isPossible]);
  return { isOpen: isOpen && isPossible, open: () => go({ of: null }), close: () => go(null) };
}

/** Like `useDialogParam`, for one item (`?do=revoke&of=…`). Omit `isPossible` while loading. */
export function useItemDialogParam(
  name: string,
  isPossible?: (id: string) => boolean,
): { id: string | null; open: (id: string) => void; close: () => void } {
  const [isOpen, requested, go] = useDoParam(name);
  const isObsolete = isOpen && requested !== null && isPossible?.(requested) === false;
  const close = useEffectEvent(() => go(null));
  useEffect(() => {
    if (isObsolete) close();
  }, [isObsolete]);
  return {
    id: isOpen && !isObsolete ? requested : null,
    open: useCallback((id) => go({ of: id }), [go]),
    close: () => go(null),
  };
}

/** Reads the current URL, which may be newer than the last render. */
export const isDialogRequested = (): boolean =>
  new URLSearchParams(window.location.search).has("do");

export const isListedIn = (
  list: readonly { id: string }[] | undefined,
): ((id: string) => boolean) | undefined => list && ((id) => list.some((each) => each.id === id));

function useDoParam(
  name: string,
): [isOpen: boolean, of: string | null, go: (to: { of: string | null } | null) => void] {
  const pathname = BASE_PATH + usePathname();
  const query = useSearchParams();
  const go = useCallback(
    (to: { of: string | null } | null) => {
      // Reads the current URL, which may have changed while an action ran.
      const next = new URLSearchParams(window.location.search);
      if (window.location.pathname !== pathname || (to === null && next.get("do") !== name)) return;
      const isOpening = to !== null && !next.has("do");
      next.delete("of");
      if (to === null) next.delete("do");
      else next.set("do", name);
      if (to !== null && to.of !== null) next.set("of", to.of);
      const url = next.size > 0 ? `${pathname}?${next}` : pathname;
      // Adds a history entry on opening, so that Back closes the dialog. The next dialog reuses it.
      if (isOpening && !isDialogEntry()) window.history.pushState({ isDialogEntry: true }, "", url);
      else replaceUrl(url);
    },
    [name, pathname],
  );
  return [query.get("do") === name, query.get("of"), go];
}
