"use client";

import Link from "next/link";
import { useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { newIdempotencyKey } from "@/components/forms/idempotency-key";
import { MaintenanceStatus } from "@/components/maintenances/maintenance-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Elapsed, lengthInWords, useNow } from "@/components/ui/elapsed";
import { lazily } from "@/components/ui/lazily";
import { Message } from "@/components/ui/message";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { ApiError, call } from "@/lib/http/client";
import { isRunning } from "@/lib/maintenances/values";
import { SectionLink } from "./section-link";
import { type Maintenance, useMaintenances } from "./use-maintenances";

const Confirm = lazily(async () => (await import("@/components/ui/confirm")).Confirm);

const NEXT_SHOWN = 3;
/** Work that is planned so soon may begin early. */
const DUE_MS = 60 * 60_000;

/** Planned work that goes on, and the next that comes. */
export function MaintenanceNow() {
  const { at, is } = useOrganization();
  const { running, planned, error } = useMaintenances();
  const shown = running && planned && [...running, ...planned.slice(0, NEXT_SHOWN)];
  return (
    <Section
      title="Maintenance"
      aside={
        <SectionLink href={at("/maintenances")}>
          All maintenance
        </SectionLink>
      }
    >
      <Card>
        {error && <div className="p-4"><Message>{error.detail}</Message></div>}
        {!shown && !error && <SkeletonRows rows={1} label="Loading maintenance" />}
        {shown?.length === 0 && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <p className="text-muted">None is running, and none is planned.</p>
            {is("editor") && (
              <Link href={at("/maintenances/new")} prefetch={false} className={buttonClass("secondary")}>
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

function Row({ maintenance: { id, title, status, scheduled_for, scheduled_until, started_at, notify } }: { maintenance: Maintenance }) {
  const { id: orgID, at, is, time_zone } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useSessionEnded();
  const now = useNow();
  const [moving, setMoving] = useState<Move | null>(null);
  const [attempt, setAttempt] = useState(newIdempotencyKey);
  const running = isRunning(status);
  const dueIn = new Date(scheduled_for).getTime() - now;
  const lateBy = now - new Date(scheduled_until).getTime();
  const move: Move | null = running ? "complete" : dueIn <= DUE_MS ? "start" : null;

  // What was asked no longer fits: it began, ended or was moved meanwhile.
  if (moving !== null && moving !== move) setMoving(null);

  async function make(chosen: Move): Promise<void> {
    try {
      await call(`POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/${chosen}`, { params: { orgID, maintenanceID: id }, idempotencyKey: attempt });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) sessionEnded?.();
      throw error;
    }
    setAttempt(newIdempotencyKey());
    say(chosen === "start" ? "The maintenance has begun." : "The maintenance is completed.");
    // Not waited for: what the window asks would change with the maintenance before it closes.
    void refresh();
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <Link href={at(`/maintenances/${id}`)} prefetch={false} className="rounded-sm font-medium wrap-anywhere hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <p className="mt-0.5 text-xs text-muted tabular-nums">
          {running ? (
            <>
              Running for <Elapsed from={started_at ?? scheduled_for} until={null} />
              {lateBy > 0 ? `, ${lengthInWords(lateBy)} longer than planned` : `, until ${clock(scheduled_until, time_zone)}`}
            </>
          ) : (
            <>
              {dueIn > 0 ? `In ${lengthInWords(dueIn)}` : `Due for ${lengthInWords(-dueIn)}`}
              {": "}
              {span(scheduled_for, scheduled_until, time_zone)}
            </>
          )}
        </p>
      </div>
      {running && <MaintenanceStatus status={status} />}
      {move !== null && is("editor") && (
        <Button variant="secondary" onClick={() => setMoving(move)}>
          {move === "complete" ? "Complete…" : "Start now…"}
        </Button>
      )}
      {move !== null && (
        <Confirm
          open={moving !== null}
          onClose={() => setMoving(null)}
          title={move === "start" ? <>Start “<bdi>{title}</bdi>” now?</> : <>Complete “<bdi>{title}</bdi>”?</>}
          harmless
          action={move === "start" ? "Start now" : "Complete"}
          onConfirm={() => make(move)}
        >
          {move === "start" ? "Its components are under maintenance from now on. " : "Its components are no longer under maintenance. "}
          {notify ? "Subscribers are told." : "Nobody is told: it was planned silently."}
        </Confirm>
      )}
    </li>
  );
}

const clock = (at: string, timeZone: string) => new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone }).format(new Date(at));

const span = (from: string, until: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone }).formatRange(new Date(from), new Date(until));
