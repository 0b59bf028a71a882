"use client";

import { startTransition, useCallback, useOptimistic, useState } from "react";
import { isListedIn, useItemDialogParam } from "@/components/shell/use-dialog-param";
import { createLazyComponent } from "@/components/ui/lazy-component";
import type { IncidentResponse } from "@/lib/http/api-client";
import { useUnresolvedIncidents } from "./use-unresolved";

const load = async () => (await import("@/components/incidents/update-panel")).UpdatePanel;
const Panel = createLazyComponent(load);

export const prefetchUpdatePanel = () => void load().catch(() => {});

export function useUpdatePanel() {
  const unresolved = useUnresolvedIncidents();
  const [unsent, setUnsent] = useState<readonly IncidentResponse[]>([]);
  const markUnsent = useCallback(
    (incident: IncidentResponse, isUnsent: boolean) =>
      setUnsent((before) => [
        ...before.filter(({ id }) => id !== incident.id),
        ...(isUnsent ? [incident] : []),
      ]),
    [],
  );
  // Keeps an incident with an unsent update visible, even if someone else resolves it.
  const incidents = unresolved.incidents && [
    ...unresolved.incidents,
    ...unsent.filter(({ id }) => !unresolved.incidents?.some((incident) => incident.id === id)),
  ];
  const { openID, open, close } = useOpenIncident(incidents);
  const opened = incidents?.find(({ id }) => id === openID) ?? null;

  return {
    ...unresolved,
    /** Unresolved incidents, and resolved ones with an unsent update. */
    shown: incidents,
    openID,
    hasUnsent: (id: string) => unsent.some((incident) => incident.id === id),
    markUnsent,
    open,
    panel: (
      <Panel
        open={opened !== null}
        incident={opened}
        onClose={close}
        onUnsent={markUnsent}
        onRestored={({ id }) => open(id)}
      />
    ),
  };
}

/** Shows the panel at once, because the router re-renders the screen when the URL changes. */
function useOpenIncident(incidents: readonly IncidentResponse[] | undefined) {
  // Closes the panel if someone resolved the incident, because an update would reopen it.
  const param = useItemDialogParam("update", isListedIn(incidents));
  const [openID, setOpenID] = useOptimistic(param.id);
  const show = (id: string | null, updateUrl: () => void) =>
    startTransition(() => {
      setOpenID(id);
      updateUrl();
    });
  return {
    openID,
    open: (id: string) => show(id, () => param.open(id)),
    close: () => show(null, param.close),
  };
}

export type IncidentUpdates = ReturnType<typeof useUpdatePanel>;
