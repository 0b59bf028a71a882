import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { getRows } from "@/components/ui/row-link";
import { useBrowserValue } from "@/components/ui/use-hydrated";

const STORAGE_KEY = "candor:single-keys";

export const useIsMac = (): boolean =>
  useBrowserValue(() => /mac|iphone|ipad/i.test(navigator.platform), false);

const listeners = new Set<() => void>();

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Users can turn off single-key shortcuts, which is one way to meet WCAG 2.1.4. */
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

/** Shortcuts work while a row's checkbox has the focus, because it does not use letter keys. */
const ROW_CHECKBOX = "li:has([data-row]) input[type='checkbox']";

const isHandledElsewhere = (target: EventTarget | null) =>
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(`input:not(${ROW_CHECKBOX}), textarea, select, [role='slider']`))) ||
  hasOpenOverlay();

/** Enabled shortcuts of mounted screens. If several have the same key, the newest one applies. */
const screenShortcuts: { key: string; run: () => void }[] = [];

const isSearchField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("search input[type='search']");

/** Calls `run` when the user presses `key` while the component is mounted. Null disables it. */
export function useScreenShortcut(key: string, run: (() => void) | null): void {
  const onPress = useEffectEvent(() => run?.());
  const isEnabled = run !== null;
  useEffect(() => {
    if (!isEnabled) return;
    const shortcut = { key, run: onPress };
    screenShortcuts.push(shortcut);
    return () => void screenShortcuts.splice(screenShortcuts.indexOf(shortcut), 1);
  }, [key, isEnabled]);
}

/**
 * Returns attributes that name the shortcut of a button, link, or field. `aria-keyshortcuts` can't
 * express a sequence such as “G I”.
 */
export const describeShortcut = (keys: string) => ({
  ...(!keys.includes(" ") && { "aria-keyshortcuts": keys }),
  title: `Shortcut: ${keys}`,
});

/**
 * Returns the Latin letter of the pressed key, even with a non-Latin keyboard layout. The letter is
 * uppercase only with Shift, not with Caps Lock.
 */
function getLetter({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = key.length === 1 && key > "\u007f" ? code.replace(/^Key/, "") : key;
  if (letter.length > 1) return letter;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** Skips the items of a list inside the row, such as the reasons for a component's status. */
const getFocusedItem = () => document.activeElement?.closest("li:has([data-row])");

/** Returns the link that opens the focused row: the list row that contains the focus. */
export const getFocusedRowLink = () =>
  getFocusedItem()?.querySelector<HTMLAnchorElement>("a[data-row]");

/** Returns the `data-row` of the focused row's link. */
export const getFocusedRow = (): string | undefined => getFocusedRowLink()?.dataset.row;

/** Focuses the link or button with this `data-row` after the next render. */
export const focusRestoredRow = (restored: string) =>
  void requestAnimationFrame(() =>
    getRows()
      .find(({ dataset }) => dataset.row === restored)
      ?.focus(),
  );

function focusRow(step: 1 | -1): void {
  const rows = getRows();
  const current = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
  const next = rows[current === -1 ? (step === 1 ? 0 : rows.length - 1) : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Toggles the focused row or, with `isRange`, all rows from the previously toggled row to it. */
const selectRow = (isRange: boolean) =>
  void getFocusedItem()
    ?.querySelector("input[type='checkbox']")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: isRange }));

const listShortcuts: Record<string, () => void> = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => selectRow(false),
  X: () => selectRow(true),
  ".": () => document.querySelector<HTMLElement>("main [data-selection-actions] button")?.focus(),
  Escape: () => document.querySelector<HTMLElement>("main [data-clear-selection]")?.click(),
  "/": () => document.querySelector<HTMLElement>("main input[type='search']")?.focus(),
};

/** The longest pause between G and the key of a screen. */
const SEQUENCE_MS = 1_500;

type Shortcuts = {
  palette: () => void;
  single: Record<string, () => void>;
  /** Functions that open a screen, by the key that is pressed after G. */
  goTo: Record<string, () => void>;
  onEarlyKey: ((key: string) => void) | null;
};

export function useShortcuts({ palette, single, goTo, onEarlyKey }: Shortcuts): void {
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
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
    if (event.key === "ArrowDown" && isSearchField(event.target)) {
      event.preventDefault();
      return focusRow(1);
    }
    const key = getLetter(event);
    const isRowKey = key === "j" || key === "k";
    if ((event.repeat && !isRowKey) || !areSingleKeysOn() || isHandledElsewhere(event.target))
      return;
    const isAfterG = event.timeStamp - wentAt.current < SEQUENCE_MS;
    wentAt.current = key === "g" && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const action = isAfterG
      ? goTo[key]
      : (screenShortcuts.findLast((shortcut) => shortcut.key === key)?.run ??
        single[key] ??
        listShortcuts[key]);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
