"use client";

import {
  CalendarClock,
  CircleCheck,
  CirclePlay,
  CircleSlash,
  Pencil,
  TimerReset,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useComponentNames } from "@/components/components/use-component-names";
import type { LoadedRecord } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { RecordNotFound } from "@/components/shell/record-not-found";
import { describeShortcut, useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { ComposerSection } from "@/components/updates/composer-section";
import { DeleteEvent } from "@/components/updates/delete-event";
import { EventContent } from "@/components/updates/event-content";
import { PageLink } from "@/components/organizations/page-link";
import { getSubject, getUpdateDraft, useUpdates } from "@/components/updates/update-calls";
import { editDraft } from "@/components/updates/update-timeline";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { TimeAgo, formatDuration } from "@/components/ui/relative-time";
import { MenuItem, MoreActionsMenu } from "@/components/ui/menu";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { EventSkeleton, RecordSkeleton, SkeletonForm } from "@/components/ui/skeleton";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, isRunning, getMaintenanceSpan } from "@/lib/maintenances/values";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { maintenanceActions } from "./maintenance-actions";
import { Period } from "./period";

const loading = () => <SkeletonForm fields={3} label="Loading form" />;
const ExtendForm = dynamic(() => import("./extend-form"), { loading });
const RescheduleForm = dynamic(() => import("./reschedule-form"), { loading });
const MaintenanceUpdateForm = dynamic(() => import("./maintenance-update-form"), { loading });

export function MaintenanceScreen({ maintenanceID }: { maintenanceID: string }) {
  const { id: orgID, at } = useOrganization();
  const [leaving, setLeaving] = useState(false);
  const { record, error, isGone } = useRead(
    "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}",
    { params: { orgID, maintenanceID } },
  );
  const back = { href: at("/maintenances"), label: "Maintenance" };
  const subject = { kind: "maintenance", id: maintenanceID } as const;
  const updates = useUpdates(subject);
  useDocumentTitle(record?.data.title ?? null);
  if (error || (isGone && !leaving)) {
    return (
      <RecordNotFound
        noun="maintenance"
        error={error}
        back={back}
        drafts={[
          ...["update", "start", "complete", "cancel"].map((action) =>
            getUpdateDraft(subject, action),
          ),
          ...(updates.items ?? []).map(({ id }) => editDraft("maintenance", id)),
        ]}
      />
    );
  }
  if (record === undefined)
    return (
      <RecordSkeleton back={back}>
        <EventSkeleton label="Loading maintenance" />
      </RecordSkeleton>
    );
  return (
    <Loaded record={record} updates={updates} back={back} onDeleted={() => setLeaving(true)} />
  );
}

type LoadedProps = {
  record: LoadedRecord<MaintenanceResponse>;
  updates: ReturnType<typeof useUpdates>;
  back: { href: string; label: string };
  onDeleted: () => void;
};

function Loaded({ record, updates, back, onDeleted }: LoadedProps) {
  const maintenance = record.data;
  const actions = useMaintenanceActions(maintenance);
  useScreenShortcut(
    "u",
    actions.canWrite && !actions.hasMaintenanceEnded ? actions.updating.open : null,
  );
  useScreenShortcut("e", actions.canWrite ? actions.rescheduling.open : null);
  const newest = updates.items?.[0]?.id;
  return (
    <>
      <Header maintenance={maintenance} actions={actions} back={back} />
      <Content maintenance={maintenance} updates={updates} actions={actions} />
      {actions.canWrite && (
        <>
          <Transitions maintenance={maintenance} actions={actions} newest={newest} />
          <Dialog
            open={actions.extending.isOpen}
            onClose={actions.extending.close}
            title="Extend maintenance"
          >
            <ExtendForm record={record} onClose={actions.extending.close} />
          </Dialog>
          <Dialog
            open={actions.rescheduling.isOpen}
            onClose={actions.rescheduling.close}
            title={actions.isScheduled ? "Reschedule or edit" : "Edit maintenance"}
          >
            <RescheduleForm record={record} onClose={actions.rescheduling.close} />
          </Dialog>
          <DeleteEvent
            subject={getSubject(maintenance)}
            title={maintenance.title}
            dialog={actions.deleting}
            onDeleted={onDeleted}
          >
            Permanently deletes the maintenance and its updates, and recalculates uptime. Queued
            notifications are canceled and no one is notified. To call off announced work, cancel
            the maintenance instead.
          </DeleteEvent>
        </>
      )}
    </>
  );
}

