"use client";

import { Toaster as Sonner, toast } from "sonner";

/** Where {@link say} appears. Once on a page. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      theme="system"
      offset={{ bottom: "1.5rem", right: "1.5rem" }}
      mobileOffset={{ bottom: "5rem" }}
      toastOptions={{ unstyled: true, classNames: { toast: "flex w-full items-start gap-3 rounded-lg border border-line bg-surface p-3 text-sm text-ink shadow-lg sm:w-[22rem]", content: "min-w-0 flex-1 wrap-anywhere", description: "text-muted", icon: "mt-0.5 shrink-0", actionButton: "rounded-md px-2 py-1 font-medium text-accent hover:bg-sunken" } }}
    />
  );
}

type Then = { action?: { label: string; onClick: () => void } };

/** Says, in passing, that something was done. */
export const say = (done: string, then: Then = {}) => toast.success(done, then);

/** Says that something was undone because it failed, and why. */
export const sayFailure = (what: string, why: string) => toast.error(what, { description: why, duration: 8_000 });
