"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { toast as Toast } from "sonner";
import { createStore } from "./create-store";
import { createLazyComponent } from "./lazy-component";
import { focusHeadingIfLost } from "./use-focus-return";

const Toasts = createLazyComponent(async () => (await import("./toasts")).Toasts);

const isRequested = createStore(false);
const queue: ((show: typeof Toast) => void)[] = [];
let show: typeof Toast | null = null;

function runQueue(loaded: typeof Toast): void {
  show = loaded;
  for (const each of queue.splice(0)) each(loaded);
}

function runWhenReady(each: (show: typeof Toast) => void): void {
  if (show !== null) return each(show);
  queue.push(each);
  isRequested.set(true);
}

export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-sonner-toaster]") !== null;

/** Allows Alt+T to move the focus from an open dialog to a toast. Runs before the focus trap. */
function letToastsTakeFocus(event: FocusEvent): void {
  if (isInToast(event.type === "focusin" ? event.target : event.relatedTarget))
    event.stopImmediatePropagation();
}

/** Moves the focus out of a toast that is about to disappear. */
function leaveToast(): void {
  if (!isInToast(document.activeElement)) return;
  // Sonner returns the focus to the element that had it before.
  (document.activeElement as HTMLElement).blur();
  focusHeadingIfLost();
}

export function Toaster() {
  const open = useSyncExternalStore(isRequested.subscribe, isRequested.get, () => false);
  useEffect(() => {
    document.addEventListener("focusin", letToastsTakeFocus);
    document.addEventListener("focusout", letToastsTakeFocus);
    return () => {
      document.removeEventListener("focusin", letToastsTakeFocus);
      document.removeEventListener("focusout", letToastsTakeFocus);
    };
  }, []);
  return <Toasts open={open} onReady={runQueue} />;
}

/** `until` is when the toast and its action disappear, in ms since the epoch. */
type ToastOptions = { action?: { label: string; onClick: () => void }; until?: number };

export const showToast = (message: React.ReactNode, { until, action }: ToastOptions = {}) =>
  runWhenReady((toast) => {
    const onClick = () => {
      leaveToast();
      action!.onClick();
    };
    const id = toast.success(message, {
      ...(action && { action: { ...action, onClick } }),
      ...(until !== undefined && { duration: Number.POSITIVE_INFINITY }),
    });
    if (until !== undefined) setTimeout(() => toast.dismiss(id), until - Date.now());
  });

export const showErrorToast = (message: React.ReactNode, reason: string) =>
  runWhenReady((toast) => void toast.error(message, { description: reason, duration: 8_000 }));
