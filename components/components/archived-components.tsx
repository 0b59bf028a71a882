import { useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRead } from "@/components/data/use-read";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TimeAgo } from "@/components/ui/relative-time";
import { LoadError } from "@/components/data/load-error";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ApiError, type ComponentResponse } from "@/lib/http/api-client";
import { useRestoreComponent } from "./use-restore-component";

export default function ArchivedComponents({ onClose }: { onClose: () => void }) {
  const { restore: restoreComponent } = useRestoreComponent();
  const sessionEnded = useOnSessionEnded();
  const { data, error } = useRead("GET /v1/organizations/{orgID}/components", {
    query: { archived: "true" },
  });
  const [restoring, setRestoring] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ id: string; why: string } | null>(null);

  async function restore(component: ComponentResponse) {
    setFailure(null);
    setRestoring(component.id);
    try {
      await restoreComponent(component);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) sessionEnded();
      else setFailure({ id: component.id, why: thrown.detail });
    } finally {
      setRestoring(null);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Archived components"
      description="Archived components are hidden from the status page. Past incidents still show their names."
    >
      <LoadError error={error} />
      {data === undefined && !error && (
        <SkeletonRows rows={2} label="Loading archived components" />
      )}
      {data?.length === 0 && (
        <p className="text-muted">
          No archived components. Removing a component with history archives it.
        </p>
      )}
      <ul>
        {data?.map((component) => (
          <li
            key={component.id}
            className={
              "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b " +
              "border-line py-2 last:border-b-0"
            }
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi className="font-medium">{component.name}</bdi>
              {component.archived_at !== null && (
                <span className="block text-xs text-muted">
                  Archived <TimeAgo at={component.archived_at} />
                </span>
              )}
            </span>
            <Button
              variant="secondary"
              aria-label={`Restore ${component.name}`}
              busy={restoring === component.id}
              onClick={() => void restore(component)}
            >
              Restore
            </Button>
            <div className="basis-full empty:hidden">
              {failure?.id === component.id && <Message>{failure.why}</Message>}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
