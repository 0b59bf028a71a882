"use client";

import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
} from "react";
import { useDraftOwner } from "@/components/auth/session";
import { getDraftKey, readDraft } from "@/components/forms/drafts";
import { useOrganization } from "@/components/organizations/organization-context";
import { focusRestoredRow, getFocusedRow, useScreenShortcut } from "@/components/shell/shortcuts";
import { isListedIn, useItemDialogParam } from "@/components/shell/use-dialog-param";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { impacts } from "@/lib/incidents/values";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "@/components/updates/update-calls";
import { useMaintenances } from "./use-maintenances";
import { useUnresolvedIncidents } from "./use-unresolved";

const Panel = createLazyComponent(async () => (await import("./update-panel")).UpdatePanel);

export const prefetchUpdatePanel = Panel.prefetch;

/** “start” and “complete” apply to maintenance only. */
export type PanelAction = "update" | "start" | "complete";
type Opening = { action?: PanelAction; isByKey?: boolean };
type UpdatePanelState = ReturnType<typeof useEvents> & {
  open: (id: string, opening?: Opening) => void;
};

const UpdatePanelContext = createContext<UpdatePanelState | null>(null);

export function useUpdatePanel(): UpdatePanelState {
  const state = use(UpdatePanelContext);
  if (state === null) throw new Error("useUpdatePanel requires an UpdatePanelProvider");
  return state;
}

/** Provides the panel for posting updates. Opening it does not re-render the children. */
export function UpdatePanelProvider({ children }: { children: React.ReactNode }) {
  const { is } = useOrganization();
  const state = useEvents();
  const { events, isLoaded, findChosen, markUnsent } = state;
  const { openID, action, isByKey, open, close } = useOpenEvent(isLoaded ? events : undefined);
  const opened = events.find(({ id }) => id === openID) ?? null;
  const openChosen = () => {
    const chosen = findChosen();
    if (chosen) open(chosen.id, { isByKey: true });
  };
  useScreenShortcut("u", is("editor") ? openChosen : null);
  return (
    <UpdatePanelContext value={useMemo(() => ({ ...state, open }), [state, open])}>
      {children}
      <Panel
        open={opened !== null}
        event={opened}
        action={action}
        isByKey={isByKey}
        onClose={close}
        onUnsent={markUnsent}
        onRestored={({ id }) => open(id, { action })}
      />
    </UpdatePanelContext>
  );
}

/** Returns the incidents and maintenance that can be updated, and tracks unsent updates. */
function useEvents() {
  const { id: orgID } = useOrganization();
  const { incidents, error } = useUnresolvedIncidents();
  const { running, upcoming } = useMaintenances();
  const [unsent, setUnsent] = useState<readonly UpdatedEvent[]>([]);
  // In a transition, because it re-renders the rows after the first typed letter.
  const markUnsent = useCallback(
    (event: UpdatedEvent, isUnsent: boolean) =>
      startTransition(() =>
        setUnsent((before) => {
          const others = before.filter(({ id }) => id !== event.id);
          if (isUnsent) return [...others, event];
          return others.length === before.length ? before : others;
        }),
      ),
    [],
  );
  return useMemo(() => {
    const listed = [incidents, running, upcoming].flatMap<UpdatedEvent>((events) => events ?? []);
    // Keeps an event with an unsent update, even if someone else resolves or completes it.
    const events = [
      ...listed,
      ...unsent.filter(({ id }) => !listed.some((event) => event.id === id)),
    ];
    const shown =
      incidents &&
      events
        .filter((event) => "impact" in event)
        .toSorted((one, other) => impacts.indexOf(other.impact) - impacts.indexOf(one.impact));
    return {
      incidents,
      error,
      events,
      isLoaded: incidents !== undefined && running !== undefined && upcoming !== undefined,
      /** Unresolved incidents, and resolved ones with an unsent update. Highest impact first. */
      shown,
      /**
       * Returns the event whose row has the focus, or the only incident. With several incidents,
       * focuses the first one, so that a second key press chooses it.
       */
      findChosen: () => {
        const row = getFocusedRow();
        const focused = events.find(({ id }) => row?.endsWith(`/${id}`));
        if (focused) return focused;
        const [first, second] = shown ?? [];
        if (first === undefined || second === undefined) return first;
        focusRestoredRow(`/dashboard/${orgID}/incidents/${first.id}`);
        return undefined;
      },
      hasUnsent: (id: string) => unsent.some((event) => event.id === id),
      markUnsent,
    };
  }, [orgID, incidents, error, running, upcoming, unsent, markUnsent]);
}

/** Shows the panel before the URL changes, because the router first re-renders the screen. */
function useOpenEvent(events: readonly UpdatedEvent[] | undefined) {
  // Closes the panel if someone resolved the incident, because an update would reopen it.
  const { id, open, close } = useItemDialogParam("update", isListedIn(events));
  const [openID, setOpenID] = useOptimistic(id);
  const [opening, setOpening] = useState<Opening>({});
  const { action = "update", isByKey = false } = opening;
  return {
    ...{ openID, action, isByKey },
    open: useCallback(
      (chosen: string, how: Opening = {}) => {
        setOpening(how);
        startTransition(() => {
          setOpenID(chosen);
          open(chosen);
        });
      },
      [open, setOpenID],
    ),
    close: () =>
      startTransition(() => {
        setOpenID(null);
        close();
      }),
  };
}

/** Marks an event that has an unsent update from before the page was loaded. */
export function useStoredDraft(event: UpdatedEvent): void {
  const { markUnsent } = useUpdatePanel();
  const owner = useDraftOwner();
  const first = useRef(event);
  const { kind, id } = getSubject(event);
  useEffect(() => {
    if (owner !== null && readDraft(getDraftKey(owner, getUpdateDraft({ kind, id }))) !== null)
      markUnsent(first.current, true);
  }, [owner, kind, id, markUnsent]);
}
