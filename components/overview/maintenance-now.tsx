"use client";

import { UpdateStatusBadge } from "@/components/updates/update-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { Badge } from "@/components/ui/badge";
import { Duration, formatDuration, useNow } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { isRunning } from "@/lib/maintenances/values";
import { LoadingCard } from "@/components/data/loading-card";
import { AffectedComponents, OverviewList, OverviewRow } from "./overview-row";
import { useComponentNames } from "@/components/components/use-component-names";
import { EmptyState } from "@/components/ui/empty-state";
import { RouteLink } from "@/components/ui/route-link";
import { SectionLink } from "./section-link";
import { UpdateButton } from "./update-button";
import { useStoredDraft, useUpdatePanel } from "./use-update-panel";
import { useMaintenances } from "@/components/maintenances/use-maintenances";

const NEXT_SHOWN = 3;
/** The overview offers to start maintenance this long before its scheduled start. */
const DUE_MS = 60 * 60_000;

export function MaintenanceNow() {
  const { at, is } = useOrganization();
  const { running, upcoming, error } = useMaintenances();
  const shown = running && upcoming && [...running, ...upcoming.slice(0, NEXT_SHOWN)];
  const names = useComponentNames(shown?.flatMap(({ component_ids }) => component_ids) ?? []);
  return (
    <Section
      title="Maintenance"
      aside={
        <span className="flex gap-4">
          {is("editor") && shown !== undefined && shown.length > 0 && (
            <SectionLink href={at("/maintenances/new")}>Schedule</SectionLink>
          )}
          <SectionLink href={at("/maintenances")}>All maintenance</SectionLink>
        </span>
      }
    >
      <LoadingCard of={{ data: shown, error }} rows={1} label="Loading maintenance">
        {shown?.length === 0 && (
          <EmptyState title="No maintenance">
            None is in progress or scheduled.{" "}
            {is("editor") && (
              <>
                <RouteLink href={at("/maintenances/new")} prefetch={false}>
                  Schedule maintenance
                </RouteLink>
                .
              </>
            )}
          </EmptyState>
        )}
        <OverviewList>
          {shown?.map((maintenance) => (
            <Row key={maintenance.id} maintenance={maintenance} names={names} />
          ))}
        </OverviewList>
      </LoadingCard>
    </Section>
  );
}

type RowProps = { maintenance: MaintenanceResponse; names: ReadonlyMap<string, string> };

function Row({ maintenance, names }: RowProps) {
  const { at, is } = useOrganization();
  const { hasUnsent } = useUpdatePanel();
  useStoredDraft(maintenance);
  const now = useNow();
  const { id, title, status, scheduled_for } = maintenance;
  const running = isRunning(status);
  return (
    <OverviewRow
      href={at(`/maintenances/${id}`)}
      title={title}
      badges={
        <>
          {running && <UpdateStatusBadge status={status} />}
          {hasUnsent(id) && <Badge tone="caution">Unsent update</Badge>}
        </>
      }
      detail={
        <>
          <AffectedComponents ids={maintenance.component_ids} names={names} />
          <Times maintenance={maintenance} now={now} />
        </>
      }
      action={
        is("editor") && (
          <span className="flex justify-end gap-2 max-sm:flex-col">
            <UpdateButton event={maintenance} />
            {running && <UpdateButton event={maintenance} action="complete" />}
            {!running && Date.parse(scheduled_for) - now <= DUE_MS && (
              <UpdateButton event={maintenance} action="start" />
            )}
          </span>
        )
      }
    />
  );
}

function Times({ maintenance, now }: { maintenance: MaintenanceResponse; now: number }) {
  const { time_zone } = useOrganization();
  const { status, scheduled_for, scheduled_until, started_at } = maintenance;
  if (isRunning(status)) {
    const lateBy = now - new Date(scheduled_until).getTime();
    return (
      <>
        In progress for <Duration from={started_at ?? scheduled_for} until={null} />
        {lateBy > 0
          ? `, ${formatDuration(lateBy)} overdue`
          : `, until ${formatTime(scheduled_until, time_zone)}`}
      </>
    );
  }
  const dueIn = new Date(scheduled_for).getTime() - now;
  return (
    <>
      {dueIn > 0 ? `In ${formatDuration(dueIn)}` : `Due ${formatDuration(-dueIn)} ago`}
      {": "}
      {formatPeriod(scheduled_for, scheduled_until, time_zone)}
    </>
  );
}

const formatTime = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(new Date(at));

const formatPeriod = (from: string, until: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).formatRange(new Date(from), new Date(until));
