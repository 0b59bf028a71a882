"use client";

import { CircleCheck, Pencil, RotateCcw, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { PublicStatusBadge } from "@/components/components/public-status";
import type { LoadedRecord } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { RecordNotFound } from "@/components/shell/record-not-found";
import { describeShortcut, useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { ComposerSection, focusComposer } from "@/components/updates/composer-section";
import { DeleteEvent } from "@/components/updates/delete-event";
import { EventContent } from "@/components/updates/event-content";
import { PageLink } from "@/components/organizations/page-link";
import { getSubject, getUpdateDraft, useUpdates } from "@/components/updates/update-calls";
import { editDraft } from "@/components/updates/update-timeline";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { MenuItem, MoreActionsMenu } from "@/components/ui/menu";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Section } from "@/components/ui/section";
import { EventSkeleton, SkeletonForm, SkeletonTitle } from "@/components/ui/skeleton";
import { ImpactMenu } from "./impact-menu";
import { IncidentImpactBadge } from "./incident-impact";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { type IncidentDetailResponse, useIncident } from "./use-incident";
import { PostmortemSection } from "./postmortem";

const loading = () => <SkeletonForm fields={3} label="Loading form" />;
const IncidentUpdateForm = dynamic(() => import("./incident-update-form"), { loading });
const EditIncident = dynamic(() => import("./edit-incident"), { loading });

export function IncidentScreen({ incidentID }: { incidentID: string }) {
  const { at } = useOrganization();
  const { record, error, isGone } = useIncident(incidentID);
  const incident = record?.data;
  const subject = { kind: "incident", id: incidentID } as const;
  const updates = useUpdates(subject);
  const last = updates.items?.[0];
  const [leaving, setLeaving] = useState(false);
  const actions = useIncidentActions(incident);
  useIncidentShortcuts(actions);
  const back = { href: at("/incidents"), label: "Incidents" };
  useDocumentTitle(incident?.title ?? null);
  if (error || (isGone && !leaving)) {
    return (
      <RecordNotFound
        noun="incident"
        error={error}
        back={back}
        drafts={[
          ...["update", "resolve", "reopen"].map((action) => getUpdateDraft(subject, action)),
          `postmortem-${incidentID}`,
          ...(updates.items ?? []).map(({ id }) => editDraft("incident", id)),
        ]}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={incident === undefined ? <SkeletonTitle /> : <bdi>{incident.title}</bdi>}
        back={back}
        description={
          incident && (
            <Description incident={incident} lastUpdateAt={last?.created_at} actions={actions} />
          )
        }
      >
        {incident && <HeaderActions incident={incident} actions={actions} />}
      </PageHeader>
      {incident === undefined ? (
        <EventSkeleton label="Loading incident" />
      ) : (
        <Content incident={incident} updates={updates} actions={actions} />
      )}
      {record && actions.canWrite && (
        <Dialogs
          record={record}
          newest={updates.items?.[0]?.id}
          actions={actions}
          onDeleted={() => setLeaving(true)}
        />
      )}
    </>
  );
}

type Actions = ReturnType<typeof useIncidentActions>;

function useIncidentActions(incident: IncidentDetailResponse | undefined) {
  const { is } = useOrganization();
  const [hasUnsentUpdate, setHasUnsentUpdate] = useState(false);
  const [hasUnsentTransition, setHasUnsentTransition] = useState(false);
  const isResolved = incident?.status === "resolved";
  return {
    canWrite: is("editor"),
    isResolved,
    hasUnsentUpdate,
    setHasUnsentUpdate,
    setHasUnsentTransition,
    // An unsent form stays open even if someone else has resolved or reopened the incident.
    resolving: useDialogParam("resolve", !isResolved || hasUnsentTransition),
    reopening: useDialogParam(
      "reopen",
      isResolved || hasUnsentTransition || incident === undefined,
    ),
    adding: useDialogParam("update"),
    correcting: useDialogParam("correct"),
    deleting: useDialogParam("delete"),
  };
}

function useIncidentShortcuts({ canWrite, isResolved, adding, resolving, correcting }: Actions) {
  const write = () => {
    adding.open();
    focusComposer();
  };
  useScreenShortcut("u", canWrite ? write : null);
  useScreenShortcut("r", canWrite && !isResolved ? resolving.open : null);
  useScreenShortcut("e", canWrite ? correcting.open : null);
}

type WithActions = { incident: IncidentDetailResponse; actions: Actions };

function HeaderActions({ incident, actions }: WithActions) {
  const { canWrite, isResolved, resolving, reopening, correcting, deleting } = actions;
  return (
    <>
      {canWrite && !isResolved && (
        <Button onClick={resolving.open} {...describeShortcut("R")}>
          <CircleCheck className="size-4" /> Resolve
        </Button>
      )}
      {canWrite && isResolved && (
        <Button variant="secondary" onClick={reopening.open}>
          <RotateCcw className="size-4" /> Reopen
        </Button>
      )}
      <PageLink path={`/incidents/${incident.id}`}>View on status page</PageLink>
      {canWrite && (
        <MoreActionsMenu>
          <MenuItem icon={Pencil} onSelect={correcting.open} {...describeShortcut("E")}>
            Edit details
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={deleting.open}>
            Delete incident
          </MenuItem>
        </MoreActionsMenu>
      )}
    </>
  );
}

type DescriptionProps = WithActions & { lastUpdateAt: string | undefined };

function Description({ incident, lastUpdateAt, actions }: DescriptionProps) {
  const { canWrite, isResolved } = actions;
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

type ContentProps = WithActions & { updates: ReturnType<typeof useUpdates> };

function Content({ incident, updates, actions }: ContentProps) {
  const { canWrite, isResolved, hasUnsentUpdate, setHasUnsentUpdate, adding } = actions;
  const newest = updates.items?.[0]?.id;
  return (
    <EventContent
      subject={getSubject(incident)}
      updates={updates}
      composer={
        canWrite &&
        (!isResolved || adding.isOpen || hasUnsentUpdate) && (
          <ComposerSection onCancel={isResolved && !hasUnsentUpdate ? adding.close : undefined}>
            <IncidentUpdateForm
              incident={incident}
              action="update"
              focusMessage={adding.isOpen}
              onFocused={isResolved ? undefined : adding.close}
              newest={newest}
              onUnsent={setHasUnsentUpdate}
              onRestored={adding.open}
              onPosted={adding.close}
            />
          </ComposerSection>
        )
      }
      timelineAside={
        canWrite &&
        isResolved &&
        !adding.isOpen &&
        !hasUnsentUpdate && (
          <button
            type="button"
            onClick={adding.open}
            {...describeShortcut("U")}
            className="rounded-sm font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            Add a follow-up
          </button>
        )
      }
      facts={<Facts incident={incident} />}
    >
      <PostmortemSection incident={incident} />
    </EventContent>
  );
}

type DialogsProps = {
  record: LoadedRecord<IncidentDetailResponse>;
  actions: Actions;
  newest: string | undefined;
  onDeleted: () => void;
};

function Dialogs({ record, newest, actions, onDeleted }: DialogsProps) {
  const incident = record.data;
  const { resolving, reopening, correcting, deleting, setHasUnsentTransition } = actions;
  const transitions = [
    { action: "resolve", dialog: resolving, title: "Resolve incident" },
    {
      action: "reopen",
      dialog: reopening,
      title: "Reopen incident",
      description: "Components return to the status they had during the incident.",
    },
  ] as const;
  return (
    <>
      {transitions.map(({ action, dialog, ...texts }) => (
        <Dialog key={action} open={dialog.isOpen} onClose={dialog.close} {...texts}>
          <IncidentUpdateForm
            incident={incident}
            action={action}
            focusMessage
            newest={newest}
            onUnsent={setHasUnsentTransition}
            onRestored={dialog.open}
            onPosted={dialog.close}
          />
        </Dialog>
      ))}
      <Dialog
        open={correcting.isOpen}
        onClose={correcting.close}
        title="Edit incident details"
        description="Fix details that were wrong from the start. To report a change, post an update."
      >
        <EditIncident record={record} onClose={correcting.close} />
      </Dialog>
      <DeleteEvent
        subject={getSubject(incident)}
        title={incident.title}
        dialog={deleting}
        onDeleted={onDeleted}
      >
        <p>
          Permanently deletes the incident and its updates, and recalculates uptime. Queued
          notifications are canceled; notifications that were already sent can’t be recalled.
        </p>
      </DeleteEvent>
    </>
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
