"use client";

import { ComponentStatus } from "@/components/components/component-status";
import { useComponentNames } from "@/components/components/use-component-names";
import { PostedMeanwhile, type Refusal } from "@/components/updates/posted-meanwhile";
import { UpdateEntry } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import { defaultBody, impactStatus, type IncidentStatus as Status, type Impact } from "@/lib/incidents/values";
import { IncidentStatus } from "./incident-status";
import { IncidentEntry } from "./incident-timeline";
import type { IncidentUpdate } from "./read-posted-since";
import type { Chosen } from "./report-values";

type IncidentMeanwhileProps = Refusal & {
  open: boolean;
  impact: Impact;
  posted: readonly IncidentUpdate[];
  /** Without a status it stays what it is by now. */
  mine: { status: Status | ""; body: string; notify: boolean; chosen: Chosen };
};

/** Others posted on an incident while an update was written. */
export default function IncidentMeanwhile({ open, impact, posted, mine, ...refusal }: IncidentMeanwhileProps) {
  const now = posted[0]?.status ?? "investigating";
  const status = mine.status || now;
  const chosen = status === "resolved" ? [] : Object.entries(mine.chosen);
  const names = useComponentNames(chosen.map(([id]) => id));
  const authorOf = useAuthors();
  return (
    <PostedMeanwhile
      open={open}
      {...refusal}
      posted={posted.map((update) => (
        <IncidentEntry key={update.id} update={update} author={authorOf(update.author_id)} />
      ))}
      mine={
        <UpdateEntry update={{ body: mine.body.trim() || defaultBody[status], notified: mine.notify }} status={<IncidentStatus status={status} />} author={undefined}>
          {chosen.length > 0 && (
            <ul className="grid gap-1 text-xs text-muted">
              {chosen.map(([id, said]) => (
                <li key={id} className="flex flex-wrap items-center gap-1.5">
                  <bdi className="font-medium wrap-anywhere text-ink">{names.get(id) ?? "a removed component"}</bdi> <ComponentStatus status={said || impactStatus[impact]} />
                </li>
              ))}
            </ul>
          )}
        </UpdateEntry>
      }
      consequence={consequenceOf(now, status)}
    />
  );
}

function consequenceOf(now: Status, next: Status): string | null {
  if (now === "resolved") return next === "resolved" ? "The incident is resolved by now. Posted, yours is one more word on it." : "The incident is resolved by now: to post yours reopens it.";
  return next === "resolved" ? "The incident goes on by now: to post yours resolves it." : null;
}
