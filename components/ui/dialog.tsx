"use client";

import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useFocusReturn } from "./use-focus-return";

export const overlayClass = "fixed inset-0 z-40 bg-overlay";
/** On a phone a sheet at the bottom, where thumbs are; in the middle otherwise. */
export const panelClass =
  "fixed inset-x-0 bottom-0 z-40 grid max-h-[92dvh] gap-4 overflow-y-auto rounded-t-xl border border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lg outline-none sm:inset-x-auto sm:start-1/2 sm:top-1/2 sm:bottom-auto sm:w-[min(36rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:p-6 rtl:sm:translate-x-1/2";

type DialogProps = {
  open: boolean;
  /** Without it, nothing but what is inside closes it. */
  onClose?: () => void;
  title: string;
  description?: React.ReactNode;
  /** For what needs room: a preview, an import. */
  wide?: boolean;
  children: React.ReactNode;
};

/** A window above the page for one task; the focus stays in it, and returns to where it was. */
export function Dialog({ open, onClose, ...panel }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Panel onClose={onClose} {...panel} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel({ onClose, title, description, wide = false, children }: Omit<DialogProps, "open">) {
  const stay = (event: Event) => onClose === undefined && event.preventDefault();
  const giveBack = useFocusReturn();
  return (
    <Radix.Content
      className={`${panelClass} ${wide ? "sm:w-[min(60rem,calc(100vw-2rem))]" : ""}`}
      onEscapeKeyDown={stay}
      onInteractOutside={stay}
      onCloseAutoFocus={giveBack}
      {...(description === undefined && { "aria-describedby": undefined })}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
          {description !== undefined && <Radix.Description className="mt-1 text-muted wrap-anywhere">{description}</Radix.Description>}
        </div>
        {onClose && (
          <Radix.Close aria-label="Close" className="-me-2 -mt-1 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11">
            <X className="size-4" />
          </Radix.Close>
        )}
      </div>
      {children}
    </Radix.Content>
  );
}
