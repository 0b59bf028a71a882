"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { focusHeading } from "@/components/ui/use-focus-return";
import { useRefreshAll } from "./use-read";

/** Shows why content could not be loaded, and a button that loads all content of the screen. */
export function LoadError({ error }: { error: { detail: string } | undefined }) {
  return (
    <div className={error ? "grid justify-items-start gap-2 not-last:mb-4" : "contents"}>
      <Message>{error?.detail ?? null}</Message>
      {error && <RetryButton />}
    </div>
  );
}

/**
 * Moves the focus to the dialog or heading when the button disappears. This waits until the new
 * content is there, because it may have another heading.
 */
const keepFocus = (button: HTMLButtonElement) => () => {
  if (document.activeElement !== button) return;
  const dialog = button.closest<HTMLElement>('[role="dialog"]');
  queueMicrotask(() => (dialog === null ? focusHeading({ preventScroll: true }) : dialog.focus()));
};

function RetryButton() {
  const refreshAll = useRefreshAll();
  const [isLoading, setIsLoading] = useState(false);
  return (
    <Button
      ref={keepFocus}
      variant="secondary"
      busy={isLoading}
      onClick={() => {
        setIsLoading(true);
        void refreshAll().finally(() => setIsLoading(false));
      }}
    >
      <RotateCw className="size-4" /> Try again
    </Button>
  );
}
