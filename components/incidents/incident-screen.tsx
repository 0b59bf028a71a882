"use client";

import { CircleCheck, Ellipsis, ExternalLink, Pencil, RotateCcw, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ComponentStatus } from "@/components/components/component-status";
import { useRead, useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { NoSuchRecord } from "@/components/shell/no-such-record";
import { useIntent } from "@/components/shell/use-intent";
import { useTitle } from "@/components/shell/use-title";
import { editDraft } from "@/components/updates/update-timeline";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Ago, Elapsed } from "@/components/ui/elapsed";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { DeliveryReport } from "@/components/deliveries/delivery-report";
import { IncidentImpact } from "./incident-impact";
import { IncidentStatus } from "./incident-status";
import { IncidentTimeline, useIncidentUpdates } from "./incident-timeline";
import { Postmortem } from "./postmortem";
import type { IncidentDetail } from "./update-form";

const loading = () => <SkeletonRows rows={3} label="Loading the form" />;
const UpdateForm = dynamic(() => import("./update-form"), { loading });
const CorrectIncident = dynamic(() => import("./correct-incident"), { loading });

/** One incident: what was said of it, who was told, and all that can be done with it. */
export function IncidentScreen({ incidentID }: { incidentID: string }) {
  const { id: orgID, page_url, at, is } = useOrganization();
  const { data: incident, etag, error, gone, refresh } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", { params: { orgID, incidentID } });
  const updates = useIncidentUpdates(orgID, incidentID);
  const [leaving, setLeaving] = useState(false);
  const [unsentWord, setUnsentWord] = useState(false);
  const [unsentTurn, setUnsentTurn] = useState(false);
  const over = incident?.status === "resolved";
  // What is written in them stays, when a colleague was faster.
  const resolving = useIntent("resolve", !over || unsentTurn);
  const reopening = useIntent("reopen", over || unsentTurn || incident === undefined);
  const [adding, correcting, deleting] = [useIntent("update"), useIntent("correct"), useIntent("delete")];
  const back = { href: at("/incidents"), label: "Incidents" };
  useTitle(incident?.title ?? null);
  if (error || (gone && !leaving)) {
    return <NoSuchRecord what="incident" error={error} back={back} drafts={[...["update", "resolve", "reopen"].map((aim) => `incident-${aim}-${incidentID}`), `postmortem-${incidentID}`, ...(updates.items ?? []).map(({ id }) => editDraft("incident", id))]} />;
  }
  if (incident === undefined) {
    return (
      <>
        <PageHeader title={<span className="inline-block h-6 w-64 max-w-full animate-pulse rounded-sm bg-sunken align-middle" />} back={back} />
        <Card>
          <SkeletonRows rows={5} label="Loading the incident" />
        </Card>
      </>
    );
  }
  const writes = is("editor");
  const newest = updates.items?.[0]?.id;
  return (
    <>
      <PageHeader
        title={<bdi>{incident.title}</bdi>}
        back={back}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <IncidentStatus status={incident.status} />
            <IncidentImpact impact={incident.impact} />
            <span>
              {over && <>Began <Ago at={incident.started_at} /></>}
              {over ? ", took " : "Ongoing for "}
              <Elapsed from={incident.started_at} until={incident.resolved_at} />
            </span>
          </span>
        }
      >
        {writes && !over && (
          <Button onClick={resolving.begin}>
            <CircleCheck className="size-4" /> Resolve
          </Button>
        )}
        {writes && over && (
          <Button variant="secondary" onClick={reopening.begin}>
            <RotateCcw className="size-4" /> Reopen
          </Button>
        )}
        <a href={`${page_url}/incidents/${incidentID}`} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
          <ExternalLink className="size-4" /> On the page
        </a>
        {writes && (
          <Menu
            trigger={
              <Button variant="secondary" aria-label="More actions">
                <Ellipsis className="size-4" />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={correcting.begin}>
              Correct title, impact or start
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={deleting.begin}>
              Delete incident
            </MenuItem>
          </Menu>
        )}
      </PageHeader>

      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          {writes && (!over || adding.open || unsentWord) && (
            <Section title="Post an update">
              <Card className="p-4">
                <UpdateForm incident={incident} aim="update" begun={adding.open} onBegun={over ? undefined : adding.end} newest={newest} onUnsent={setUnsentWord} onPosted={adding.end} />
              </Card>
            </Section>
          )}
          <Section
            title="Timeline"
            aside={
              writes &&
              over &&
              !adding.open &&
              !unsentWord && (
                <button type="button" onClick={adding.begin} className="rounded-sm font-medium text-accent hover:underline pointer-coarse:min-h-11">
                  Add a word afterwards
                </button>
              )
            }
          >
            <IncidentTimeline updates={updates} />
          </Section>
          <Postmortem incident={incident} />
        </div>
        <aside aria-label="About this incident" className="grid min-w-0 gap-8">
          <Facts incident={incident} />
          <Section title="Deliveries">
            <DeliveryReport of={{ incident: incidentID }} told={updates.items?.find(({ notified }) => notified)?.created_at} />
          </Section>
        </aside>
      </div>

      {writes && (
        <>
          <Dialog open={resolving.open} onClose={resolving.end} title="Resolve the incident">
            <UpdateForm incident={incident} aim="resolve" newest={newest} onUnsent={setUnsentTurn} onPosted={resolving.end} />
          </Dialog>
          <Dialog open={reopening.open} onClose={reopening.end} title="Reopen the incident" description="It says of its components again what it said before.">
            <UpdateForm incident={incident} aim="reopen" newest={newest} onUnsent={setUnsentTurn} onPosted={reopening.end} />
          </Dialog>
          <Dialog open={correcting.open} onClose={correcting.end} title="Correct the incident" description="For what was wrong from the beginning. For what has changed since, post an update.">
            <CorrectIncident incident={incident} etag={etag} reload={refresh} onClose={correcting.end} />
          </Dialog>
          <Delete incident={incident} open={deleting.open} onClose={deleting.end} onDeleted={() => setLeaving(true)} />
        </>
      )}
    </>
  );
}

function Facts({ incident }: { incident: IncidentDetail }) {
  return (
    <Section title="Affected">
      <Card>
        {incident.components.length === 0 && <p className="px-4 py-3 text-muted">No component.</p>}
        <ul className="max-h-80 overflow-y-auto">
          {incident.components.map(({ id, name, status }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <ComponentStatus status={status} />
            </li>
          ))}
        </ul>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 text-xs text-muted">
          <dt>Began</dt>
          <dd className="text-end text-ink">
            <Moment at={incident.started_at} />
          </dd>
          {incident.resolved_at !== null && (
            <>
              <dt>Resolved</dt>
              <dd className="text-end text-ink">
                <Moment at={incident.resolved_at} />
              </dd>
            </>
          )}
          <dt>Followers</dt>
          <dd className="text-end text-ink">{incident.follower_count.toLocaleString("en")}</dd>
        </dl>
      </Card>
    </Section>
  );
}

function Delete({ incident, open, onClose, onDeleted }: { incident: IncidentDetail; open: boolean; onClose: () => void; onDeleted: () => void }) {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={<>Delete “<bdi>{incident.title}</bdi>”?</>}
      action="Delete incident"
      onConfirm={async () => {
        await call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}", { params: { orgID, incidentID: incident.id } });
        onDeleted();
        router.push(at("/incidents"));
        say("The incident is deleted.");
        void refresh();
        return "leaving";
      }}
    >
      <p>As if it had never been: its updates go, and the record of its components is corrected. What subscribers were told cannot be taken back.</p>
    </Confirm>
  );
}
