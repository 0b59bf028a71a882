import { useEffect } from "react";
import { Toaster, toast } from "sonner";

export function Toasts({ onReady }: { open: boolean; onReady: (show: typeof toast) => void }) {
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Toaster
      position="bottom-right"
      theme="system"
      style={{ fontFamily: "inherit" }}
      offset={{ bottom: "var(--toast-bottom)", right: "1.5rem" }}
      mobileOffset={{ bottom: "var(--toast-bottom)" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line " +
            "bg-surface p-3 text-sm text-ink shadow-lg sm:w-[22rem]",
          content: "min-w-0 flex-1 wrap-anywhere",
          description: "text-muted",
          icon: "mt-0.5 shrink-0",
          actionButton: "rounded-md px-2 py-1 font-medium text-accent hover:bg-sunken",
        },
      }}
    />
  );
}
