"use client";

import {
  Archive,
  ChevronRight,
  FolderPlus,
  GripVertical,
  ListPlus,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useFilters } from "@/components/data/use-filters";
import { useRead } from "@/components/data/use-read";
import { PublicStatusBadge, getPublicStatusLabel, getShownStatus } from "./public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { getFocusedRow, useScreenShortcut } from "@/components/shell/shortcuts";
import {
  isListedIn,
  useDialogParam,
  useItemDialogParam,
} from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar, SEARCH_MIN_ITEMS } from "@/components/ui/filter";
import {
  EllipsisButton,
  Menu,
  MenuItem,
  MenuSeparator,
  MoreActionsMenu,
} from "@/components/ui/menu";
import { LoadError } from "@/components/data/load-error";
import { formatAmount } from "@/components/ui/format-count";
import { named } from "@/components/ui/format-names";
import { PageHeader } from "@/components/ui/page-header";
import { SelectionBar, useSelection } from "@/components/ui/selection";
import { SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { LinkButton } from "@/components/ui/route-link";
import { useStableCallback } from "@/components/ui/use-stable-callback";
import { formatUptime } from "@/components/uptime/uptime-chart";
import { useUptime } from "@/components/uptime/use-uptime";
import { type ArrangementSection, listComponentIds } from "@/lib/component-groups/rules";
import { getWorstStatus } from "@/lib/components/rules";
import { type PublicStatus as Status, publicStatuses } from "@/lib/components/values";
import type { ComponentResponse, ComponentGroupResponse } from "@/lib/http/api-client";
import { ComponentBulkActions } from "./component-bulk-actions";
import { ComponentRow, getMenuId, type RowAction } from "./component-row";
import { RemoveComponent } from "./remove-component";
import { useSetStatus } from "./manual-status-menu";
import { NotifySwitch } from "./notify-switch";
import { useArrangement } from "./use-arrangement";
import { useReasons } from "./use-reasons";

const Loading = () => (
  <Card>
    <SkeletonRows rows={6} label="Loading" shape="chart" />
  </Card>
);
const ArchivedComponents = dynamic(() => import("./archived-components"), { ssr: false });
const ComponentForm = dynamic(() => import("./component-form"), { ssr: false });
const GroupForm = dynamic(() => import("./group-form"), { ssr: false });
const OrderList = dynamic(() => import("./order-list"), { ssr: false, loading: Loading });
const PasteForm = dynamic(() => import("./paste-form"), { ssr: false });

const statuses = ["affected", ...publicStatuses] as const;
const statusOptions = statuses.map((value) => ({
  value,
  label: value === "affected" ? "Not operational" : getPublicStatusLabel(value),
}));

export function ComponentsScreen() {
  const list = useComponentList();
  const { components, groups, isLoaded, selection, canWrite } = list;
  const dialogs = useDialogs(components.data, groups.data);
  const { announcement, onAct } = useRowActions(list, dialogs);
  const editFocusedRow = () => {
    const id = getFocusedRow();
    if (id !== undefined) dialogs.editing.open(id);
  };
  useScreenShortcut("e", canWrite ? editFocusedRow : null);
  const error = components.error ?? groups.error;
  const isOrdering = canWrite && dialogs.ordering.isOpen;
  useScreenShortcut("a", canWrite && !isOrdering ? () => void selection.selectAll() : null);
  return (
    <>
      <PageHeader
        title="Components"
        description={components.data === undefined ? "" : describeStatuses(components.data)}
      >
        <HeaderActions canWrite={canWrite} dialogs={dialogs} />
      </PageHeader>
      <output className="sr-only">{announcement}</output>
      <LoadError error={error} />
      {!isLoaded && !error && <Loading />}
      {isLoaded && components.data!.length === 0 && groups.data!.length === 0 && (
        <NoComponents canWrite={canWrite} dialogs={dialogs} />
      )}
      {isLoaded && isOrdering && (
        <>
          <p className="mb-3 text-muted">
            Drag a handle, or focus it, press Space, and use the arrow keys. Changes are saved
            automatically.
          </p>
          <OrderList
            arrangement={list.arrangement}
            components={components.data!}
            groups={groups.data!}
            onArrange={list.rearrange}
          />
        </>
      )}
      {isLoaded && !isOrdering && <FilteredList {...{ list, dialogs, onAct }} />}
      {canWrite && !isOrdering && groups.data && (
        <SelectionBar selection={selection} noun="component">
          <ComponentBulkActions
            components={selection.selected.flatMap((id) => list.byId.get(id) ?? [])}
            groups={groups.data}
            arrangement={list.arrangement}
            rearrange={list.rearrange}
            notify={list.notify}
            onDone={(failed) => selection.select(failed.map(({ id }) => id))}
          />
        </SelectionBar>
      )}
      {canWrite && <Dialogs list={list} dialogs={dialogs} />}
    </>
  );
}

type ComponentList = ReturnType<typeof useComponentList>;

function useComponentList() {
  const { is } = useOrganization();
  const components = useRead("GET /v1/organizations/{orgID}/components");
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups");
  const uptime = useUptime(components.data);
  const getReasons = useReasons(components.data);
  const arranged = useArrangement(components.data, groups.data);
  const [notify, setNotify] = useState(false);
  const filters = useFilters({ q: null, status: statuses });
  const byId = new Map(components.data?.map((component) => [component.id, component]));
  const isShown = (component: ComponentResponse) => matchesFilters(component, filters.values);
  const selection = useSelection(
    listComponentIds(arranged.arrangement).filter((id) => {
      const component = byId.get(id);
      return component !== undefined && isShown(component);
    }),
  );
  const isLoaded = components.data !== undefined && groups.data !== undefined;
  return {
    ...{ components, groups, byId, isLoaded, uptime, getReasons, ...arranged },
    ...{ filters, isShown, selection, notify, setNotify, canWrite: is("editor") },
  };
}

/** Excludes components that are only under maintenance, which have their own count and filter. */
const isAffected = ({ status }: ComponentResponse) => status !== "operational";

type FilterValues = { q?: string; status?: (typeof statuses)[number] };

function matchesFilters(component: ComponentResponse, { q, status }: FilterValues): boolean {
  const shown = getShownStatus(component);
  return (
    (q === undefined || component.name.toLowerCase().includes(q.toLowerCase())) &&
    (status === undefined || (status === "affected" ? isAffected(component) : shown === status))
  );
}

type DialogParams = ReturnType<typeof useDialogs>;

function useDialogs(
  components: readonly ComponentResponse[] | undefined,
  groups: readonly ComponentGroupResponse[] | undefined,
) {
  const isListed = isListedIn(components);
  const isGroup = isListedIn(groups);
  return {
    adding: useDialogParam("add"),
    pasting: useDialogParam("paste"),
    addingGroup: useDialogParam("add-group"),
    ordering: useDialogParam("order"),
    archived: useDialogParam("archived"),
    editing: useItemDialogParam("edit", isListed),
    removing: useItemDialogParam("remove", isListed),
    editingGroup: useItemDialogParam("edit-group", isGroup),
    deletingGroup: useItemDialogParam("delete-group", isGroup),
  };
}

/** Returns a stable `onAct`, because rows are memoized. */
function useRowActions({ components, move, notify }: ComponentList, dialogs: DialogParams) {
  const setStatus = useSetStatus();
  const [moved, setMoved] = useState<{
    id: string;
    groupId: string | null;
    announcement: string;
  } | null>(null);

  // Restores the focus, which an element loses when it moves in the DOM or into a collapsed group.
  useEffect(() => {
    if (moved === null) return;
    const group = document.getElementById(`group-${moved.groupId}`);
    (document.getElementById(getMenuId(moved.id)) ?? group?.querySelector("button"))?.focus();
  }, [moved]);

  function perform(action: RowAction) {
    const { component } = action;
    if (action.do === "set") {
      const show = (changed: ComponentResponse, work: () => Promise<ComponentResponse>) =>
        components.optimistic(
          components.data!.map((each) => (each.id === changed.id ? changed : each)),
          work,
        );
      void setStatus(component, action.status, show, notify);
    } else if (action.do === "move") {
      const { position } = move(component.id, action.groupId, action.index);
      setMoved({
        ...{ id: component.id, groupId: action.groupId },
        announcement: `${component.name} moved to ${position}.`,
      });
    } else if (action.do === "edit") dialogs.editing.open(component.id);
    else dialogs.removing.open(component.id);
  }
  const onAct = useStableCallback(perform);
  return { announcement: moved?.announcement, onAct };
}

type ActionsProps = { canWrite: boolean; dialogs: DialogParams };

function HeaderActions({ canWrite, dialogs }: ActionsProps) {
  const { adding, pasting, addingGroup, ordering, archived } = dialogs;
  if (!canWrite) return null;
  if (ordering.isOpen) return <Button onClick={ordering.close}>Done</Button>;
  return (
    <>
      <Button onClick={adding.open}>
        <Plus className="size-4" /> Add component
      </Button>
      <Button variant="secondary" className="max-sm:hidden" onClick={addingGroup.open}>
        <FolderPlus className="size-4" /> Add group
      </Button>
      <MoreActionsMenu>
        <MenuItem icon={ListPlus} onSelect={pasting.open}>
          Paste a list
        </MenuItem>
        <MenuItem icon={FolderPlus} className="sm:hidden" onSelect={addingGroup.open}>
          Add group
        </MenuItem>
        <MenuItem icon={GripVertical} onSelect={ordering.open}>
          Reorder
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Archive} onSelect={archived.open}>
          Archived components
        </MenuItem>
      </MoreActionsMenu>
    </>
  );
}

