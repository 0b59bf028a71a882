"use client";

import { CircleCheck, Pencil, RotateCcw } from "lucide-react";
import dynamic from "next/dynamic";
import { PublicStatusBadge } from "@/components/components/public-status";
import { describeShortcut, useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { MenuItem } from "@/components/ui/menu";
import { LinkButton } from "@/components/ui/route-link";
import { Timestamp } from "@/components/ui/timestamp";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Section } from "@/components/ui/section";
import {
  EventLayout,
  EventScreen,
  type LoadedEventProps,
  renderLoadingForm,
  useEventActions,
} from "@/components/updates/event-screen";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { IncidentImpactBadge } from "@/components/updates/incident-impact";
import type { IncidentDetailResponse } from "@/components/updates/update-calls";
import { ImpactMenu } from "./impact-menu";
import { PostmortemSection } from "./postmortem";

const EditIncident = dynamic(() => import("./edit-incident"), { loading: renderLoadingForm });

export const IncidentScreen = ({ incidentID }: { incidentID: string }) => (
  <EventScreen
    subject={{ kind: "incident", id: incidentID }}
    listLabel="Incidents"
    Loaded={LoadedIncident}
  />
);

function LoadedIncident({ record, ...screen }: LoadedEventProps<IncidentDetailResponse>) {
  const incident = record.data;
  const isResolved = incident.status === "resolved";
  const actions = useEventActions(incident, "correct");
  const { canWrite, hasUnsentTransition, updating, editing } = actions;
  // An unsent form stays open even if someone else has resolved or reopened the incident.
  const resolving = useDialogParam("resolve", !isResolved || hasUnsentTransition);
  const reopening = useDialogParam("reopen", isResolved || hasUnsentTransition);
  useScreenShortcut("r", canWrite && !isResolved ? resolving.open : null);
  return (
    <EventLayout
      {...{ record, actions }}
      {...screen}
      description={<Description {...{ incident, canWrite }} updates={screen.updates} />}
      buttons={
        <>
          {!isResolved && (
            <Button onClick={resolving.open} {...describeShortcut("R")}>
              <CircleCheck className="size-4" /> Resolve
            </Button>
          )}
          {isResolved && (
            <Button variant="secondary" onClick={reopening.open}>
              <RotateCcw className="size-4" /> Reopen
            </Button>
          )}
        </>
      }
      menuItems={
        <MenuItem icon={Pencil} onSelect={editing.open} {...describeShortcut("E")}>
          Edit details
        </MenuItem>
      }
      deletion={
        "Permanently deletes the incident and its updates, and recalculates uptime. Queued " +
        "notifications are canceled; notifications that were already sent can’t be recalled."
      }
      transitions={[
        { action: "resolve", dialog: resolving, title: "Resolve incident" },
        { action: "reopen", dialog: reopening, title: "Reopen incident" },
      ]}
      edit={{
        title: "Edit incident details",
        description:
          "Fix details that were wrong from the start. To report a change, post an update.",
        form: <EditIncident record={record} onClose={editing.close} />,
      }}
      timelineAside={
        isResolved && (
          <LinkButton onClick={updating.open} {...describeShortcut("U")}>
            Add a follow-up
          </LinkButton>
        )
      }
      facts={<Facts incident={incident} />}
    >
      <PostmortemSection incident={incident} />
    </EventLayout>
  );
}

type DescriptionProps = {
  incident: IncidentDetailResponse;
  updates: LoadedEventProps<IncidentDetailResponse>["updates"];
  canWrite: boolean;
};

function Description({ incident, updates, canWrite }: DescriptionProps) {
  const isResolved = incident.status === "resolved";
  const lastUpdateAt = updates.items?.[0]?.created_at;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <UpdateStatusBadge status={incident.status} />
      {canWrite ? (
        <ImpactMenu incident={incident} />
      ) : (
        <IncidentImpactBadge impact={incident.impact} />
      )}
      <span>
        {isResolved && (
          <>
            Started <TimeAgo at={incident.started_at} />
          </>
        )}
        {isResolved ? ", lasted " : "Ongoing for "}
        <Duration from={incident.started_at} until={incident.resolved_at} />
        {!isResolved && lastUpdateAt !== undefined && (
          <>
            , last update <TimeAgo at={lastUpdateAt} />
          </>
        )}
      </span>
    </span>
  );
}

function Facts({ incident }: { incident: IncidentDetailResponse }) {
  return (
    <Section title="Affected components">
      <Card>
        {incident.components.length === 0 ? (
          <p className="px-4 py-3 text-muted">No components.</p>
        ) : (
          <ScrollArea label="Component statuses" className="max-h-80">
            <ul>
              {incident.components.map(({ id, name, status }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2"
                >
                  <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                  <PublicStatusBadge status={status} />
                </li>
              ))}
            </ul>
          </ScrollArea>
        )}
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 text-xs text-muted">
          <dt>Started</dt>
          <dd className="text-end text-ink">
            <Timestamp at={incident.started_at} />
          </dd>
          {incident.resolved_at !== null && (
            <>
              <dt>Resolved</dt>
              <dd className="text-end text-ink">
                <Timestamp at={incident.resolved_at} />
              </dd>
            </>
          )}
          <dt>Incident subscribers</dt>
          <dd className="text-end text-ink">{incident.follower_count.toLocaleString("en")}</dd>
        </dl>
      </Card>
    </Section>
  );
}
