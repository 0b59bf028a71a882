"use client";

import {
  UpdateConflictDialog,
  type ConflictActions,
} from "@/components/updates/update-conflict-dialog";
import { updatesSince } from "@/components/updates/updates-since";
import { UpdateEntry } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import { call } from "@/lib/http/client";
import {
  defaultMaintenanceMessages,
  nextStatuses,
  hasEnded,
  type MaintenanceStatus as Status,
} from "@/lib/maintenances/values";
import { MaintenanceStatusBadge, maintenanceStatusLooks } from "./maintenance-status";
import { MaintenanceEntry, type MaintenanceUpdateResponse, UPDATES } from "./maintenance-timeline";

export async function loadMaintenanceUpdatesSince(
  orgID: string,
  maintenanceID: string,
  seen: string,
): Promise<readonly MaintenanceUpdateResponse[]> {
  return updatesSince((await call(UPDATES, { params: { orgID, maintenanceID } })).data, seen);
}

type MaintenanceUpdateConflictProps = ConflictActions & {
  open: boolean;
  posted: readonly MaintenanceUpdateResponse[];
  mine: { status: Status | ""; body: string; notify: boolean };
};

export function MaintenanceUpdateConflict({
  open,
  posted,
  mine,
  ...refusal
}: MaintenanceUpdateConflictProps) {
  const authorOf = useAuthors();
  const now = posted[0]?.status ?? "scheduled";
  const status = mine.status || now;
  const closed = !nextStatuses[now].includes(status);
  const { word } = maintenanceStatusLooks[now];
  const consequence = hasEnded(now)
    ? `This maintenance is now “${word}”. No more updates can be posted.`
    : `This maintenance is now “${word}” and can’t change to ` +
      `“${maintenanceStatusLooks[status].word}”. Keep your message and choose another status.`;
  return (
    <UpdateConflictDialog
      open={open}
      {...refusal}
      posted={posted.map((update) => (
        <MaintenanceEntry key={update.id} update={update} authorOf={authorOf} />
      ))}
      mine={
        <UpdateEntry
          update={{
            body: mine.body.trim() || defaultMaintenanceMessages[status],
            notified: mine.notify,
          }}
          status={<MaintenanceStatusBadge status={status} />}
          author={undefined}
        />
      }
      consequence={closed ? consequence : null}
      closed={closed}
    />
  );
}