function NoComponents({ canWrite, dialogs: { adding, pasting } }: ActionsProps) {
  return (
    <Card>
      <EmptyState title="No components yet">
        {canWrite ? (
          <>
            List the parts of your system that users depend on, such as Website, API, and Checkout.{" "}
            <LinkButton onClick={adding.open}>Add a component</LinkButton> or{" "}
            <LinkButton onClick={pasting.open}>paste a list</LinkButton>.
          </>
        ) : (
          "Editors can add components here."
        )}
      </EmptyState>
    </Card>
  );
}

type ListProps = {
  list: ComponentList;
  dialogs: DialogParams;
  onAct: (action: RowAction) => void;
};

function FilteredList({ list, dialogs, onAct }: ListProps) {
  const { components, filters, isShown, notify, setNotify, canWrite } = list;
  return (
    <>
      {(components.data!.length >= SEARCH_MIN_ITEMS || filters.hasAny) && (
        <FilterBar
          filters={filters}
          search="Search names"
          selects={[{ name: "status", label: "Status", options: statusOptions }]}
        />
      )}
      {canWrite && components.data!.length > 0 && (
        <div className="mb-4">
          <NotifySwitch checked={notify} onChange={setNotify} />
        </div>
      )}
      {filters.hasAny && !components.data!.some(isShown) && (
        <Card>
          <EmptyState title="No matching components">
            <LinkButton onClick={filters.clear}>Show all components</LinkButton>
          </EmptyState>
        </Card>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {list.arrangement.map((section) => (
          <ListSection key={section.groupId ?? "none"} {...{ section, list, dialogs, onAct }} />
        ))}
      </div>
    </>
  );
}

function ListSection({
  section: { groupId, componentIds },
  list,
  dialogs,
  onAct,
}: ListProps & { section: ArrangementSection }) {
  const { groups, byId, uptime, getReasons, filters, isShown, selection, canWrite } = list;
  const group = groups.data!.find(({ id }) => id === groupId);
  const members = componentIds.flatMap((id) => byId.get(id) ?? []);
  const isHidden = filters.hasAny
    ? !members.some(isShown)
    : group === undefined && members.length === 0;
  if (isHidden) return null;
  const rows = members.map(
    (component, index) =>
      isShown(component) && (
        <ComponentRow
          key={component.id}
          component={component}
          reasons={getReasons(component.id)}
          uptime={uptime.error ? null : uptime.ofComponents?.get(component.id)}
          canWrite={canWrite}
          groups={groups.data!}
          index={index}
          count={members.length}
          selectable={selection.rows}
          onAct={onAct}
        />
      ),
  );
  if (group === undefined)
    return (
      <Card>
        <ul aria-label="Components without a group">{rows}</ul>
      </Card>
    );
  return <GroupSection {...{ group, members, list, dialogs }}>{rows}</GroupSection>;
}

function Dialogs({ list: { groups, byId }, dialogs }: Omit<ListProps, "onAct">) {
  const { adding, pasting, addingGroup, archived, editing, removing } = dialogs;
  const { editingGroup, deletingGroup } = dialogs;
  return (
    <>
      {adding.isOpen && <ComponentForm componentID={null} onClose={adding.close} />}
      {pasting.isOpen && <PasteForm onClose={pasting.close} />}
      {addingGroup.isOpen && <GroupForm groupID={null} onClose={addingGroup.close} />}
      {archived.isOpen && <ArchivedComponents onClose={archived.close} />}
      {editing.id !== null && <ComponentForm componentID={editing.id} onClose={editing.close} />}
      {editingGroup.id !== null && (
        <GroupForm groupID={editingGroup.id} onClose={editingGroup.close} />
      )}
      <RemoveComponent
        component={removing.id === null ? null : (byId.get(removing.id) ?? null)}
        onClose={removing.close}
      />
      <DeleteGroup
        group={groups.data?.find(({ id }) => id === deletingGroup.id)}
        onClose={deletingGroup.close}
      />
    </>
  );
}

function describeStatuses(components: readonly ComponentResponse[]): string | undefined {
  const underMaintenance = components.filter(
    (component) => getShownStatus(component) === "under_maintenance",
  ).length;
  const affected = components.filter(isAffected).length;
  const describeCount = (count: number, state: string) =>
    count === 0 ? "" : `${count} of ${components.length} ${count === 1 ? "is" : "are"} ${state}.`;
  if (components.length === 0) return undefined;
  if (affected + underMaintenance === 0)
    return components.length === 1
      ? "The component is operational."
      : `All ${components.length} components are operational.`;
  return `${describeCount(affected, "not operational")} ${describeCount(underMaintenance, "under maintenance")}`.trim();
}

type GroupSectionProps = Pick<ListProps, "list" | "dialogs"> & {
  group: ComponentGroupResponse;
  members: readonly ComponentResponse[];
  children: React.ReactNode;
};

function GroupSection({ group, members, list, dialogs, children }: GroupSectionProps) {
  const percent = list.uptime.ofGroups?.get(group.id);
  const hasSelected = members.some(({ id }) => list.selection.has(id));
  const worst = getWorstStatus<Status>(members.map(getShownStatus));
  const isCollapsed = group.collapsed && members.length > 0 && worst === "operational";
  // Null until the user toggles the group. Until then, the group is collapsed as on the status
  // page, but open if filters are set.
  const [isToggledOpen, setIsToggledOpen] = useState<boolean | null>(null);
  // Selected components are never hidden.
  const open = hasSelected || (isToggledOpen ?? (list.filters.hasAny || !isCollapsed));
  return (
    <section aria-labelledby={`group-${group.id}`}>
      <Card>
        <div
          className={`flex items-center gap-2 px-2 py-1.5 ${open ? "border-b border-line" : ""}`}
        >
          <h2 id={`group-${group.id}`} className="min-w-0 flex-1">
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setIsToggledOpen(!open)}
              className={
                "flex min-h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-start " +
                "font-semibold hover:bg-sunken pointer-coarse:min-h-11"
              }
            >
              <ChevronRight
                className={`size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
              />
              <bdi className="min-w-0 wrap-anywhere">{group.name}</bdi>
              <span className="ms-auto shrink-0 text-xs font-normal text-muted tabular-nums max-sm:hidden">
                {formatAmount(members.length, "component")}
                {percent != null && ` · ${formatUptime(percent)}`}
              </span>
            </button>
          </h2>
          {!open && <PublicStatusBadge status={worst} />}
          {list.canWrite && <GroupMenu group={group} dialogs={dialogs} />}
        </div>
        {open && members.length === 0 && (
          <p className="px-4 py-3 text-muted">
            This group is empty, so it’s hidden from the status page.
          </p>
        )}
        {open && members.length > 0 && <ul aria-labelledby={`group-${group.id}`}>{children}</ul>}
      </Card>
    </section>
  );
}

type GroupMenuProps = Pick<GroupSectionProps, "group" | "dialogs">;

function GroupMenu({ group: { id, name }, dialogs }: GroupMenuProps) {
  return (
    <Menu trigger={<EllipsisButton aria-label={`More actions for group ${name}`} />}>
      <MenuItem icon={Pencil} onSelect={() => dialogs.editingGroup.open(id)}>
        Edit group
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => dialogs.deletingGroup.open(id)}>
        Delete group
      </MenuItem>
    </Menu>
  );
}

function DeleteGroup({
  group,
  onClose,
}: {
  group: ComponentGroupResponse | undefined;
  onClose: () => void;
}) {
  const { call, refresh } = useOrganization();
  return (
    <Confirm
      open={group !== undefined}
      onClose={onClose}
      title={named`Delete group “${group?.name}”?`}
      action="Delete group"
      onConfirm={async () => {
        await call("DELETE /v1/organizations/{orgID}/component-groups/{groupID}", {
          params: { groupID: group!.id },
        });
        await refresh();
        showToast(named`Group ${group!.name} deleted.`);
      }}
    >
      The group’s components and their history are kept, but no longer belong to a group.
    </Confirm>
  );
}
