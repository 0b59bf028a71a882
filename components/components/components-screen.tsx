"use client";

import {
  Archive,
  ChevronRight,
  Ellipsis,
  FolderPlus,
  GripVertical,
  ListPlus,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFilters } from "@/components/data/use-filters";
import { useRead, useRefresh } from "@/components/data/use-read";
import { PublicStatusBadge, getPublicStatusLabel, getShownStatus } from "./public-status";
import { useOrganization } from "@/components/organizations/organization-context";
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
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Message } from "@/components/ui/message";
import { named } from "@/components/ui/format-names";
import { PageHeader } from "@/components/ui/page-header";
import { SelectionBar, useSelection } from "@/components/ui/selection";
import { SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { formatUptime } from "@/components/uptime/uptime-chart";
import { useUptime } from "@/components/uptime/use-uptime";
import { getWorstStatus } from "@/lib/components/rules";
import { type PublicStatus as Status, publicStatuses } from "@/lib/components/values";
import { call, type ComponentResponse, type ComponentGroupResponse } from "@/lib/http/api-client";
import { ComponentBulkActions } from "./component-bulk-actions";
import { ComponentRow, getMenuId, type RowAction } from "./component-row";
import { RemoveComponent } from "./remove-component";
import { NotifySwitch, useSetStatus } from "./manual-status-select";
import { useArrangement } from "./use-arrangement";
import { useReasons } from "./use-reasons";

const Loading = () => (
  <Card>
    <SkeletonRows rows={6} label="Loading" />
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
  const { id: orgID, is } = useOrganization();
  const canWrite = is("editor");
  const components = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups", { params: { orgID } });
  const uptime = useUptime(components.data);
  const getReasons = useReasons(components.data);
  const { arrangement, rearrange, move } = useArrangement(components.data, groups.data);
  const setStatus = useSetStatus(orgID);
  const [notify, setNotify] = useState(false);
  const filters = useFilters({ q: null, status: statuses });
  const [adding, pasting, addingGroup, ordering, archived] = [
    useDialogParam("add"),
    useDialogParam("paste"),
    useDialogParam("add-group"),
    useDialogParam("order"),
    useDialogParam("archived"),
  ];
  const isListed = isListedIn(components.data);
  const isGroup = isListedIn(groups.data);
  const editing = useItemDialogParam("edit", isListed);
  const removing = useItemDialogParam("remove", isListed);
  const [editingGroup, deletingGroup] = [
    useItemDialogParam("edit-group", isGroup),
    useItemDialogParam("delete-group", isGroup),
  ];
  const [moved, setMoved] = useState<{ id: string; announcement: string } | null>(null);

  // Restores the focus, which an element loses when it moves in the DOM.
  useEffect(() => {
    if (moved !== null) document.getElementById(getMenuId(moved.id))?.focus();
  }, [moved]);

  const byId = new Map(components.data?.map((component) => [component.id, component]));
  const { q, status: statusFilter } = filters.values;
  const matchesFilters = (component: ComponentResponse) => {
    const status = getShownStatus(component);
    return (
      (q === undefined || component.name.toLowerCase().includes(q.toLowerCase())) &&
      (statusFilter === undefined ||
        (statusFilter === "affected" ? status !== "operational" : status === statusFilter))
    );
  };
  const selection = useSelection(
    arrangement.flatMap(({ componentIds }) =>
      componentIds.filter((id) => {
        const component = byId.get(id);
        return component !== undefined && matchesFilters(component);
      }),
    ),
  );

  function perform(action: RowAction) {
    const { component } = action;
    if (action.do === "select") selection.toggle(component.id, action.isRange);
    else if (action.do === "set") {
      const show = (changed: ComponentResponse, work: () => Promise<ComponentResponse>) =>
        components.optimistic(
          components.data!.map((each) => (each.id === changed.id ? changed : each)),
          work,
        );
      void setStatus(component, action.status, show, notify);
    } else if (action.do === "move") {
      const { position } = move(component.id, action.groupId, action.index);
      setMoved({ id: component.id, announcement: `${component.name} moved to ${position}.` });
    } else if (action.do === "edit") editing.open(component.id);
    else removing.open(component.id);
  }
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  const onAct = useCallback((action: RowAction) => latest.current(action), []);

  const error = components.error ?? groups.error;
  const isLoaded = components.data !== undefined && groups.data !== undefined;
  const groupsById = new Map(groups.data?.map((group) => [group.id, group]));
  const isOrdering = canWrite && ordering.isOpen;
  const hasNoMatches = filters.hasAny && components.data?.some(matchesFilters) === false;
  return (
    <>
      <PageHeader
        title="Components"
        description={components.data === undefined ? "" : describeStatuses(components.data)}
      >
        {canWrite && isOrdering && <Button onClick={ordering.close}>Done</Button>}
        {canWrite && !isOrdering && (
          <>
            <Button onClick={adding.open}>
              <Plus className="size-4" /> Add component
            </Button>
            <Menu
              trigger={
                <Button variant="secondary" aria-label="More actions" className="px-2">
                  <Ellipsis className="size-4" />
                </Button>
              }
            >
              <MenuItem icon={ListPlus} onSelect={pasting.open}>
                Paste a list
              </MenuItem>
              <MenuItem icon={FolderPlus} onSelect={addingGroup.open}>
                Add group
              </MenuItem>
              <MenuItem icon={GripVertical} onSelect={ordering.open}>
                Reorder
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Archive} onSelect={archived.open}>
                Archived components
              </MenuItem>
            </Menu>
          </>
        )}
      </PageHeader>
      <output className="sr-only">{moved?.announcement}</output>
      {error && <Message>{error.detail}</Message>}
      {!isLoaded && !error && <Loading />}
      {isLoaded && components.data!.length === 0 && groups.data!.length === 0 && (
        <Card>
          <EmptyState title="No components yet">
            {canWrite
              ? "Add the parts of your system that users depend on, such as Website, API, and Checkout."
              : "An editor of this organization can add components here."}
          </EmptyState>
          {canWrite && (
            <div className="flex flex-wrap gap-2 px-4 pb-6">
              <Button onClick={adding.open}>Add component</Button>
              <Button variant="secondary" onClick={pasting.open}>
                Paste a list
              </Button>
            </div>
          )}
        </Card>
      )}
      {isLoaded && isOrdering && (
        <>
          <p className="mb-3 text-muted">
            Drag a handle, or focus it, press Space, and use the arrow keys. Changes are saved
            automatically.
          </p>
          <OrderList
            arrangement={arrangement}
            components={components.data!}
            groups={groups.data!}
            onArrange={rearrange}
          />
        </>
      )}
      {isLoaded &&
        !isOrdering &&
        (components.data!.length >= SEARCH_MIN_ITEMS || filters.hasAny) && (
          <FilterBar
            filters={filters}
            search="Search names"
            selects={[{ name: "status", label: "Status", options: statusOptions }]}
          />
        )}
      {isLoaded && canWrite && !isOrdering && components.data!.length > 0 && (
        <div className="mb-4">
          <NotifySwitch checked={notify} onChange={setNotify} />
        </div>
      )}
      {isLoaded && !isOrdering && hasNoMatches && (
        <Card>
          <EmptyState title="No matching components">
            <button
              type="button"
              onClick={filters.clear}
              className="rounded-sm font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-11"
            >
              Show all components
            </button>
          </EmptyState>
        </Card>
      )}
      {isLoaded && !isOrdering && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {arrangement.map(({ groupId, componentIds }) => {
            const group = groupId === null ? undefined : groupsById.get(groupId);
            const members = componentIds.flatMap((id) => byId.get(id) ?? []);
            if (
              filters.hasAny
                ? !members.some(matchesFilters)
                : group === undefined && members.length === 0
            )
              return null;
            const rows = members.map(
              (component, index) =>
                matchesFilters(component) && (
                  <ComponentRow
                    key={component.id}
                    component={component}
                    reasons={getReasons(component.id)}
                    uptime={uptime.ofComponents?.get(component.id)}
                    canWrite={canWrite}
                    groups={groups.data!}
                    index={index}
                    count={members.length}
                    isSelected={selection.has(component.id)}
                    onAct={onAct}
                  />
                ),
            );
            if (group === undefined) {
              return (
                <Card key="none">
                  <ul aria-label="Components without a group">{rows}</ul>
                </Card>
              );
            }
            return (
              <GroupSection
                key={group.id}
                group={group}
                members={members}
                percent={uptime.ofGroups?.get(group.id)}
                canWrite={canWrite}
                isFiltered={filters.hasAny}
                hasSelected={members.some(({ id }) => selection.has(id))}
                onEdit={() => editingGroup.open(group.id)}
                onDelete={() => deletingGroup.open(group.id)}
              >
                {rows}
              </GroupSection>
            );
          })}
        </div>
      )}
      {canWrite && !isOrdering && groups.data && (
        <SelectionBar selection={selection} noun="component">
          <ComponentBulkActions
            components={selection.selected.flatMap((id) => byId.get(id) ?? [])}
            groups={groups.data}
            arrangement={arrangement}
            rearrange={rearrange}
            notify={notify}
            onDone={(failed) => selection.select(failed.map(({ id }) => id))}
          />
        </SelectionBar>
      )}
      {canWrite && (
        <>
          {adding.isOpen && <ComponentForm componentID={null} onClose={adding.close} />}
          {pasting.isOpen && <PasteForm onClose={pasting.close} />}
          {addingGroup.isOpen && <GroupForm groupID={null} onClose={addingGroup.close} />}
          {archived.isOpen && <ArchivedComponents onClose={archived.close} />}
          {editing.id !== null && (
            <ComponentForm componentID={editing.id} onClose={editing.close} />
          )}
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
      )}
    </>
  );
}

