"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

const SWITCH = "candor:single-keys";
const never = () => () => {};

/** Whether this is a machine whose shortcuts are made with the Command key. */
export const useIsMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.platform),
    () => false,
  );

// Who dictates, or whose hand slips, can do without keys that act on their own (WCAG 2.1.4). Storage may be forbidden.
const listeners = new Set<() => void>();

function areOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

/** Whether single keys do something, and the switch for it. */
export function useSingleKeys(): [on: boolean, turn: (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    areOn,
    () => true,
  );
  const turn = (next: boolean) => {
    try {
      if (next) localStorage.removeItem(SWITCH);
      else localStorage.setItem(SWITCH, "off");
    } catch {}
    for (const listener of listeners) listener();
  };
  return [on, turn];
}

const isWindowThere = () => document.querySelector("[role='dialog'], [role='alertdialog'], [role='menu']") !== null;

/** Somebody types here, or a window lies above the page: keys are not for the page. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select, [role='slider']"))) ||
  isWindowThere();

type Shortcuts = {
  palette: () => void;
  /** By the key alone. */
  single: Record<string, () => void>;
  /** The palette was asked for and is not there yet: it takes what is typed meanwhile, key by key. Null otherwise. */
  early: ((key: string) => void) | null;
};

/** Listens for Ctrl/⌘-K everywhere, and for single keys where nobody types. */
export function useShortcuts({ palette, single, early }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      return palette();
    }
    if (early !== null && !isWindowThere() && (event.key.length === 1 || ["Backspace", "Enter", "Escape"].includes(event.key))) {
      event.preventDefault();
      return early(event.key);
    }
    const act = single[event.key];
    if (act === undefined || event.repeat || !areOn() || isElsewhere(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
