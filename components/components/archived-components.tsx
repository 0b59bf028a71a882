"use client";

import { useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Ago } from "@/components/ui/elapsed";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ApiError, type Component } from "@/lib/http/client";
import { useBringBack } from "./use-bring-back";

/** Components that are gone from the page, and the way back. */
export default function ArchivedComponents({ onClose }: { onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const bringBack = useBringBack();
  const sessionEnded = useSessionEnded();
  const { data, error } = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID }, query: { archived: "true" } });
  const [failure, setFailure] = useState<string | null>(null);

  async function restore(component: Component) {
    setFailure(null);
    try {
      await bringBack(component);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) sessionEnded();
      else setFailure(thrown.detail);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Archived components" description="They are not on the page. Incidents of the past keep their names.">
      <Message>{failure ?? error?.detail ?? null}</Message>
      {data === undefined && !error && <SkeletonRows rows={2} label="Loading archived components" />}
      {data?.length === 0 && <p className="text-muted">None. A component with a history comes here when it is removed.</p>}
      <ul>
        {data?.map((component) => (
          <li key={component.id} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-b-0">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{component.name}</bdi>
              {component.archived_at !== null && (
                <span className="block text-xs text-muted">
                  Archived <Ago at={component.archived_at} />
                </span>
              )}
            </span>
            <Button variant="secondary" aria-label={`Bring ${component.name} back`} onClick={() => void restore(component)}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
