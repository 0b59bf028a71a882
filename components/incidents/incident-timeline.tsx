"use client";

import { ArrowRight, Bell, BellOff, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Written } from "@/components/status-page/phrase";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Ago } from "@/components/ui/elapsed";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Answer } from "@/lib/http/client";
import { IncidentStatus } from "./incident-status";
import { publicStatusWord } from "./public-status";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

type Update = Answer<"GET /v1/organizations/{orgID}/incidents/{incidentID}/updates">[number];

/** All that was said of an incident, newest first. */
export function IncidentTimeline({ incidentID }: { incidentID: string }) {
  const { id: orgID } = useOrganization();
  const { items: updates, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/incidents/{incidentID}/updates", { params: { orgID, incidentID } });
  const { data: members } = useRead("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  if (error) return <Message>{error.detail}</Message>;
  return (
    <>
      <Card>
        {updates === undefined && <SkeletonRows rows={3} label="Loading updates" />}
        <ol aria-label="Updates">
          {updates?.map((update) => (
            <Entry key={update.id} update={update} author={members?.find(({ id }) => id === update.author_id)?.name} />
          ))}
        </ol>
      </Card>
      {more !== null && (
        <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-3 w-full">
          {loadingMore ? "Loading…" : "Show older updates"}
        </Button>
      )}
    </>
  );
}

function Entry({ update, author }: { update: Update; author: string | undefined }) {
  const { is } = useOrganization();
  const [editing, setEditing] = useState(false);
  const { id, incident_id, status, body, components, display_at, notified, edited_at, earlier } = update;
  const changed = components.filter(({ old_status, new_status }) => old_status !== new_status);
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <IncidentStatus status={status} />
        <span>
          <Moment at={display_at} /> (<Ago at={display_at} />)
        </span>
        {author !== undefined && <bdi>{author}</bdi>}
        <span className="inline-flex items-center gap-1">
          {notified ? <Bell className="size-3.5" /> : <BellOff className="size-3.5" />}
          {notified ? "Subscribers told" : "Silent"}
        </span>
        {is("editor") && !editing && (
          <button type="button" onClick={() => setEditing(true)} className="ms-auto inline-flex items-center gap-1 rounded-sm px-1 font-medium text-accent hover:underline pointer-coarse:min-h-11">
            <Pencil className="size-3.5" /> Edit<span className="sr-only"> this update</span>
          </button>
        )}
      </div>
      {editing ? <EditUpdate incidentID={incident_id} updateID={id} onClose={() => setEditing(false)} /> : <Written text={body} />}
      {changed.length > 0 && (
        <ul className="grid gap-1 text-xs text-muted">
          {changed.map(({ id: componentID, name, old_status, new_status }) => (
            <li key={componentID} className="flex flex-wrap items-center gap-1.5">
              <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi> {publicStatusWord(old_status)}
              <ArrowRight className="size-3 rtl:rotate-180" aria-label="became" /> {publicStatusWord(new_status)}
            </li>
          ))}
        </ul>
      )}
      {edited_at !== null && (
        <details className="text-xs text-muted">
          <summary className="w-fit rounded-sm pointer-coarse:py-2">
            Edited <Ago at={edited_at} />
          </summary>
          <ol className="mt-2 grid gap-3 border-s-2 border-line ps-3">
            {earlier.map((version) => (
              <li key={version.replaced_at}>
                <p className="mb-0.5">
                  Until <Moment at={version.replaced_at} />
                </p>
                <Written text={version.body} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
