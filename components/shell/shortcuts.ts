"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

const STORAGE_KEY = "candor:single-keys";
const never = () => () => {};

export const useIsMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.platform),
    () => false,
  );

// WCAG 2.1.4 requires that single-key shortcuts can be turned off.
const listeners = new Set<() => void>();

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

export function useSingleKeys(): [isEnabled: boolean, setIsEnabled: (isEnabled: boolean) => void] {
  const isEnabled = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    areSingleKeysOn,
    () => true,
  );
  const setIsEnabled = (next: boolean) => {
    try {
      if (next) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, "off");
    } catch {}
    for (const listener of listeners) listener();
  };
  return [isEnabled, setIsEnabled];
}

const hasOpenOverlay = () =>
  document.querySelector("[role='dialog'], [role='alertdialog'], [role='menu']") !== null;

const isHandledElsewhere = (target: EventTarget | null) =>
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role='slider']"))) ||
  hasOpenOverlay();

type Shortcuts = {
  palette: () => void;
  single: Record<string, () => void>;
  onEarlyKey: ((key: string) => void) | null;
};

export function useShortcuts({ palette, single, onEarlyKey }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      return palette();
    }
    if (
      onEarlyKey !== null &&
      !hasOpenOverlay() &&
      (event.key.length === 1 || ["Backspace", "Enter", "Escape"].includes(event.key))
    ) {
      event.preventDefault();
      return onEarlyKey(event.key);
    }
    const action = single[event.key];
    if (
      action === undefined ||
      event.repeat ||
      !areSingleKeysOn() ||
      isHandledElsewhere(event.target)
    )
      return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
