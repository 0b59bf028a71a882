import { Archive, ArrowDown, ArrowUp, FolderInput, Pencil, Rows3 } from "lucide-react";
import Link from "next/link";
import { tallTargetClass } from "@/components/ui/route-link";
import { memo } from "react";
import { PublicStatusBadge, getShownStatus } from "./public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { describeShortcut } from "@/components/shell/shortcuts";
import { EllipsisButton, Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { rowClass } from "@/components/ui/row";
import { rowLink } from "@/components/ui/row-link";
import { RowCheckbox, type SelectableRows } from "@/components/ui/selection";
import { formatUptime, UptimeChart } from "@/components/uptime/uptime-chart";
import type { ComponentDays } from "@/components/uptime/use-uptime";
import type { ComponentStatus as Status } from "@/lib/components/values";
import type { ComponentResponse, ComponentGroupResponse } from "@/lib/http/api-client";
import { ManualStatusMenu } from "./manual-status-menu";
import type { Reasons } from "./use-reasons";
import { StatusReasons } from "./status-reasons";

export type RowAction =
  | { do: "edit" | "remove"; component: ComponentResponse }
  | { do: "set"; component: ComponentResponse; status: Status }
  | { do: "move"; component: ComponentResponse; groupId: string | null; index: number };

type ComponentRowProps = {
  component: ComponentResponse;
  reasons: Reasons;
  /** Undefined while loading, null if it could not be read. */
  uptime: ComponentDays | null | undefined;
  canWrite: boolean;
  groups: readonly ComponentGroupResponse[];
  index: number;
  count: number;
  selectable: SelectableRows;
  onAct: (action: RowAction) => void;
};

export const getMenuId = (componentID: string) => `menu-${componentID}`;

/** Returns whether two rows are equal. Each refresh creates new objects for unchanged rows. */
const hasSameContent = (one: ComponentRowProps, other: ComponentRowProps): boolean =>
  (Object.keys(one) as (keyof ComponentRowProps)[]).every(
    (key) =>
      one[key] === other[key] ||
      ((key === "component" || key === "reasons") &&
        JSON.stringify(one[key]) === JSON.stringify(other[key])),
  );

export const ComponentRow = memo(function ComponentRow(row: ComponentRowProps) {
  const { component, reasons, uptime, canWrite, selectable, onAct } = row;
  const { id, name } = component;
  const reasonsId = `why-${id}`;
  const percent = uptime && formatUptime(uptime.percent, uptime.since);
  return (
    <li
      className={
        `${rowClass} grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 ` +
        "[contain-intrinsic-block-size:auto_8rem] md:[contain-intrinsic-block-size:auto_5rem] " +
        "md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_13rem_auto]"
      }
    >
      <div className="flex min-w-0 items-start">
        {canWrite && (
          <span className="-ms-2 -my-2 pointer-coarse:-my-3">
            <RowCheckbox name={name} id={id} rows={selectable} />
          </span>
        )}
        <div className="min-w-0">
          <NameAndDescription component={component} />
          <StatusReasons id={reasonsId} component={component} reasons={reasons} />
        </div>
      </div>
      <div className="col-span-2 row-start-3 md:col-span-1 md:row-start-auto">
        {uptime !== null && <UptimeChart name={name} days={uptime?.days} />}
        <p className="mt-0.5 flex justify-between text-xs text-muted tabular-nums max-md:hidden">
          <span>90 days</span>
          <span>{percent}</span>
        </p>
      </div>
      <div
        className={
          "col-span-2 row-start-2 flex flex-wrap items-center justify-between gap-x-2 " +
          "md:col-span-1 md:row-start-auto md:justify-self-end"
        }
      >
        {canWrite ? (
          <ManualStatusMenu
            component={component}
            describedBy={reasonsId}
            onSet={(status) => onAct({ do: "set", component, status })}
          />
        ) : (
          <PublicStatusBadge status={getShownStatus(component)} />
        )}
        <span className="text-xs text-muted tabular-nums md:hidden">
          {uptime?.percent != null && uptime.since === null && "90 days: "}
          {percent}
        </span>
      </div>
      <div className="col-start-2 row-start-1 self-start md:col-start-auto md:row-start-auto md:self-center">
        {canWrite && <RowMenu {...row} />}
      </div>
    </li>
  );
}, hasSameContent);

function NameAndDescription({ component }: { component: ComponentResponse }) {
  const { at } = useOrganization();
  const { id, name, description } = component;
  return (
    <>
      <Link
        href={at(`/components/${id}`)}
        prefetch={false}
        {...rowLink(id)}
        className={`${tallTargetClass} rounded-sm font-medium wrap-anywhere hover:underline hover:underline-offset-2`}
      >
        <bdi>{name}</bdi>
      </Link>
      {description !== "" && (
        <p className="line-clamp-2 wrap-anywhere text-muted">
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  );
}

function RowMenu({ component, groups, index, count, onAct }: ComponentRowProps) {
  const { at } = useOrganization();
  const { id, name, group_id: groupId } = component;
  const move = (to: string | null, newIndex = Number.POSITIVE_INFINITY) =>
    onAct({ do: "move", component, groupId: to, index: newIndex });
  return (
    <Menu trigger={<EllipsisButton id={getMenuId(id)} aria-label={`More actions for ${name}`} />}>
      <MenuItem icon={Rows3} href={at(`/components/${id}`)}>
        Open
      </MenuItem>
      <MenuItem
        icon={Pencil}
        onSelect={() => onAct({ do: "edit", component })}
        {...describeShortcut("E")}
      >
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => move(groupId, index - 1)}>
        Move up
      </MenuItem>
      <MenuItem
        icon={ArrowDown}
        disabled={index === count - 1}
        onSelect={() => move(groupId, index + 1)}
      >
        Move down
      </MenuItem>
      <MoveToGroup {...{ groupId, groups, move }} />
      <MenuSeparator />
      <MenuItem icon={Archive} danger onSelect={() => onAct({ do: "remove", component })}>
        Remove
      </MenuItem>
    </Menu>
  );
}

type MoveToGroupProps = Pick<ComponentRowProps, "groups"> & {
  groupId: string | null;
  move: (groupId: string | null) => void;
};

function MoveToGroup({ groupId, groups, move }: MoveToGroupProps) {
  const otherGroups = groups.filter((group) => group.id !== groupId);
  return (
    <>
      {(otherGroups.length > 0 || groupId !== null) && <MenuLabel>Move to group</MenuLabel>}
      {otherGroups.map((group) => (
        <MenuItem key={group.id} icon={FolderInput} onSelect={() => move(group.id)}>
          <bdi>{group.name}</bdi>
        </MenuItem>
      ))}
      {groupId !== null && (
        <MenuItem icon={FolderInput} onSelect={() => move(null)}>
          No group
        </MenuItem>
      )}
    </>
  );
}
