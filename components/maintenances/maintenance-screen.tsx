"use client";

import { CalendarClock, CircleCheck, CirclePlay, CircleSlash, Ellipsis, ExternalLink, Pencil, TimerReset, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRead, useRefresh } from "@/components/data/use-read";
import { DeliveryReport } from "@/components/deliveries/delivery-report";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { NoSuchRecord } from "@/components/shell/no-such-record";
import { useIntent } from "@/components/shell/use-intent";
import { useTitle } from "@/components/shell/use-title";
import { editDraft } from "@/components/updates/update-timeline";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Ago, lengthInWords } from "@/components/ui/elapsed";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call, type Maintenance } from "@/lib/http/client";
import { hasEnded, isRunning, spanOf } from "@/lib/maintenances/values";
import { MaintenanceStatus } from "./maintenance-status";
import { MaintenanceTimeline, useMaintenanceUpdates } from "./maintenance-timeline";
import { Period } from "./period";

const loading = () => <SkeletonRows rows={3} label="Loading the form" />;
const ExtendForm = dynamic(() => import("./extend-form"), { loading });
const RescheduleForm = dynamic(() => import("./reschedule-form"), { loading });
const UpdateForm = dynamic(() => import("./update-form"), { loading });

/** One maintenance: what was said of it, who was told, and all that can be done with it. */
export function MaintenanceScreen({ maintenanceID }: { maintenanceID: string }) {
  const { id: orgID, at } = useOrganization();
  const [leaving, setLeaving] = useState(false);
  const { data: maintenance, etag, error, gone, refresh } = useRead("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}", { params: { orgID, maintenanceID } });
  const back = { href: at("/maintenances"), label: "Maintenance" };
  const updates = useMaintenanceUpdates(orgID, maintenanceID);
  useTitle(maintenance?.title ?? null);
  if (error || (gone && !leaving)) {
    return <NoSuchRecord what="maintenance" error={error} back={back} drafts={[...["update", "start", "complete", "cancel"].map((aim) => `maintenance-${aim}-${maintenanceID}`), ...(updates.items ?? []).map(({ id }) => editDraft("maintenance", id))]} />;
  }
  if (maintenance === undefined) {
    return (
      <Card>
        <SkeletonRows rows={6} label="Loading the maintenance" />
      </Card>
    );
  }
  return <Loaded maintenance={maintenance} updates={updates} etag={etag} reload={refresh} back={back} onDeleted={() => setLeaving(true)} />;
}

type LoadedProps = { maintenance: Maintenance; updates: ReturnType<typeof useMaintenanceUpdates>; etag: string | null; reload: () => Promise<{ data: Maintenance; etag: string | null }>; back: { href: string; label: string }; onDeleted: () => void };

function Loaded({ maintenance, updates, etag, reload, back, onDeleted }: LoadedProps) {
  const { page_url, is } = useOrganization();
  const { id, title, status, scheduled_for } = maintenance;
  const newest = updates.items?.[0]?.id;
  const [unsentWord, setUnsentWord] = useState(false);
  const [unsentMove, setUnsentMove] = useState(false);
  const mayWrite = is("editor");
  const [planned, running, over] = [status === "scheduled", isRunning(status), hasEnded(status)];
  // What is written in them stays, when a colleague was faster.
  const [starting, completing, cancelling] = [useIntent("start", planned || unsentMove), useIntent("complete", running || unsentMove), useIntent("cancel", !over || unsentMove)];
  const [updating, extending, rescheduling, deleting] = [useIntent("update"), useIntent("extend", running), useIntent("reschedule"), useIntent("delete")];
  return (
    <>
      <PageHeader
        back={back}
        title={<bdi>{title}</bdi>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <MaintenanceStatus status={status} />
            <span>
              <Period {...spanOf(maintenance)} />
            </span>
            {planned && (
              <span>
                <Ago at={scheduled_for} />
              </span>
            )}
          </span>
        }
      >
        {mayWrite && planned && (
          <>
            <Button onClick={rescheduling.begin}>
              <CalendarClock className="size-4" /> Reschedule
            </Button>
            <Button variant="secondary" onClick={starting.begin}>
              <CirclePlay className="size-4" /> Start early
            </Button>
          </>
        )}
        {mayWrite && running && (
          <>
            <Button onClick={completing.begin}>
              <CircleCheck className="size-4" /> Complete
            </Button>
            <Button variant="secondary" onClick={extending.begin}>
              <TimerReset className="size-4" /> Extend
            </Button>
          </>
        )}
        <a href={`${page_url}/maintenances/${id}`} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
          <ExternalLink className="size-4" /> On the page
        </a>
        {mayWrite && (
          <Menu
            trigger={
              <Button variant="secondary" aria-label="More for this maintenance" className="px-2">
                <Ellipsis className="size-4" />
              </Button>
            }
          >
            {!planned && (
              <MenuItem icon={Pencil} onSelect={rescheduling.begin}>
                {over ? "Edit" : "Edit or move its end"}
              </MenuItem>
            )}
            {!over && (
              <MenuItem icon={CircleSlash} danger onSelect={cancelling.begin}>
                Cancel maintenance
              </MenuItem>
            )}
            <MenuItem icon={Trash2} danger onSelect={deleting.begin}>
              Delete
            </MenuItem>
          </Menu>
        )}
      </PageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          {mayWrite && (!over || unsentWord) && (
            <Section title="Post an update">
              <Card className="p-4">
                <UpdateForm maintenance={maintenance} aim="update" newest={newest} onUnsent={setUnsentWord} begun={updating.open} onBegun={updating.end} />
              </Card>
            </Section>
          )}
          <Section title="Timeline">
            <MaintenanceTimeline updates={updates} />
          </Section>
        </div>
        <div className="grid min-w-0 gap-8">
          <Facts maintenance={maintenance} />
          <Section title="Deliveries">
            <DeliveryReport of={{ maintenance: id }} told={updates.items?.find(({ notified }) => notified)?.created_at} />
          </Section>
        </div>
      </div>
      {mayWrite && (
        <>
          <Dialog open={starting.open} onClose={starting.end} title="Start now?" description="Its components are under maintenance from now on.">
            <UpdateForm maintenance={maintenance} aim="start" newest={newest} onUnsent={setUnsentMove} onPosted={starting.end} />
          </Dialog>
          <Dialog open={completing.open} onClose={completing.end} title="Complete the maintenance?">
            <UpdateForm maintenance={maintenance} aim="complete" newest={newest} onUnsent={setUnsentMove} onPosted={completing.end} />
          </Dialog>
          <Dialog open={cancelling.open} onClose={cancelling.end} title="Cancel the maintenance?" description="It stays on the page as cancelled, and cannot be taken up again.">
            <UpdateForm maintenance={maintenance} aim="cancel" newest={newest} onUnsent={setUnsentMove} onPosted={cancelling.end} />
          </Dialog>
          <Dialog open={extending.open} onClose={extending.end} title="More time">
            <ExtendForm maintenance={maintenance} etag={etag} onClose={extending.end} />
          </Dialog>
          <Dialog open={rescheduling.open} onClose={rescheduling.end} title={planned ? "Reschedule or edit" : "Edit maintenance"}>
            <RescheduleForm maintenance={maintenance} etag={etag} reload={reload} onClose={rescheduling.end} />
          </Dialog>
          <DeleteMaintenance maintenance={maintenance} open={deleting.open} onClose={deleting.end} onDeleted={onDeleted} />
        </>
      )}
    </>
  );
}