function describeStatuses(components: readonly ComponentResponse[]): string {
  const underMaintenance = components.filter(
    (component) => getShownStatus(component) === "under_maintenance",
  ).length;
  const affected = components.filter(({ status }) => status !== "operational").length;
  const describeCount = (count: number, state: string) =>
    count === 0 ? "" : `${count} of ${components.length} ${count === 1 ? "is" : "are"} ${state}.`;
  if (components.length === 0) return "";
  if (affected + underMaintenance === 0)
    return components.length === 1
      ? "The component is operational."
      : `All ${components.length} components are operational.`;
  return `${describeCount(affected, "not operational")} ${describeCount(underMaintenance, "under maintenance")}`.trim();
}

type GroupSectionProps = {
  group: ComponentGroupResponse;
  members: readonly ComponentResponse[];
  percent: number | null | undefined;
  canWrite: boolean;
  isFiltered: boolean;
  hasSelected: boolean;
  onEdit: () => void;
  onDelete: () => void;
  children: React.ReactNode;
};

function GroupSection({
  group,
  members,
  percent,
  canWrite,
  isFiltered,
  hasSelected,
  onEdit,
  onDelete,
  children,
}: GroupSectionProps) {
  const worst = getWorstStatus<Status>(members.map(getShownStatus));
  // Null until the user toggles the group. Until then, it is collapsed as on the status page.
  const [isToggledOpen, setIsToggledOpen] = useState<boolean | null>(null);
  // Selected components are never hidden.
  const open =
    hasSelected || (isToggledOpen ?? (isFiltered || !group.collapsed || worst !== "operational"));
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
                {members.length} {members.length === 1 ? "component" : "components"}
                {percent != null && ` · ${formatUptime(percent)}`}
              </span>
            </button>
          </h2>
          {!open && <PublicStatusBadge status={worst} />}
          {canWrite && (
            <Menu
              trigger={
                <button
                  type="button"
                  aria-label={`More actions for group ${group.name}`}
                  className={
                    "grid size-9 shrink-0 place-items-center rounded-md text-muted " +
                    "hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                  }
                >
                  <Ellipsis className="size-4" />
                </button>
              }
            >
              <MenuItem icon={Pencil} onSelect={onEdit}>
                Edit group
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={onDelete}>
                Delete group
              </MenuItem>
            </Menu>
          )}
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

function DeleteGroup({
  group,
  onClose,
}: {
  group: ComponentGroupResponse | undefined;
  onClose: () => void;
}) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={group !== undefined}
      onClose={onClose}
      title={
        <>
          Delete group “<bdi>{group?.name}</bdi>”?
        </>
      }
      action="Delete group"
      onConfirm={async () => {
        await call("DELETE /v1/organizations/{orgID}/component-groups/{groupID}", {
          params: { orgID, groupID: group!.id },
        });
        await refresh();
        showToast(named`Group ${group!.name} deleted.`);
      }}
    >
      The group’s components and their history are kept, but no longer belong to a group.
    </Confirm>
  );
}
