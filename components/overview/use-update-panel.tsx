import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useOptimistic,
  useState,
} from "react";
import { useDraftOwner } from "@/components/auth/session";
import { getDraftKey, readDraft } from "@/components/forms/drafts";
import { useOrganization } from "@/components/organizations/organization-context";
import {
  describeShortcut,
  focusRestoredRow,
  getFocusedRow,
  useScreenShortcut,
} from "@/components/shell/shortcuts";
import { isItemDialogRequested, useItemDialogParams } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "@/components/updates/updated-event";
import type { OverallStatusData } from "@/components/updates/use-overall";
import { impacts } from "@/lib/incidents/values";
import { isRunning, type MaintenanceStatus } from "@/lib/maintenances/values";

const Panel = createLazyComponent(async () => (await import("./update-panel")).UpdatePanel);

const panelActions = ["update", "resolve", "start", "complete"] as const;
/** “resolve” applies to incidents only, “start” and “complete” to maintenance only. */
export type PanelAction = (typeof panelActions)[number];

type UpdatePanelState = ReturnType<typeof useEvents> & {
  open: (id: string, action: PanelAction, isByKey?: boolean) => void;
};

const UpdatePanelContext = createContext<UpdatePanelState | null>(null);

export function useUpdatePanel(): UpdatePanelState {
  const state = use(UpdatePanelContext);
  if (state === null) throw new Error("useUpdatePanel requires an UpdatePanelProvider");
  return state;
}

type ProviderProps = { data: OverallStatusData; children: React.ReactNode };

/** Provides the panel for posting updates. Opening it does not re-render the children. */
export function UpdatePanelProvider({ data, children }: ProviderProps) {
  const { is } = useOrganization();
  const state = useEvents(data);
  const { findChosen, markUnsent } = state;
  const { opened, action, isByKey, open, close } = useOpenEvent(state);
  const openChosen = () => {
    const chosen = findChosen();
    if (chosen) open(chosen.id, "update", true);
  };
  useScreenShortcut("u", is("editor") ? openChosen : null);
  return (
    <UpdatePanelContext value={useMemo(() => ({ ...state, open }), [state, open])}>
      {children}
      <Panel
        open={opened !== undefined}
        event={opened}
        action={action}
        isByKey={isByKey}
        onClose={close}
        onUnsent={(isUnsent) => opened && markUnsent(opened, action, isUnsent)}
        onRestored={() => opened && open(opened.id, action)}
      />
    </UpdatePanelContext>
  );
}

/** Returns the incidents and maintenance that can be updated, and tracks unsent updates. */
function useEvents({ unresolved: { incidents }, maintenances }: OverallStatusData) {
  const { id: orgID } = useOrganization();
  const { running, upcoming } = maintenances;
  /** Events with unsent updates, by the names of their drafts. */
  const [unsent, setUnsent] = useState<ReadonlyMap<string, UpdatedEvent>>(new Map());
  // Runs in a transition, because the first letter that the user types re-renders all rows.
  const markUnsent = useCallback(
    (event: UpdatedEvent, action: PanelAction, isUnsent: boolean) =>
      startTransition(() =>
        setUnsent((before) => {
          const name = getUpdateDraft(getSubject(event), action);
          if (!isUnsent && !before.has(name)) return before;
          const next = new Map(before);
          if (isUnsent) next.set(name, event);
          else next.delete(name);
          return next;
        }),
      ),
    [],
  );
  const listed = useMemo(
    () => [incidents, running, upcoming].flatMap<UpdatedEvent>((events) => events ?? []),
    [incidents, running, upcoming],
  );
  const owner = useDraftOwner();
  useEffect(() => {
    if (owner === null) return;
    for (const event of listed)
      for (const action of panelActions)
        if (readDraft(getDraftKey(owner, getUpdateDraft(getSubject(event), action))) !== null)
          markUnsent(event, action, true);
  }, [owner, listed, markUnsent]);
  return useMemo(() => {
    // Keeps an event with an unsent update, even if someone else resolves or completes it.
    const unlisted = new Map([...unsent.values()].map((event) => [event.id, event]));
    for (const { id } of listed) unlisted.delete(id);
    const events = [...listed, ...unlisted.values()];
    const shown =
      incidents &&
      events
        .filter((event) => "impact" in event)
        .toSorted((one, other) => impacts.indexOf(other.impact) - impacts.indexOf(one.impact));
    return {
      events,
      isLoaded: incidents !== undefined && running !== undefined && upcoming !== undefined,
      /** Unresolved incidents, and resolved ones with an unsent update. Highest impact first. */
      incidents: shown,
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
      hasUnsent: (event: UpdatedEvent, actions: readonly PanelAction[] = panelActions) =>
        actions.some((action) => unsent.has(getUpdateDraft(getSubject(event), action))),
      markUnsent,
    };
  }, [orgID, incidents, running, upcoming, listed, unsent, markUnsent]);
}

/** Shows the panel before the URL changes because the router first re-renders the screen. */
function useOpenEvent({ events, isLoaded, hasUnsent }: ReturnType<typeof useEvents>) {
  // Closes the panel if someone resolved the incident or started the maintenance, because posting
  // would reopen the incident or notify subscribers again. A panel with unsent text stays open.
  const isPossible = (id: string, action: PanelAction) => {
    const event = events.find((each) => each.id === id);
    if (event === undefined) return false;
    // Only incidents are resolved, and only maintenance is started or completed.
    const isIncident = "impact" in event;
    if (action !== "update" && isIncident !== (action === "resolve")) return false;
    const isRunningNow = isRunning(event.status as MaintenanceStatus);
    const isObsolete = action === "start" ? isRunningNow : action === "complete" && !isRunningNow;
    return !isObsolete || hasUnsent(event, [action]);
  };
  const param = useItemDialogParams(panelActions, isLoaded ? isPossible : undefined);
  const [{ id: openID, action }, setOpened] = useOptimistic({
    id: param.id,
    action: param.name ?? "update",
  });
  const [isByKey, setIsByKey] = useState(false);
  const { open: openParam } = param;
  return {
    ...{ opened: events.find(({ id }) => id === openID), action, isByKey },
    open: useCallback(
      (id: string, nextAction: PanelAction, isNextByKey = false) => {
        setIsByKey(isNextByKey);
        startTransition(() => {
          setOpened({ id, action: nextAction });
          openParam(nextAction, id);
        });
      },
      [openParam, setOpened],
    ),
    close: () => {
      // The user may have opened another panel while the update was being posted.
      if (!isItemDialogRequested(action, openID)) return;
      startTransition(() => {
        setOpened({ id: null, action });
        param.close();
      });
    },
  };
}

const buttonLabels = { update: "Update", start: "Start now…", complete: "Complete…" };

type UpdateButtonProps = { event: UpdatedEvent; action?: keyof typeof buttonLabels };

export function UpdateButton({ event: { id, title }, action = "update" }: UpdateButtonProps) {
  const { open } = useUpdatePanel();
  return (
    <Button
      variant="secondary"
      aria-label={`${buttonLabels[action]} “${title}”`}
      aria-haspopup="dialog"
      onPointerEnter={Panel.prefetch}
      onPointerDown={Panel.prefetch}
      onFocus={Panel.prefetch}
      onClick={() => open(id, action)}
      {...(action === "update" && describeShortcut("U"))}
    >
      {buttonLabels[action]}
    </Button>
  );
}
