import { Activity, Archive, FolderInput } from "lucide-react";
import { useState } from "react";
import { ignoreNotFound, useBulkAction } from "@/components/data/use-bulk-action";
import { useBusy } from "@/components/data/use-busy";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { formatAmount } from "@/components/ui/format-count";
import { Menu, MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toaster";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import { type Arrangement, moveComponent } from "@/lib/component-groups/rules";
import type { ComponentStatus as Status } from "@/lib/components/values";
import type { ComponentGroupResponse, ComponentResponse } from "@/lib/http/api-client";
import { componentStatusStyles } from "./component-status";
import { saveStatus } from "./manual-status-menu";
import { statusChoices } from "./status-menu";
import { getShownStatus } from "./public-status";
import { AffectingIncidents, restoreComponent } from "./remove-component";
import { moveBack, type useArrangement } from "./use-arrangement";

type Props = {
  components: readonly ComponentResponse[];
  groups: readonly ComponentGroupResponse[];
  arrangement: Arrangement;
  rearrange: ReturnType<typeof useArrangement>["rearrange"];
  /** If true, setting a status notifies subscribers who opted in to component status changes. */
  notify: boolean;
  /** Called with the components that couldn't be changed. They stay selected. */
  onDone: (failed: readonly ComponentResponse[]) => void;
};

const formatComponents = (count: number) => formatAmount(count, "component");

export function ComponentBulkActions(props: Props) {
  const { components, groups, onDone } = props;
  const setStatus = useSetStatuses(props);
  const move = useMove(props);
  const remove = useRemove(props);
  const [isRemoving, setIsRemoving] = useState(false);
  const [busy, runWhileBusy] = useBusy();
  const run = (work: () => Promise<readonly ComponentResponse[]>) =>
    runWhileBusy(async () => onDone(await work()));
  const targets = groups.filter(({ id }) => components.some(({ group_id }) => group_id !== id));
  const incidents = useAffectingIncidents(components, isRemoving);
  const amount = formatComponents(components.length);
  return (
    <>
      <Menu
        side="top"
        trigger={
          <Button variant="secondary" busy={busy}>
            <Activity className="size-4 max-sm:hidden" /> Set status
          </Button>
        }
      >
        {statusChoices.map(({ value, label, icon }) => (
          <MenuItem
            key={value}
            icon={icon}
            disabled={busy}
            onSelect={() => void run(() => setStatus(value))}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      {groups.length > 0 && (
        <Menu
          side="top"
          trigger={
            <Button variant="secondary" busy={busy}>
              <FolderInput className="size-4 max-sm:hidden" /> Move to group
            </Button>
          }
        >
          {targets.map(({ id, name }) => (
            <MenuItem key={id} disabled={busy} onSelect={() => void run(() => move(id))}>
              <bdi>{name}</bdi>
            </MenuItem>
          ))}
          {components.some(({ group_id }) => group_id !== null) && (
            <MenuItem disabled={busy} onSelect={() => void run(() => move(null))}>
              No group
            </MenuItem>
          )}
        </Menu>
      )}
      <Button variant="secondary" busy={busy} onClick={() => setIsRemoving(true)}>
        <Archive className="size-4 max-sm:hidden" /> Remove
      </Button>
      <Confirm
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={`Remove ${amount}?`}
        action={`Remove ${amount}`}
        isLoading={!incidents.isLoaded}
        onConfirm={async () => onDone(await remove())}
      >
        <AffectingIncidents incidents={incidents.open} componentCount={components.length} />
        Removed components disappear from the status page, lists, and subscription options
        immediately. A component with history is archived, and you can restore it. A component
        without history is deleted.
      </Confirm>
    </>
  );
}

/** Returns the unresolved incidents that affect any of the components. */
function useAffectingIncidents(components: readonly ComponentResponse[], isRead: boolean) {
  const { data, error, isComplete } = useReadAll(
    "GET /v1/organizations/{orgID}/incidents",
    isRead ? { query: { status: "unresolved" } } : null,
  );
  const ids = new Set(components.map(({ id }) => id));
  return {
    open: data?.filter(({ component_ids }) => component_ids.some((id) => ids.has(id))) ?? [],
    isLoaded: isComplete || error !== undefined,
  };
}

function useSetStatuses({ components, notify }: Props) {
  const { call } = useOrganization();
  const runBulkAction = useBulkAction();
  return (status: Status) => {
    const { label } = componentStatusStyles[status];
    let overridden = 0;
    return runBulkAction(components, {
      work: async (component) => {
        const saved = await saveStatus(call, component, status, notify);
        if (getShownStatus(saved) !== status) overridden++;
      },
      done: ({ length: count }) =>
        `${formatComponents(count)} set to “${label}”.` +
        (overridden > 0 ? ` Incidents or maintenance still affect ${overridden} of them.` : ""),
      failed: ({ length: count }) => `${formatComponents(count)} couldn’t be changed`,
      undo: {
        work: (component) => saveStatus(call, component, component.own_status, notify),
        done: "Status change undone.",
        failed: "Couldn’t undo all status changes",
      },
    });
  };
}

function useMove({ components, groups, arrangement, rearrange }: Props) {
  return async (groupId: string | null): Promise<readonly ComponentResponse[]> => {
    const moved = components.filter(({ group_id }) => group_id !== groupId);
    const next = moved.reduce(
      (result, { id }) => moveComponent(result, id, groupId, Number.POSITIVE_INFINITY),
      arrangement,
    );
    if (!(await rearrange(next))) return components;
    const group = groups.find(({ id }) => id === groupId);
    const amount = formatComponents(moved.length);
    const ids = moved.map(({ id }) => id);
    const undo = () => rearrange((current) => moveBack(current, arrangement, ids));
    showToast(
      group === undefined ? `${amount} ungrouped.` : `${amount} moved to “${group.name}”.`,
      {
        action: { label: "Undo", onClick: () => void undo() },
        until: getUndoDeadline(),
      },
    );
    return [];
  };
}

function useRemove({ components }: Props) {
  const { call } = useOrganization();
  const runBulkAction = useBulkAction();
  const { data: all = [] } = useRead("GET /v1/organizations/{orgID}/components");
  const order = all.map(({ id }) => id);
  return () =>
    runBulkAction(components, {
      work: ({ id }) =>
        call("DELETE /v1/organizations/{orgID}/components/{componentID}", {
          params: { componentID: id },
        }).catch(ignoreNotFound),
      done: ({ length: count }) => `${formatComponents(count)} removed.`,
      failed: ({ length: count }) => `${formatComponents(count)} couldn’t be removed`,
      undo: {
        work: (component) => restoreComponent(call, component, order),
        done: "Removal undone.",
        failed: "Couldn’t restore all components",
        isSequential: true,
      },
    });
}
