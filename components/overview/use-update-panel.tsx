"use client";

import { startTransition, useCallback, useEffect, useOptimistic, useRef, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { getDraftKey, readDraft } from "@/components/forms/drafts";
import { useOrganization } from "@/components/organizations/organization-context";
import { getFocusedRow, useScreenShortcut } from "@/components/shell/shortcuts";
import { isListedIn, useItemDialogParam } from "@/components/shell/use-dialog-param";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "@/components/updates/update-calls";
import { useMaintenances } from "./use-maintenances";
import { useUnresolvedIncidents } from "./use-unresolved";

const load = async () => (await import("@/components/updates/update-panel")).UpdatePanel;
const Panel = createLazyComponent(load);

export const prefetchUpdatePanel = () => void load().catch(() => {});

export function useUpdatePanel() {
  const { is } = useOrganization();
  const unresolved = useUnresolvedIncidents();
  const { running, upcoming } = useMaintenances();
  const [unsent, setUnsent] = useState<readonly UpdatedEvent[]>([]);
  const markUnsent = useCallback(
    (event: UpdatedEvent, isUnsent: boolean) =>
      setUnsent((before) => [
        ...before.filter(({ id }) => id !== event.id),
        ...(isUnsent ? [event] : []),
      ]),
    [],
  );
  const listed = [unresolved.incidents, running, upcoming].flatMap<UpdatedEvent>(
    (events) => events ?? [],
  );
  // Keeps an event with an unsent update, even if someone else resolves or completes it.
  const events = [
    ...listed,
    ...unsent.filter(({ id }) => !listed.some((event) => event.id === id)),
  ];
  const shown = unresolved.incidents && events.filter((event) => "impact" in event);
  const { openID, open, close } = useOpenEvent(shown && running && upcoming && events);
  const opened = events.find(({ id }) => id === openID) ?? null;
  /** Returns the event whose row has the focus, or the only incident. */
  const findChosen = () => {
    const row = getFocusedRow();
    const focused = events.find(({ id }) => row?.endsWith(`/${id}`));
    return focused ?? (shown?.length === 1 ? shown[0] : undefined);
  };
  const openChosen = () => {
    const chosen = findChosen();
    if (chosen) open(chosen.id);
  };
  useScreenShortcut("u", is("editor") ? openChosen : null);

  return {
    ...unresolved,
    /** Unresolved incidents, and resolved ones with an unsent update. */
    shown,
    findChosen,
    openID,
    hasUnsent: (id: string) => unsent.some((event) => event.id === id),
    markUnsent,
    open,
    panel: (
      <Panel
        open={opened !== null}
        event={opened}
        onClose={close}
        onUnsent={markUnsent}
        onRestored={({ id }) => open(id)}
      />
    ),
  };
}

/** Shows the panel immediately, because the router re-renders the screen when the URL changes. */
function useOpenEvent(events: readonly UpdatedEvent[] | undefined) {
  // Closes the panel if someone resolved the incident, because an update would reopen it.
  const param = useItemDialogParam("update", isListedIn(events));
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

/** Marks an event that has an unsent update from before the page was loaded. */
export function useStoredDraft(event: UpdatedEvent, { markUnsent }: UpdatePanelState): void {
  const owner = useDraftOwner();
  const first = useRef(event);
  const { kind, id } = getSubject(event);
  useEffect(() => {
    if (owner !== null && readDraft(getDraftKey(owner, getUpdateDraft({ kind, id }))) !== null)
      markUnsent(first.current, true);
  }, [owner, kind, id, markUnsent]);
}

export type UpdatePanelState = ReturnType<typeof useUpdatePanel>;