function Facts({ maintenance }: { maintenance: Maintenance }) {
  const { at } = useOrganization();
  const { status, component_ids, scheduled_for, scheduled_until, started_at, ended_at, auto_start, auto_complete, reminder_minutes, notify } = maintenance;
  const names = useComponentNames(component_ids);
  const over = hasEnded(status);
  return (
    <Section title="Plan">
      <Card className="grid gap-3 p-4">
        <dl className="grid gap-3">
          <div>
            <dt className="text-xs text-muted">Planned</dt>
            <dd>
              <Period from={scheduled_for} until={scheduled_until} />
            </dd>
          </div>
          {started_at !== null && (
            <div>
              <dt className="text-xs text-muted">Began</dt>
              <dd>
                <Moment at={started_at} />
              </dd>
            </div>
          )}
          {ended_at !== null && (
            <div>
              <dt className="text-xs text-muted">{status === "cancelled" ? "Cancelled" : "Ended"}</dt>
              <dd>
                <Moment at={ended_at} />
              </dd>
            </div>
          )}
          {!over && (
            <div>
              <dt className="text-xs text-muted">By itself</dt>
              <dd>
                {auto_start ? "Starts" : "Does not start"}, {auto_complete ? "completes" : "does not complete"}
              </dd>
            </div>
          )}
          {status === "scheduled" && (
            <div>
              <dt className="text-xs text-muted">Subscribers</dt>
              <dd>{!notify ? "Are not told" : reminder_minutes === null ? "Are told, without a reminder" : `Are told, and reminded ${lengthInWords(reminder_minutes * 60_000)} before`}</dd>
            </div>
          )}
          <div>
            <dt className="text-xs text-muted">Components</dt>
            <dd>
              {component_ids.length === 0 && "None"}
              <ul>
                {component_ids.map((componentID) => (
                  <li key={componentID} className="wrap-anywhere">
                    <Link href={at(`/components/${componentID}`)} prefetch={false} className="rounded-sm hover:underline hover:underline-offset-2">
                      <bdi>{names.get(componentID) ?? "a removed component"}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        </dl>
      </Card>
    </Section>
  );
}

function DeleteMaintenance({ maintenance, open, onClose, onDeleted }: { maintenance: Maintenance; open: boolean; onClose: () => void; onDeleted: () => void }) {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={<>Delete “<bdi>{maintenance.title}</bdi>”?</>}
      action="Delete maintenance"
      onConfirm={async () => {
        await call("DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}", { params: { orgID, maintenanceID: maintenance.id } });
        onDeleted();
        router.push(at("/maintenances"));
        say("The maintenance is deleted.");
        void refresh();
        return "leaving";
      }}
    >
      As if it had never been: nobody is told, and the record of its components forgets it. To call off what was announced, cancel it.
    </Confirm>
  );
}
