import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { useBusy } from "./use-busy";
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
  const [isLoading, run] = useBusy();
  return (
    <Button variant="secondary" busy={isLoading} onClick={() => void run(refreshAll)}>
      <RotateCw className="size-4" /> Try again
    </Button>
  );
}
