"use client";

import { useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { focusRestoredRow } from "@/components/shell/shortcuts";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Duration, formatDuration, useNow } from "@/components/ui/relative-time";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { Section } from "@/components/ui/section";
import { getSubject, requestUpdateDeletion } from "@/components/updates/update-calls";
import { useSendUpdate, useUndoToast } from "@/components/updates/use-undo";
import { ApiError, type MaintenanceResponse } from "@/lib/http/api-client";
import { isRunning } from "@/lib/maintenances/values";
import { LoadingCard } from "@/components/data/loading-card";
import { AffectedComponents, OverviewList, OverviewRow } from "./overview-row";
import { useComponentNames } from "@/components/components/use-component-names";
import { EmptyState } from "@/components/ui/empty-state";
import { RouteLink } from "@/components/ui/route-link";
import { SectionLink } from "./section-link";
import { UpdateButton } from "./update-button";
import { useStoredDraft, useUpdatePanel } from "./use-update-panel";
import { useMaintenances } from "./use-maintenances";

const Confirm = createLazyComponent(async () => (await import("@/components/ui/confirm")).Confirm);

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
      aside={<SectionLink href={at("/maintenances")}>All maintenance</SectionLink>}
    >
      <LoadingCard
        error={error}
        isLoaded={shown !== undefined}
        skeleton={{ rows: 1, label: "Loading maintenance" }}
      >
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

const moves = {
  start: {
    status: "in_progress",
    action: "Start now",
    effect: "Affected components will show as under maintenance. ",
    done: "Maintenance started.",
  },
  complete: {
    status: "completed",
    action: "Complete",
    effect: "Affected components will no longer show as under maintenance. ",
    done: "Maintenance completed.",
  },
} as const;

type Move = keyof typeof moves;

type RowProps = { maintenance: MaintenanceResponse; names: ReadonlyMap<string, string> };

function Row({ maintenance, names }: RowProps) {
  const { at, is } = useOrganization();
  const changeStatus = useChangeStatus(maintenance);
  const { hasUnsent } = useUpdatePanel();
  useStoredDraft(maintenance);
  const now = useNow();
  const [confirming, setConfirming] = useState<Move | null>(null);
  const { id, title, status, scheduled_for } = maintenance;
  const running = isRunning(status);
  const dueIn = new Date(scheduled_for).getTime() - now;
  const move: Move | null = running ? "complete" : dueIn <= DUE_MS ? "start" : null;

  // The maintenance has changed, so the open confirmation no longer applies.
  if (confirming !== null && confirming !== move) setConfirming(null);

  return (
    <>
      <OverviewRow
        href={at(`/maintenances/${id}`)}
        title={title}
        badges={
          <>
            {running && <UpdateStatusBadge status={status} />}
            {hasUnsent(id) && <Badge tone="caution">Unsent update</Badge>}
          </>
        }
        detail={<Detail {...{ maintenance, names, now }} />}
        action={
          is("editor") && (
            <span className="flex justify-end gap-2 max-sm:flex-col">
              <UpdateButton event={maintenance} />
              {move !== null && (
                <Button variant="secondary" onClick={() => setConfirming(move)}>
                  {`${moves[move].action}…`}
                </Button>
              )}
            </span>
          )
        }
      />
      {move !== null && (
        <Confirm
          open={confirming !== null}
          onClose={() => setConfirming(null)}
          title={
            <>
              {move === "start" ? "Start" : "Complete"} “<bdi>{title}</bdi>”
              {move === "start" && " now"}?
            </>
          }
          isHarmless
          action={moves[move].action}
          onConfirm={() => changeStatus(move)}
        >
          {moves[move].effect}
          {maintenance.notify ? <Audience /> : "Notifications are off for this maintenance."}
        </Confirm>
      )}
    </>
  );
}

function useChangeStatus(maintenance: MaintenanceResponse): (move: Move) => Promise<void> {
  const subject = getSubject(maintenance);
  const { id: orgID, at } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useOnSessionEnded();
  const showPosted = useUndoToast();
  const hasSubscribers = useHasSubscribers();
  const { send, renewKey } = useSendUpdate(subject);
  return async (move) => {
    const { status, done } = moves[move];
    try {
      const { data: update, until } = await send({ status });
      showPosted({
        done,
        isNotifying: maintenance.notify && hasSubscribers === true,
        until,
        undo: () => requestUpdateDeletion(orgID, subject, update.id),
        restore: () => focusRestoredRow(at(`/maintenances/${subject.id}`)),
        undone: "Update deleted.",
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) sessionEnded?.();
      throw error;
    }
    renewKey();
    // Doesn't wait for the refresh, which would change the dialog's text before it closes.
    void refresh();
  };
}

const Detail = ({ maintenance, names, now }: RowProps & { now: number }) => (
  <>
    <AffectedComponents ids={maintenance.component_ids} names={names} />
    <Times maintenance={maintenance} now={now} />
  </>
);

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

function Audience() {
  const hasSubscribers = useHasSubscribers();
  if (hasSubscribers === undefined) return null;
  return hasSubscribers ? "Subscribers are notified." : "No subscribers yet.";
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
