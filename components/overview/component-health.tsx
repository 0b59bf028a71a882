import { useEffect, useState } from "react";
import { ManualStatusMenu, useSetStatus } from "@/components/components/manual-status-menu";
import { getShownStatus, PublicStatusBadge } from "@/components/components/public-status";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { formatUptime, UptimeChart } from "@/components/uptime/uptime-chart";
import { UPTIME_CHART_DAYS, useUptime } from "@/components/uptime/use-uptime";
import { type ComponentStatus, publicStatuses } from "@/lib/components/values";
import type { ComponentGroupResponse, ComponentResponse } from "@/lib/http/api-client";
import { CardLink, gridRowClass, OverviewCard, RowTitle, subgridClass } from "./overview-card";

const COMPONENTS = "GET /v1/organizations/{orgID}/components";
const SHOWN = 12;

type Block = { group: ComponentGroupResponse | null; components: ComponentResponse[] };

const getSeverity = (component: ComponentResponse) =>
  publicStatuses.indexOf(getShownStatus(component));

/**
 * Returns at most `limit` components: those that are not operational, worst first, then operational
 * ones by group. `keptID` is a component whose status the user has set. It stays in the first block,
 * even if it is now operational.
 */
function createBlocks(
  components: readonly ComponentResponse[],
  groups: readonly ComponentGroupResponse[],
  keptID: string | undefined,
  limit: number,
): Block[] {
  const isFirst = (component: ComponentResponse) =>
    getSeverity(component) > 0 || component.id === keptID;
  const affected = components
    .filter(isFirst)
    .toSorted((one, other) => getSeverity(other) - getSeverity(one));
  const operational = components.filter((component) => !isFirst(component));
  const ungrouped = operational.filter(
    ({ group_id }) => !groups.some((group) => group.id === group_id),
  );
  let left = limit;
  return [
    { group: null, components: affected },
    ...groups.map((group) => ({
      group,
      components: operational.filter(({ group_id }) => group_id === group.id),
    })),
    { group: null, components: ungrouped },
  ].flatMap(({ group, components: all }) => {
    const shown = all.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ group, components: shown }] : [];
  });
}

export function ComponentHealth() {
  const { is } = useOrganization();
  const read = useRead(COMPONENTS);
  const { data: components, error } = read;
  const { data: groups, error: groupsError } = useRead(
    "GET /v1/organizations/{orgID}/component-groups",
  );
  const uptime = useUptime(components);
  const [isExpanded, setIsExpanded] = useState(false);
  const { changedID, setStatus } = useStatusChange(read);
  const onSet = is("editor") ? setStatus : null;
  const rest = (components?.length ?? 0) - SHOWN;
  // One more row takes no more space than the button.
  const limit = isExpanded || rest === 1 ? Number.POSITIVE_INFINITY : SHOWN;
  return (
    <OverviewCard
      title="Components"
      aside={
        <>
          <span className="text-xs">{UPTIME_CHART_DAYS}-day uptime</span>
          <CardLink path="/components">All components</CardLink>
        </>
      }
      of={{ data: components && groups, error: error ?? groupsError }}
      rows={4}
      shape="chart"
    >
      {components && groups && (
        <div className="@container">
          <div
            className={
              "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 " +
              "@xl:grid-cols-[minmax(0,3fr)_auto_minmax(0,2fr)_auto]"
            }
          >
            {createBlocks(components, groups, changedID, limit).map((block, index) => (
              <BlockRows key={block.group?.id ?? index} {...{ block, uptime, onSet }} />
            ))}
          </div>
        </div>
      )}
      {groups && rest > 1 && (
        <div className="border-t border-line p-2">
          <Button
            variant="quiet"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? "Show fewer" : `Show ${rest} more`}
          </Button>
        </div>
      )}
    </OverviewCard>
  );
}

const getStatusMenuId = (componentID: string) => `status-${componentID}`;

/** Sets a status. The row may move to another block, so its menu button gets the focus again. */
function useStatusChange(read: ReturnType<typeof useRead<typeof COMPONENTS>>) {
  const save = useSetStatus();
  const [changed, setChanged] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (changed === null) return undefined;
    // Waits for the menu, which closes and moves the focus only after the row has moved.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById(getStatusMenuId(changed.id))?.querySelector("button")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [changed]);
  const setStatus = async (component: ComponentResponse, status: ComponentStatus) => {
    const { id } = component;
    setChanged({ id });
    await save(component, status, (shown, work) =>
      read.optimistic(
        (read.data ?? []).map((each) => (each.id === shown.id ? shown : each)),
        work,
      ),
    );
    // If saving failed, the row has moved back.
    setChanged({ id });
  };
  return { changedID: changed?.id, setStatus };
}

type RowsProps = {
  uptime: ReturnType<typeof useUptime>;
  onSet: ReturnType<typeof useStatusChange>["setStatus"] | null;
};

function BlockRows({ block: { group, components }, ...props }: RowsProps & { block: Block }) {
  const { ofGroups } = props.uptime;
  return (
    <div className={`${subgridClass} border-b border-line last:border-b-0`}>
      {group && (
        <h3
          className={
            "col-span-full flex items-baseline justify-between gap-4 bg-sunken px-4 py-1.5 " +
            "text-xs font-medium text-muted"
          }
        >
          <bdi className="min-w-0 truncate">{group.name}</bdi>
          <span className="shrink-0 tabular-nums">
            {ofGroups && formatUptime(ofGroups.get(group.id) ?? null)}
          </span>
        </h3>
      )}
      <ul className={subgridClass}>
        {components.map((component) => (
          <Row key={component.id} component={component} {...props} />
        ))}
      </ul>
    </div>
  );
}

/** In a narrow list, the chart and the uptime are below the name and the status. */
function Row({ component, uptime, onSet }: RowsProps & { component: ComponentResponse }) {
  const { at } = useOrganization();
  const { id, name } = component;
  const status = getShownStatus(component);
  const days = uptime.ofComponents?.get(id);
  return (
    <li className={gridRowClass}>
      <div
        className={
          "col-span-full flex min-w-0 flex-wrap items-center justify-between gap-x-2 gap-y-1 " +
          "@xl:contents"
        }
      >
        <RowTitle href={at(`/components/${id}`)} title={name} />
        <span id={getStatusMenuId(id)}>
          {onSet && (
            <ManualStatusMenu
              component={component}
              onSet={(chosen) => void onSet(component, chosen)}
            />
          )}
          {!onSet && status !== "operational" && <PublicStatusBadge status={status} />}
        </span>
      </div>
      <span>{uptime.error === undefined && <UptimeChart name={name} days={days?.days} />}</span>
      <span className="text-end text-xs whitespace-nowrap text-muted tabular-nums">
        {days?.percent === null && (
          <span title="Uptime appears after 24 hours of data.">
            —<span className="sr-only">Not enough data yet</span>
          </span>
        )}
        {days && days.percent !== null && formatUptime(days.percent, days.since)}
      </span>
    </li>
  );
}