type WithActions = {
  maintenance: MaintenanceResponse;
  actions: ReturnType<typeof useMaintenanceActions>;
};

function useMaintenanceActions({ status }: MaintenanceResponse) {
  const { is } = useOrganization();
  const [hasUnsentUpdate, setHasUnsentUpdate] = useState(false);
  const [hasUnsentTransition, setHasUnsentTransition] = useState(false);
  const isScheduled = status === "scheduled";
  const isInProgress = isRunning(status);
  const hasMaintenanceEnded = hasEnded(status);
  return {
    ...{ canWrite: is("editor"), isScheduled, isInProgress, hasMaintenanceEnded },
    ...{ hasUnsentUpdate, setHasUnsentUpdate, setHasUnsentTransition },
    // An unsent update or transition stays open even if someone else has changed the status.
    starting: useDialogParam("start", isScheduled || hasUnsentTransition),
    completing: useDialogParam("complete", isInProgress || hasUnsentTransition),
    cancelling: useDialogParam("cancel", !hasMaintenanceEnded || hasUnsentTransition),
    updating: useDialogParam("update", !hasMaintenanceEnded || hasUnsentUpdate),
    extending: useDialogParam("extend", isInProgress),
    rescheduling: useDialogParam("reschedule"),
    deleting: useDialogParam("delete"),
  };
}

function Header({ maintenance, actions, back }: WithActions & Pick<LoadedProps, "back">) {
  const { title, status, scheduled_for } = maintenance;
  return (
    <PageHeader
      back={back}
      title={<bdi>{title}</bdi>}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <UpdateStatusBadge status={status} />
          <span>
            <Period {...getMaintenanceSpan(maintenance)} />
          </span>
          {actions.isScheduled && (
            <span>
              <TimeAgo at={scheduled_for} />
            </span>
          )}
        </span>
      }
    >
      <HeaderActions maintenance={maintenance} actions={actions} />
    </PageHeader>
  );
}

