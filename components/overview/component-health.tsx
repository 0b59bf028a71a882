"use client";

import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { PublicStatusBadge } from "@/components/components/public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { formatUptime, UptimeChart } from "@/components/uptime/uptime-chart";
import { type ComponentDays, UPTIME_CHART_DAYS, useUptime } from "@/components/uptime/use-uptime";
import { getPublicStatus } from "@/lib/components/rules";
import { publicStatuses } from "@/lib/components/values";
import type { ComponentGroupResponse, ComponentResponse } from "@/lib/http/api-client";
import { LoadingCard } from "@/components/data/loading-card";
import { OverviewRow } from "./overview-row";
import { SectionLink } from "./section-link";

type Block = { group: ComponentGroupResponse | null; components: ComponentResponse[] };

const SHOWN = 12;

const getSeverity = ({ status, under_maintenance }: ComponentResponse) =>
  publicStatuses.indexOf(getPublicStatus(status, under_maintenance));

/** Returns components that are not operational, worst first, then operational ones by group. */
function createBlocks(
  components: readonly ComponentResponse[],
  groups: readonly ComponentGroupResponse[],
): Block[] {
  const affected = components
    .filter((component) => getSeverity(component) > 0)
    .toSorted((one, other) => getSeverity(other) - getSeverity(one));
  const operational = components.filter((component) => getSeverity(component) === 0);
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
  const { id: orgID, at } = useOrganization();
  const options = { params: { orgID } };
  const { data: components, error } = useRead("GET /v1/organizations/{orgID}/components", options);
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups", options);
  const uptime = useUptime(components);
  const [isExpanded, setIsExpanded] = useState(false);

  const affected = components?.filter((component) => getSeverity(component) > 0) ?? [];
  const shown = Math.max(SHOWN, affected.length);
  const rest = (components?.length ?? 0) - shown;
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
        error={error}
        isLoaded={components !== undefined && groups !== undefined}
        skeleton={{ rows: 4, label: "Loading components" }}
      >
        {components && groups && (
          <>
            {truncateBlocks(
              createBlocks(components, groups),
              isExpanded ? Number.POSITIVE_INFINITY : shown,
            ).map((block, index) => (
              <BlockRows key={block.group?.id ?? index} block={block} uptime={uptime} />
            ))}
            {rest > 0 && (
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

type BlockRowsProps = { block: Block; uptime: ReturnType<typeof useUptime> };

function BlockRows({ block: { group, components }, uptime }: BlockRowsProps) {
  return (
    <div className="border-b border-line last:border-b-0">
      {group && (
        <h3
          className={
            "flex items-baseline justify-between gap-4 bg-sunken px-4 py-1.5 " +
            "text-xs font-medium text-muted"
          }
        >
          <bdi className="min-w-0 truncate">{group.name}</bdi>
          <span className="shrink-0 tabular-nums">
            {uptime.ofGroups && formatUptime(uptime.ofGroups.get(group.id) ?? null)}
          </span>
        </h3>
      )}
      <ul>
        {components.map((component) => (
          <Row
            key={component.id}
            component={component}
            days={uptime.ofComponents?.get(component.id)}
            hasFailed={uptime.error !== undefined}
          />
        ))}
      </ul>
    </div>
  );
}

function Row({
  component,
  days,
  hasFailed,
}: {
  component: ComponentResponse;
  days: ComponentDays | undefined;
  hasFailed: boolean;
}) {
  const { at } = useOrganization();
  const { id, name, status, under_maintenance } = component;
  const shown = getPublicStatus(status, under_maintenance);
  return (
    <OverviewRow
      href={at(`/components/${id}`)}
      title={name}
      badges={shown !== "operational" && <PublicStatusBadge status={shown} />}
      chart={!hasFailed && <UptimeChart name={name} days={days?.days} />}
      action={
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
