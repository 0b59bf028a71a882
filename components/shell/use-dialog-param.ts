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
  const { requested, show, hide } = useDoParam();
  const isOpen = requested === name;
  const close = useEffectEvent(() => hide([name]));
  useEffect(() => {
    if (isOpen && !isPossible) close();
  }, [isOpen, isPossible]);
  return {
    isOpen: isOpen && isPossible,
    open: () => show(name, null),
    close: () => hide([name]),
  };
}

/** Like `useDialogParam`, for one item (`?do=revoke&of=…`). Omit `isPossible` while loading. */
export function useItemDialogParam(
  name: string,
  isPossible?: (id: string) => boolean,
): { id: string | null; open: (id: string) => void; close: () => void } {
  const { id, open, close } = useItemDialogParams([name], isPossible);
  return { id, open: useCallback((of) => open(name, of), [open, name]), close };
}

/** Like `useItemDialogParam`, for one of several dialogs. */
export function useItemDialogParams<Name extends string>(
  names: readonly Name[],
  isPossible?: (id: string, name: Name) => boolean,
) {
  const { requested, of, show, hide } = useDoParam();
  const name = names.find((each) => each === requested);
  const isObsolete = name !== undefined && of !== null && isPossible?.(of, name) === false;
  const close = useEffectEvent(() => hide(names));
  useEffect(() => {
    if (isObsolete) close();
  }, [isObsolete]);
  return {
    id: name !== undefined && !isObsolete ? of : null,
    name,
    open: show as (name: Name, of: string) => void,
    close: () => hide(names),
  };
}

/** Reads the current URL, which may be newer than the last render. */
export const isDialogRequested = (): boolean =>
  new URLSearchParams(window.location.search).has("do");

/** Like `isDialogRequested`, for the dialog of one item. */
export function isItemDialogRequested(name: string, of: string | null): boolean {
  const query = new URLSearchParams(window.location.search);
  return query.get("do") === name && query.get("of") === of;
}

export const isListedIn = (
  list: readonly { id: string }[] | undefined,
): ((id: string) => boolean) | undefined => list && ((id) => list.some((each) => each.id === id));

function useDoParam() {
  const pathname = BASE_PATH + usePathname();
  const query = useSearchParams();
  const go = useCallback(
    (to: { name: string; of: string | null } | null, from?: readonly string[]) => {
      // Reads the current URL, which may have changed while an action ran.
      const next = new URLSearchParams(window.location.search);
      if (window.location.pathname !== pathname || from?.includes(next.get("do") ?? "") === false)
        return;
      const isOpening = to !== null && !next.has("do");
      next.delete("of");
      if (to === null) next.delete("do");
      else next.set("do", to.name);
      if (to !== null && to.of !== null) next.set("of", to.of);
      const url = next.size > 0 ? `${pathname}?${next}` : pathname;
      // Adds a history entry on opening, so that Back closes the dialog. The next dialog reuses it.
      if (isOpening && !isDialogEntry()) window.history.pushState({ isDialogEntry: true }, "", url);
      else replaceUrl(url);
    },
    [pathname],
  );
  return {
    requested: query.get("do"),
    of: query.get("of"),
    show: useCallback((name: string, of: string | null) => go({ name, of }), [go]),
    /** Closes the open dialog if it is one of `names`. */
    hide: (names: readonly string[]) => go(null, names),
  };
}
