"use client";

import * as Radix from "@radix-ui/react-alert-dialog";
import { useId, useState } from "react";
import { ApiError } from "@/lib/http/client";
import { Button } from "./button";
import { overlayClass, panelClass } from "./dialog";
import { TextField } from "./field";
import { Message } from "./message";
import { useFocusReturn } from "./use-focus-return";

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  title: React.ReactNode;
  /** What will happen, and what will not come back. */
  children: React.ReactNode;
  /** The button's words: "Delete incident". */
  action: string;
  /** Only what destroys or ends something is dangerous. */
  harmless?: true;
  /** Has to be typed first: for what destroys much. */
  typed?: string;
  /** `leaving`: the browser is on its way to another page, and nothing is closed here. */
  onConfirm: () => Promise<"leaving" | void>;
};

/** Asks before something that cannot be undone, or that many will hear of. Stays open, with the reason, when the call fails. */
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

function Panel({ title, children, ...decision }: Omit<ConfirmProps, "open">) {
  const giveBack = useFocusReturn();
  return (
    <Radix.Content className={panelClass} onCloseAutoFocus={giveBack}>
      <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
      <Radix.Description asChild>
        <div className="text-muted wrap-anywhere">{children}</div>
      </Radix.Description>
      <Decision {...decision} />
    </Radix.Content>
  );
}

function Decision({ action, harmless, typed, onConfirm, onClose }: Pick<ConfirmProps, "action" | "harmless" | "typed" | "onConfirm" | "onClose">) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [text, setText] = useState("");
  const form = useId();

  async function confirm(event: React.SyntheticEvent) {
    event.preventDefault();
    // React hands it on to the form around the window, if there is one.
    event.stopPropagation();
    if (busy || (typed !== undefined && text !== typed)) return;
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
    <form id={form} onSubmit={(event) => void confirm(event)} className="grid gap-4">
      {typed !== undefined && <TextField label={`Type “${typed}” to go on`} required autoComplete="off" autoCapitalize="off" spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />}
      <Message>{failure}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Radix.Cancel asChild>
          <Button variant="secondary">Cancel</Button>
        </Radix.Cancel>
        <Button type="submit" variant={harmless ? "primary" : "danger"} busy={busy} disabled={typed !== undefined && text !== typed}>
          {action}
        </Button>
      </div>
    </form>
  );
}
