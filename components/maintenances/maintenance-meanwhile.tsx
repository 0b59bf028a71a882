"use client";

import { PostedMeanwhile, type Refusal } from "@/components/updates/posted-meanwhile";
import { postedSince } from "@/components/updates/posted-since";
import { UpdateEntry } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import { call } from "@/lib/http/client";
import { defaultBody, followers, hasEnded, type MaintenanceStatus as Status } from "@/lib/maintenances/values";
import { MaintenanceStatus, maintenanceStatusLooks } from "./maintenance-status";
import { MaintenanceEntry, type MaintenanceUpdate, UPDATES } from "./maintenance-timeline";

/** The updates that were posted since `seen` was the newest, the newest first. */
export async function readPostedSince(orgID: string, maintenanceID: string, seen: string): Promise<readonly MaintenanceUpdate[]> {
  return postedSince((await call(UPDATES, { params: { orgID, maintenanceID } })).data, seen);
}

type MaintenanceMeanwhileProps = Refusal & {
  open: boolean;
  posted: readonly MaintenanceUpdate[];
  /** Without a status it stays what it is by now. */
  mine: { status: Status | ""; body: string; notify: boolean };
};

/** Others posted on a maintenance, or it moved on by itself, while an update was written. */
export function MaintenanceMeanwhile({ open, posted, mine, ...refusal }: MaintenanceMeanwhileProps) {
  const authorOf = useAuthors();
  const now = posted[0]?.status ?? "scheduled";
  const status = mine.status || now;
  const closed = !followers[now].includes(status);
  const { word } = maintenanceStatusLooks[now];
  return (
    <PostedMeanwhile
      open={open}
      {...refusal}
      posted={posted.map((update) => (
        <MaintenanceEntry key={update.id} update={update} authorOf={authorOf} />
      ))}
      mine={<UpdateEntry update={{ body: mine.body.trim() || defaultBody[status], notified: mine.notify }} status={<MaintenanceStatus status={status} />} author={undefined} />}
      consequence={!closed ? null : hasEnded(now) ? `It is “${word}” by now: nothing more can be posted.` : `It is “${word}” by now: “${maintenanceStatusLooks[status].word}” cannot follow. Keep your words, and choose another status.`}
      closed={closed}
    />
  );
}
