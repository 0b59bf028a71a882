"use client";

import Link from "next/link";
import { useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { createIdempotencyKey } from "@/components/forms/idempotency-key";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Duration, formatDuration, useNow } from "@/components/ui/relative-time";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { Message } from "@/components/ui/message";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { callWithUndo, UNDO_SECONDS, useUndoToast } from "@/components/updates/use-undo";
import { ApiError, call } from "@/lib/http/api-client";
import { isRunning } from "@/lib/maintenances/values";
import { OverviewRow } from "./overview-row";
import { SectionLink } from "./section-link";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { useMaintenances } from "./use-maintenances";

const Confirm = createLazyComponent(async () => (await import("@/components/ui/confirm")).Confirm);

const NEXT_SHOWN = 3;
/** Maintenance can be started this long before its scheduled start. */
const DUE_MS = 60 * 60_000;

export function MaintenanceNow() {
  const { at, is } = useOrganization();
  const { running, upcoming, error } = useMaintenances();
  const shown = running && upcoming && [...running, ...upcoming.slice(0, NEXT_SHOWN)];
  return (
    <Section
      title="Maintenance"
      aside={<SectionLink href={at("/maintenances")}>All maintenance</SectionLink>}
    >
      <Card>
        {error && (
          <div className="p-4">
            <Message>{error.detail}</Message>
          </div>
        )}
        {!shown && !error && <SkeletonRows rows={1} label="Loading maintenance" />}
        {shown?.length === 0 && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <p className="text-muted">No maintenance in progress or scheduled</p>
            {is("editor") && (
              <Link
                href={at("/maintenances/new")}
                prefetch={false}
                className={buttonClass("secondary")}
              >
                Schedule maintenance
              </Link>
            )}
          </div>
        )}
        <ul>
          {shown?.map((maintenance) => (
            <Row key={maintenance.id} maintenance={maintenance} />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

type Move = "start" | "complete";

function Row({
  maintenance: { id, title, status, scheduled_for, scheduled_until, started_at, notify },
}: {
  maintenance: MaintenanceResponse;
}) {
  const { id: orgID, at, is, time_zone } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useOnSessionEnded();
  const showPosted = useUndoToast();
  const hasSubscribers = useHasSubscribers();
  const now = useNow();
  const [confirming, setConfirming] = useState<Move | null>(null);
  const [attempt, setAttempt] = useState(createIdempotencyKey);
  const running = isRunning(status);
  const dueIn = new Date(scheduled_for).getTime() - now;
  const lateBy = now - new Date(scheduled_until).getTime();
  const move: Move | null = running ? "complete" : dueIn <= DUE_MS ? "start" : null;

  // The maintenance has changed, so the open confirmation no longer applies.
  if (confirming !== null && confirming !== move) setConfirming(null);

  async function changeStatus(chosen: Move): Promise<void> {
    try {
      const params = { orgID, maintenanceID: id };
      const body = {
        status: chosen === "start" ? "in_progress" : "completed",
        notify_after_seconds: UNDO_SECONDS,
      } as const;
      const { data: update, until } = await callWithUndo(attempt, () =>
        call("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", {
          params,
          body,
          idempotencyKey: attempt,
        }),
      );
      showPosted({
        done: chosen === "start" ? "Maintenance started." : "Maintenance completed.",
        isNotifying: notify && hasSubscribers === true,
        until,
        undo: () =>
          call("DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}", {
            params: { ...params, updateID: update.id },
          }),
        undone: "Update deleted.",
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) sessionEnded?.();
      throw error;
    }
    setAttempt(createIdempotencyKey());
    // Doesn't wait for the refresh, which would change the dialog's text before it closes.
    void refresh();
  }

  return (
    <>
      <OverviewRow
        href={at(`/maintenances/${id}`)}
        title={title}
        badges={running && <UpdateStatusBadge status={status} />}
        detail={
          running ? (
            <>
              In progress for <Duration from={started_at ?? scheduled_for} until={null} />
              {lateBy > 0
                ? `, ${formatDuration(lateBy)} overdue`
                : `, until ${formatTime(scheduled_until, time_zone)}`}
            </>
          ) : (
            <>
              {dueIn > 0 ? `In ${formatDuration(dueIn)}` : `Due ${formatDuration(-dueIn)} ago`}
              {": "}
              {formatPeriod(scheduled_for, scheduled_until, time_zone)}
            </>
          )
        }
        action={
          move !== null &&
          is("editor") && (
            <Button variant="secondary" onClick={() => setConfirming(move)}>
              {move === "complete" ? "Complete…" : "Start now…"}
            </Button>
          )
        }
      />
      {move !== null && (
        <Confirm
          open={confirming !== null}
          onClose={() => setConfirming(null)}
          title={
            move === "start" ? (
              <>
                Start “<bdi>{title}</bdi>” now?
              </>
            ) : (
              <>
                Complete “<bdi>{title}</bdi>”?
              </>
            )
          }
          isHarmless
          action={move === "start" ? "Start now" : "Complete"}
          onConfirm={() => changeStatus(move)}
        >
          {move === "start"
            ? "Affected components will show as under maintenance. "
            : "Affected components will no longer show as under maintenance. "}
          {notify ? <Audience /> : "Notifications are off for this maintenance."}
        </Confirm>
      )}
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