function HeaderActions({ maintenance, actions }: WithActions) {
  const { canWrite, isScheduled, isInProgress, hasMaintenanceEnded } = actions;
  const { rescheduling, starting, completing, extending, cancelling, deleting } = actions;
  return (
    <>
      {canWrite && isScheduled && (
        <>
          <Button onClick={rescheduling.open} {...describeShortcut("E")}>
            <CalendarClock className="size-4" /> Reschedule
          </Button>
          <Button variant="secondary" onClick={starting.open}>
            <CirclePlay className="size-4" /> Start now
          </Button>
        </>
      )}
      {canWrite && isInProgress && (
        <>
          <Button onClick={completing.open}>
            <CircleCheck className="size-4" /> Complete
          </Button>
          <Button variant="secondary" onClick={extending.open}>
            <TimerReset className="size-4" /> Extend
          </Button>
        </>
      )}
      <PageLink path={`/maintenances/${maintenance.id}`}>View on status page</PageLink>
      {canWrite && (
        <MoreActionsMenu>
          {!isScheduled && (
            <MenuItem icon={Pencil} onSelect={rescheduling.open} {...describeShortcut("E")}>
              {hasMaintenanceEnded ? "Edit" : "Edit or change end time"}
            </MenuItem>
          )}
          {!hasMaintenanceEnded && (
            <MenuItem icon={CircleSlash} danger onSelect={cancelling.open}>
              Cancel maintenance
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={deleting.open}>
            Delete
          </MenuItem>
        </MoreActionsMenu>
      )}
    </>
  );
}

function Content({ maintenance, updates, actions }: WithActions & Pick<LoadedProps, "updates">) {
  const { canWrite, hasMaintenanceEnded, hasUnsentUpdate, setHasUnsentUpdate, updating } = actions;
  const newest = updates.items?.[0]?.id;
  return (
    <EventContent
      subject={getSubject(maintenance)}
      updates={updates}
      composer={
        canWrite &&
        (!hasMaintenanceEnded || hasUnsentUpdate) && (
          <ComposerSection>
            <MaintenanceUpdateForm
              maintenance={maintenance}
              action="update"
              newest={newest}
              onUnsent={setHasUnsentUpdate}
              onRestored={updating.open}
              focusMessage={updating.isOpen}
              onFocused={updating.close}
            />
          </ComposerSection>
        )
      }
      facts={<Facts maintenance={maintenance} />}
    />
  );
}

function Transitions({
  maintenance,
  actions,
  newest,
}: WithActions & { newest: string | undefined }) {
  const { starting, completing, cancelling, setHasUnsentTransition } = actions;
  const quoteTitle = (verb: string, after = "") => (
    <>
      {verb} “<bdi>{maintenance.title}</bdi>”{after}?
    </>
  );
  const transitions = [
    { action: "start", dialog: starting, title: quoteTitle("Start", " now") },
    { action: "complete", dialog: completing, title: quoteTitle("Complete") },
    { action: "cancel", dialog: cancelling, title: quoteTitle("Cancel") },
  ] as const;
  return transitions.map(({ action, dialog, title }) => (
    <Dialog
      key={action}
      open={dialog.isOpen}
      onClose={dialog.close}
      title={title}
      description={maintenanceActions[action].description}
    >
      <MaintenanceUpdateForm
        maintenance={maintenance}
        action={action}
        focusMessage
        newest={newest}
        onUnsent={setHasUnsentTransition}
        onRestored={dialog.open}
        onPosted={dialog.close}
      />
    </Dialog>
  ));
}

function Facts({ maintenance }: { maintenance: MaintenanceResponse }) {
  const hasSubscribers = useHasSubscribers();
  const { status, started_at, ended_at, notify, reminder_minutes } = maintenance;
  return (
    <Section title="Schedule">
      <Card className="grid gap-3 p-4">
        <dl className="grid gap-3">
          <Fact label="Scheduled">
            <Period from={maintenance.scheduled_for} until={maintenance.scheduled_until} />
          </Fact>
          {started_at !== null && (
            <Fact label="Started">
              <Timestamp at={started_at} />
            </Fact>
          )}
          {ended_at !== null && (
            <Fact label={status === "cancelled" ? "Canceled" : "Ended"}>
              <Timestamp at={ended_at} />
            </Fact>
          )}
          {!hasEnded(status) && (
            <Fact label="Automation">
              {describeAutomation(maintenance.auto_start, maintenance.auto_complete)}
            </Fact>
          )}
          {status === "scheduled" && (
            <Fact label="Subscribers">
              {describeNotification(notify, hasSubscribers, reminder_minutes)}
            </Fact>
          )}
          <Fact label="Components">
            <ComponentLinks ids={maintenance.component_ids} />
          </Fact>
        </dl>
      </Card>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ComponentLinks({ ids }: { ids: readonly string[] }) {
  const { at } = useOrganization();
  const names = useComponentNames(ids);
  if (ids.length === 0) return "None";
  return (
    <ul>
      {ids.map((id) => (
        <li key={id} className="wrap-anywhere">
          <Link
            href={at(`/components/${id}`)}
            prefetch={false}
            className={
              "inline-flex min-h-6 items-center rounded-sm " +
              "pointer-coarse:min-h-11 hover:underline hover:underline-offset-2"
            }
          >
            <bdi>{names.get(id) ?? "a removed component"}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function describeAutomation(autoStart: boolean, autoComplete: boolean): string {
  if (autoStart && autoComplete) return "Starts and completes automatically";
  if (autoStart) return "Starts automatically";
  return autoComplete ? "Completes automatically" : "None";
}

function describeNotification(
  notify: boolean,
  hasSubscribers: boolean | undefined,
  reminderMinutes: number | null,
): string {
  if (!notify) return "Not notified";
  if (hasSubscribers === undefined) return "";
  if (!hasSubscribers) return "No subscribers yet";
  return reminderMinutes === null
    ? "Notified, without a reminder"
    : `Notified, with a reminder ${formatDuration(reminderMinutes * 60_000)} before`;
}
