"use client";

import { Bell, BellOff, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRead, useReadPages } from "@/components/data/use-read";
import { Written } from "@/components/status-page/phrase";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Ago } from "@/components/ui/elapsed";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Answer } from "@/lib/http/client";
import { MaintenanceStatus } from "./maintenance-status";

const EditUpdate = dynamic(() => import("./edit-update"), { loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

type Update = Answer<"GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates">[number];

/** All that was said of a maintenance, newest first. */
export function MaintenanceTimeline({ maintenanceID }: { maintenanceID: string }) {
  const { id: orgID } = useOrganization();
  const { items: updates, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", { params: { orgID, maintenanceID } });
  const { data: members } = useRead("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  if (error) return <Message>{error.detail}</Message>;
  return (
    <>
      <Card>
        {updates === undefined && <SkeletonRows rows={3} label="Loading updates" />}
        <ol>
          {updates?.map((update) => (
            <Entry key={update.id} update={update} author={update.author_id === null ? "By itself" : members?.find(({ id }) => id === update.author_id)?.name} />
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
  const { id, maintenance_id, status, body, created_at, notified, edited_at, earlier } = update;
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <MaintenanceStatus status={status} />
        <span>
          <Moment at={created_at} /> (<Ago at={created_at} />)
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
      {editing ? <EditUpdate maintenanceID={maintenance_id} updateID={id} onClose={() => setEditing(false)} /> : <Written text={body} />}
      {edited_at !== null && (
        <details className="text-xs text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">
            Edited <Ago at={edited_at} />
          </summary>
          <ol className="mt-2 grid gap-2 border-s-2 border-line ps-3">
            {earlier.map(({ body: before, replaced_at: replacedAt }) => (
              <li key={replacedAt}>
                Until <Moment at={replacedAt} />
                <Written text={before} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
