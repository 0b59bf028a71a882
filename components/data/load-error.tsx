"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { useRefreshAll } from "./use-read";

/** Shows why content could not be loaded, and a button that reloads the screen's content. */
export function LoadError({ error }: { error: { detail: string } | undefined }) {
  return (
    <div className={error ? "grid justify-items-start gap-2 not-last:mb-4" : "contents"}>
      <Message>{error?.detail ?? null}</Message>
      {error && <RetryButton />}
    </div>
  );
}

function RetryButton() {
  const refreshAll = useRefreshAll();
  const [isLoading, setIsLoading] = useState(false);
  return (
    <Button
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
