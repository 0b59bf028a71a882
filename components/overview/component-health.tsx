"use client";

import { useEffect, useState } from "react";
import { useRead } from "@/components/data/use-read";
import { ManualStatusMenu, useSetStatus } from "@/components/components/manual-status-menu";
import { PublicStatusBadge } from "@/components/components/public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { formatUptime, UptimeChart } from "@/components/uptime/uptime-chart";
import { type ComponentDays, UPTIME_CHART_DAYS, useUptime } from "@/components/uptime/use-uptime";
import { getPublicStatus } from "@/lib/components/rules";
import { type ComponentStatus, publicStatuses } from "@/lib/components/values";
import type { ComponentGroupResponse, ComponentResponse } from "@/lib/http/api-client";
import { LoadingCard } from "@/components/data/loading-card";
import { ChartGrid, ChartRow, subgridClass } from "./overview-row";
import { SectionLink } from "./section-link";

const COMPONENTS = "GET /v1/organizations/{orgID}/components";

type Block = { group: ComponentGroupResponse | null; components: ComponentResponse[] };

const SHOWN = 12;

const getSeverity = ({ status, under_maintenance }: ComponentResponse) =>
  publicStatuses.indexOf(getPublicStatus(status, under_maintenance));

/**
 * Returns components that are not operational, worst first, then operational ones by group.
 * `keptID` is a component whose status the user has set. It stays in the first block, even if it is
 * now operational.
 */
function createBlocks(
  components: readonly ComponentResponse[],
  groups: readonly ComponentGroupResponse[],
  keptID: string | undefined,
): Block[] {
  const isFirst = (component: ComponentResponse) =>
    getSeverity(component) > 0 || component.id === keptID;
  const affected = components
    .filter(isFirst)
    .toSorted((one, other) => getSeverity(other) - getSeverity(one));
  const operational = components.filter((component) => !isFirst(component));
  return [
    { group: null, components: affected },
    ...groups.map((group) => ({
      group,
      components: operational.filter(({ group_id }) => group_id === group.id),
    })),
    {
      group: null,
      components: operational.filter(
        ({ group_id }) => group_id === null || !groups.some(({ id }) => id === group_id),
      ),
    },
  ].filter((block) => block.components.length > 0);
}

export function ComponentHealth() {
  const { id: orgID, at, is } = useOrganization();
  const options = { params: { orgID } };
  const read = useRead(COMPONENTS, options);
  const { data: components, error } = read;
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups", options);
  const uptime = useUptime(components);
  const [isExpanded, setIsExpanded] = useState(false);

  const rest = (components?.length ?? 0) - SHOWN;
  const { changedID, setStatus } = useListedStatus(read);
  return (
    <Section
      title="Components"
      aside={
        <span className="flex flex-wrap items-center gap-x-4 text-muted">
          <span className="text-xs">{UPTIME_CHART_DAYS}-day uptime</span>
          <SectionLink href={at("/components")}>All components</SectionLink>
        </span>
      }
    >
      <LoadingCard
        of={{ data: components && groups, error }}
        rows={4}
        label="Loading components"
        shape="chart"
      >
        {components && groups && (
          <>
            <ChartGrid>
              {truncateBlocks(
                createBlocks(components, groups, changedID),
                // One more row takes no more space than the button.
                isExpanded || rest === 1 ? Number.POSITIVE_INFINITY : SHOWN,
              ).map((block, index) => (
                <BlockRows
                  key={block.group?.id ?? index}
                  {...{ block, uptime }}
                  onSet={is("editor") ? setStatus : null}
                />
              ))}
            </ChartGrid>
            {rest > 1 && (
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
          </>
        )}
      </LoadingCard>
    </Section>
  );
}

function truncateBlocks(blocks: readonly Block[], count: number): Block[] {
  let left = count;
  return blocks.flatMap(({ group, components }) => {
    const shown = components.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ group, components: shown }] : [];
  });
}

const getStatusMenuId = (componentID: string) => `status-${componentID}`;

type OnSet = (component: ComponentResponse, status: ComponentStatus) => Promise<void>;

/** Sets a status. The row may move to another block, so its menu button gets the focus again. */
function useListedStatus(read: ReturnType<typeof useRead<typeof COMPONENTS>>) {
  const { id: orgID } = useOrganization();
  const save = useSetStatus(orgID);
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
  const setStatus: OnSet = async (component, status) => {
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

type BlockRowsProps = {
  block: Block;
  uptime: ReturnType<typeof useUptime>;
  onSet: OnSet | null;
};

function BlockRows({ block: { group, components }, uptime, onSet }: BlockRowsProps) {
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
            {uptime.ofGroups && formatUptime(uptime.ofGroups.get(group.id) ?? null)}
          </span>
        </h3>
      )}
      <ul className={subgridClass}>
        {components.map((component) => (
          <Row
            key={component.id}
            component={component}
            days={uptime.ofComponents?.get(component.id)}
            hasFailed={uptime.error !== undefined}
            onSet={onSet}
          />
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  component: ComponentResponse;
  days: ComponentDays | undefined;
  hasFailed: boolean;
  onSet: OnSet | null;
};

function Row({ component, days, hasFailed, onSet }: RowProps) {
  const { at } = useOrganization();
  const { id, name, status, under_maintenance } = component;
  const shown = getPublicStatus(status, under_maintenance);
  return (
    <ChartRow
      href={at(`/components/${id}`)}
      title={name}
      badges={
        onSet === null ? (
          shown !== "operational" && <PublicStatusBadge status={shown} />
        ) : (
          <span id={getStatusMenuId(id)}>
            <ManualStatusMenu
              component={component}
              onSet={(chosen) => void onSet(component, chosen)}
            />
          </span>
        )
      }
      chart={!hasFailed && <UptimeChart name={name} days={days?.days} />}
      value={
        <span className="text-end text-xs whitespace-nowrap text-muted tabular-nums">
          {days?.percent === null && (
            <span title="Uptime appears after 24 hours of data.">
              —<span className="sr-only">Not enough data yet</span>
            </span>
          )}
          {days && days.percent !== null && formatUptime(days.percent, days.since)}
        </span>
      }
    />
  );
}
