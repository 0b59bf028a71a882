"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { useRefreshAll } from "./use-read";

/** Shows why content could not be loaded, and a button that loads all content of the screen. */
export function LoadError({ error }: { error: { detail: string } | undefined }) {
  const refreshAll = useRefreshAll();
  const [isLoading, setIsLoading] = useState(false);
  return (
    <div className={error ? "grid justify-items-start gap-2" : "contents"}>
      <Message>{error?.detail ?? null}</Message>
      {error && (
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
      )}
    </div>
  );
}
