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
import { useItemDialogParams } from "@/components/shell/use-dialog-param";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { impacts } from "@/lib/incidents/values";
import { isRunning, type MaintenanceStatus } from "@/lib/maintenances/values";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "@/components/updates/update-calls";
import { useMaintenances } from "@/components/maintenances/use-maintenances";
import { useUnresolvedIncidents } from "./use-unresolved";

const Panel = createLazyComponent(async () => (await import("./update-panel")).UpdatePanel);

export const prefetchUpdatePanel = Panel.prefetch;

const panelActions = ["update", "resolve", "start", "complete"] as const;
/** “resolve” applies to incidents only, “start” and “complete” to maintenance only. */
export type PanelAction = (typeof panelActions)[number];
type Opening = { action?: PanelAction; isByKey?: boolean };
type Unsent = { event: UpdatedEvent; action: PanelAction };
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
  const { events, findChosen, markUnsent } = state;
  const {
    opened: { id: openID, action },
    isByKey,
    open,
    close,
  } = useOpenEvent(state);
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
        onRestored={(event, restored) => open(event.id, { action: restored })}
      />
    </UpdatePanelContext>
  );
}

/** Returns the incidents and maintenance that can be updated, and tracks unsent updates. */
function useEvents() {
  const { id: orgID } = useOrganization();
  const { incidents, error } = useUnresolvedIncidents();
  const { running, upcoming } = useMaintenances();
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  // Runs in a transition, because the first letter that the user types re-renders all rows.
  const markUnsent = useCallback(
    (event: UpdatedEvent, action: PanelAction, isUnsent: boolean) =>
      startTransition(() =>
        setUnsent((before) => {
          const others = before.filter(
            (each) => each.event.id !== event.id || each.action !== action,
          );
          if (isUnsent) return [...others, { event, action }];
          return others.length === before.length ? before : others;
        }),
      ),
    [],
  );
  return useMemo(() => {
    const listed = [incidents, running, upcoming].flatMap<UpdatedEvent>((events) => events ?? []);
    // Keeps an event with an unsent update, even if someone else resolves or completes it.
    const unlisted = unsent
      .map(({ event }) => event)
      .filter(({ id }) => !listed.some((event) => event.id === id));
    const events = [...listed, ...new Map(unlisted.map((event) => [event.id, event])).values()];
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
       * Returns the event whose row contains the focus, or the only incident. With several
       * incidents, focuses the link of the first one so that a second key press chooses it.
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
      hasUnsent: (id: string, action?: PanelAction) =>
        unsent.some(
          (each) => each.event.id === id && (action === undefined || each.action === action),
        ),
      markUnsent,
    };
  }, [orgID, incidents, error, running, upcoming, unsent, markUnsent]);
}

/** Shows the panel before the URL changes because the router first re-renders the screen. */
function useOpenEvent({ events, isLoaded, hasUnsent }: ReturnType<typeof useEvents>) {
  // Closes the panel if someone resolved the incident or started the maintenance, because posting
  // would reopen the incident or notify subscribers again. A panel with unsent text stays open.
  const isPossible = (id: string, action: PanelAction) => {
    const event = events.find((each) => each.id === id);
    if (event === undefined) return false;
    const isRunningNow = isRunning(event.status as MaintenanceStatus);
    const isObsolete = action === "start" ? isRunningNow : action === "complete" && !isRunningNow;
    return !isObsolete || hasUnsent(id, action);
  };
  const param = useItemDialogParams(panelActions, isLoaded ? isPossible : undefined);
  const [opened, setOpened] = useOptimistic({ id: param.id, action: param.name ?? "update" });
  const [isByKey, setIsByKey] = useState(false);
  const { open: openParam } = param;
  return {
    ...{ opened, isByKey },
    open: useCallback(
      (id: string, { action = "update", isByKey: byKey = false }: Opening = {}) => {
        setIsByKey(byKey);
        startTransition(() => {
          setOpened({ id, action });
          openParam(action, id);
        });
      },
      [openParam, setOpened],
    ),
    close: () =>
      startTransition(() => {
        setOpened({ ...opened, id: null });
        param.close();
      }),
  };
}

/** Marks an event that has unsent text from before the page was loaded. */
export function useStoredDraft(event: UpdatedEvent): void {
  const { markUnsent } = useUpdatePanel();
  const owner = useDraftOwner();
  const first = useRef(event);
  const { kind, id } = getSubject(event);
  useEffect(() => {
    if (owner === null) return;
    for (const action of panelActions)
      if (readDraft(getDraftKey(owner, getUpdateDraft({ kind, id }, action))) !== null)
        markUnsent(first.current, action, true);
  }, [owner, kind, id, markUnsent]);
}
