import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useState } from "react";
import { isInToast } from "./toaster";
import { useFocusReturn } from "./use-focus-return";

export const overlayClass = "overlay fixed inset-0 z-40 bg-overlay";
/** On small screens, a dialog is a sheet at the bottom with space for toasts (app/globals.css). */
const sheetClass =
  "sheet fixed inset-x-0 bottom-0 z-40 grid " +
  "max-h-[min(92dvh,calc(100dvh-var(--toast-space)))] gap-4 overflow-y-auto rounded-t-xl " +
  "border border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] " +
  "shadow-lg outline-none roomy:inset-x-auto roomy:p-6";
export const panelClass =
  `${sheetClass} roomy:start-1/2 roomy:top-1/2 ` +
  "roomy:bottom-auto roomy:max-h-[min(92dvh,calc(100dvh-2*var(--toast-space)))] " +
  "roomy:w-[min(36rem,calc(100vw-2rem))] roomy:-translate-x-1/2 roomy:-translate-y-1/2 " +
  "roomy:rounded-xl rtl:roomy:translate-x-1/2";
const sideClass =
  `${sheetClass} roomy:inset-y-0 roomy:end-0 roomy:max-h-none roomy:w-[min(32rem,100vw)] ` +
  "roomy:content-start roomy:rounded-none roomy:border-y-0 roomy:border-e-0 " +
  "roomy:pb-[calc(1.5rem+var(--toast-space))]";
const topClass =
  "fixed inset-x-2 top-2 z-40 mx-auto flex max-w-xl max-h-[calc(100dvh-1rem-var(--toast-space))] " +
  "flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-lg outline-none " +
  "sm:top-[12vh] sm:max-h-[min(76vh,calc(88vh-var(--toast-space)))]";

type DialogProps = {
  open: boolean;
  /** If undefined, only the content can close the dialog. */
  onClose?: () => void;
  title: React.ReactNode;
  description?: React.ReactNode;

  isWide?: boolean;
  /** If true, large screens show the dialog as a panel at the side. */
  isSide?: boolean;
  /** A panel near the top that has a header only on touch screens. */
  isTop?: boolean;
  children: React.ReactNode;
};

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

/** Props of a form that can keep its dialog open, for example while it shows a new secret. */
export type PersistentFormProps = { onDone: () => void; onKeepOpen: (keepOpen: boolean) => void };

type PersistentDialogProps = Pick<DialogProps, "open" | "title" | "description" | "isWide"> & {
  onClose: () => void;
  children: (props: PersistentFormProps) => React.ReactNode;
};

export function PersistentDialog({ onClose, children, ...dialog }: PersistentDialogProps) {
  const [isKeptOpen, setIsHeldOpen] = useState(false);
  if (isKeptOpen && !dialog.open) setIsHeldOpen(false);
  return (
    <Dialog {...dialog} onClose={isKeptOpen ? undefined : onClose}>
      {children({ onDone: onClose, onKeepOpen: setIsHeldOpen })}
    </Dialog>
  );
}

/** Focuses the `data-focus-first` field on opening. An underlying dialog would undo `autoFocus`. */
function focusFirst(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    "[data-focus-first]",
  );
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/** In a text area, the first Escape only leaves it, and the second closes the dialog. */
function leaveTextArea(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  // Escape also cancels the composition of a character.
  if (!event.isComposing) event.target.closest<HTMLElement>("[role=dialog]")!.focus();
}

function Panel({
  onClose,
  title,
  description,
  isWide = false,
  isSide = false,
  isTop = false,
  children,
}: Omit<DialogProps, "open">) {
  const keepOpen = (event: Event) =>
    (onClose === undefined || isInToast(event.target)) && event.preventDefault();
  const restoreFocus = useFocusReturn();
  return (
    <Radix.Content
      className={
        isTop
          ? topClass
          : isSide
            ? sideClass
            : `${panelClass} ${isWide ? "roomy:w-[min(60rem,calc(100vw-2rem))]" : ""}`
      }
      onEscapeKeyDown={(event) => {
        keepOpen(event);
        leaveTextArea(event);
      }}
      onInteractOutside={keepOpen}
      onOpenAutoFocus={focusFirst}
      onCloseAutoFocus={restoreFocus}
      {...(description === undefined && { "aria-describedby": undefined })}
    >
      <div
        className={`flex items-start justify-between gap-4 ${isTop ? "px-4 pt-3 pointer-fine:hidden" : ""}`}
      >
        <div className="min-w-0">
          <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1 text-muted wrap-anywhere">
              {description}
            </Radix.Description>
          )}
        </div>
        {onClose && (
          <Radix.Close
            aria-label="Close"
            className={
              "-me-2 -mt-1 grid size-9 shrink-0 place-items-center rounded-md text-muted " +
              "hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            }
          >
            <X className="size-4" />
          </Radix.Close>
        )}
      </div>
      {children}
    </Radix.Content>
  );
}
