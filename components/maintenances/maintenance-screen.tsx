"use client";

import {
  CalendarClock,
  CircleCheck,
  CirclePlay,
  CircleSlash,
  Pencil,
  TimerReset,
} from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { describeShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { named } from "@/components/ui/format-names";
import { TimeAgo, formatDuration } from "@/components/ui/relative-time";
import { MenuItem } from "@/components/ui/menu";
import { Timestamp } from "@/components/ui/timestamp";
import { Section } from "@/components/ui/section";
import {
  EventLayout,
  EventScreen,
  type LoadedEventProps,
  renderLoadingForm,
  useEventActions,
} from "@/components/updates/event-screen";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { Period } from "@/components/updates/period";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, isRunning, getMaintenanceSpan } from "@/lib/maintenances/values";

const ExtendForm = dynamic(() => import("./extend-form"), { loading: renderLoadingForm });
const RescheduleForm = dynamic(() => import("./reschedule-form"), { loading: renderLoadingForm });

export const MaintenanceScreen = ({ maintenanceID }: { maintenanceID: string }) => (
  <EventScreen
    subject={{ kind: "maintenance", id: maintenanceID }}
    listLabel="Maintenance"
    Loaded={LoadedMaintenance}
  />
);

function LoadedMaintenance({ record, ...screen }: LoadedEventProps<MaintenanceResponse>) {
  const maintenance = record.data;
  const { title, status } = maintenance;
  const actions = useMaintenanceActions(maintenance);
  const { canWrite, starting, completing, cancelling, extending, editing } = actions;
  return (
    <EventLayout
      {...{ record, actions }}
      {...screen}
      description={<Description maintenance={maintenance} />}
      buttons={<Buttons status={status} actions={actions} />}
      menuItems={<MenuItems status={status} actions={actions} />}
      deletion={
        "Permanently deletes the maintenance and its updates, and recalculates uptime. Queued " +
        "notifications are canceled and no one is notified. To call off announced work, cancel " +
        "the maintenance instead."
      }
      transitions={[
        { action: "start", dialog: starting, title: named`Start “${title}” now?` },
        { action: "complete", dialog: completing, title: named`Complete “${title}”?` },
        { action: "cancel", dialog: cancelling, title: named`Cancel “${title}”?` },
      ]}
      edit={{
        title: status === "scheduled" ? "Reschedule or edit" : "Edit maintenance",
        form: <RescheduleForm record={record} onClose={editing.close} />,
      }}
      facts={<Facts maintenance={maintenance} />}
    >
      {canWrite && (
        <Dialog open={extending.isOpen} onClose={extending.close} title="Extend maintenance">
          <ExtendForm record={record} onClose={extending.close} />
        </Dialog>
      )}
    </EventLayout>
  );
}

function useMaintenanceActions(maintenance: MaintenanceResponse) {
  const { status } = maintenance;
  const actions = useEventActions(maintenance, "reschedule");
  const { hasUnsentTransition } = actions;
  return {
    ...actions,
    // A dialog with an unsent update stays open even if someone else has changed the status.
    starting: useDialogParam("start", status === "scheduled" || hasUnsentTransition),
    completing: useDialogParam("complete", isRunning(status) || hasUnsentTransition),
    cancelling: useDialogParam("cancel", !hasEnded(status) || hasUnsentTransition),
    extending: useDialogParam("extend", isRunning(status)),
  };
}

function Description({ maintenance }: { maintenance: MaintenanceResponse }) {
  const { status, scheduled_for } = maintenance;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <UpdateStatusBadge status={status} />
      <span>
        <Period {...getMaintenanceSpan(maintenance)} />
      </span>
      {status === "scheduled" && (
        <span>
          <TimeAgo at={scheduled_for} />
        </span>
      )}
    </span>
  );
}

type ActionsProps = Pick<MaintenanceResponse, "status"> & {
  actions: ReturnType<typeof useMaintenanceActions>;
};

const Buttons = ({ status, actions }: ActionsProps) => (
  <>
    {status === "scheduled" && (
      <>
        <Button onClick={actions.editing.open} {...describeShortcut("E")}>
          <CalendarClock className="size-4" /> Reschedule
        </Button>
        <Button variant="secondary" onClick={actions.starting.open}>
          <CirclePlay className="size-4" /> Start now
        </Button>
      </>
    )}
    {isRunning(status) && (
      <>
        <Button onClick={actions.completing.open}>
          <CircleCheck className="size-4" /> Complete
        </Button>
        <Button variant="secondary" onClick={actions.extending.open}>
          <TimerReset className="size-4" /> Extend
        </Button>
      </>
    )}
  </>
);

const MenuItems = ({ status, actions }: ActionsProps) => (
  <>
    {status !== "scheduled" && (
      <MenuItem icon={Pencil} onSelect={actions.editing.open} {...describeShortcut("E")}>
        {hasEnded(status) ? "Edit" : "Edit or change end time"}
      </MenuItem>
    )}
    {!hasEnded(status) && (
      <MenuItem icon={CircleSlash} danger onSelect={actions.cancelling.open}>
        Cancel maintenance
      </MenuItem>
    )}
  </>
);

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
  const getName = useComponentNames(ids);
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
            <bdi>{getName(id)}</bdi>
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
