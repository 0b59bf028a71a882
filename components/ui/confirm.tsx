import * as Radix from "@radix-ui/react-alert-dialog";
import { useState } from "react";
import { ApiError } from "@/lib/http/api-client";
import { Button } from "./button";
import { overlayClass, panelClass } from "./dialog";
import { ConfirmationField } from "./field";
import { Message } from "./message";
import { useFocusReturn } from "./use-focus-return";

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: React.ReactNode;
  children: React.ReactNode;
  action: string;
  isHarmless?: true;
  confirmationText?: string;
  isLoading?: boolean;
  /** Resolve with `leaving` to keep the dialog open during navigation. */
  onConfirm: () => Promise<"leaving" | void>;
};

export function Confirm({ open, ...panel }: ConfirmProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && panel.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Panel {...panel} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel({
  title,
  children,
  action,
  isHarmless,
  confirmationText,
  isLoading = false,
  onConfirm,
  onClose,
}: Omit<ConfirmProps, "open">) {
  const restoreFocus = useFocusReturn();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [text, setText] = useState("");
  const isConfirmed = confirmationText === undefined || text === confirmationText;

  async function confirm(event: React.SyntheticEvent) {
    event.preventDefault();
    // Prevents the event from bubbling through React's portal to a surrounding form.
    event.stopPropagation();
    if (busy || isLoading || !isConfirmed) return;
    setBusy(true);
    setFailure(null);
    try {
      if ((await onConfirm()) !== "leaving") onClose();
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(thrown.detail);
    }
  }

  return (
    <Radix.Content
      className={panelClass}
      onEscapeKeyDown={(event) => busy && event.preventDefault()}
      onCloseAutoFocus={restoreFocus}
    >
      <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
      <Radix.Description asChild>
        <div className="text-muted wrap-anywhere">{children}</div>
      </Radix.Description>
      <form onSubmit={(event) => void confirm(event)} className="grid gap-4">
        {confirmationText !== undefined && (
          <ConfirmationField expected={confirmationText} value={text} onChange={setText} />
        )}
        <Message>{failure}</Message>
        <div className="flex flex-wrap justify-end gap-2">
          <Radix.Cancel asChild>
            <Button variant="secondary" busy={busy}>
              Cancel
            </Button>
          </Radix.Cancel>
          <Button
            type="submit"
            variant={isHarmless ? "primary" : "danger"}
            busy={busy}
            disabled={isLoading || !isConfirmed}
          >
            {action}
          </Button>
        </div>
      </form>
    </Radix.Content>
  );
}
