"use client";

import { ComponentStatusBadge } from "@/components/components/component-status";
import { useComponentNames } from "@/components/components/use-component-names";
import {
  UpdateConflictDialog,
  type ConflictActions,
} from "@/components/updates/update-conflict-dialog";
import { UpdateEntry } from "@/components/updates/update-timeline";
import { useAuthors } from "@/components/updates/use-authors";
import {
  defaultIncidentMessages,
  statusByImpact,
  type IncidentStatus as Status,
  type Impact,
} from "@/lib/incidents/values";
import { IncidentStatusBadge } from "./incident-status";
import { IncidentEntry } from "./incident-timeline";
import type { IncidentUpdateResponse } from "./load-incident-updates";
import type { SelectedComponents } from "./report-values";

type IncidentUpdateConflictProps = ConflictActions & {
  open: boolean;
  impact: Impact;
  posted: readonly IncidentUpdateResponse[];
  mine: { status: Status | ""; body: string; notify: boolean; chosen: SelectedComponents };
};

export default function IncidentUpdateConflict({
  open,
  impact,
  posted,
  mine,
  ...refusal
}: IncidentUpdateConflictProps) {
  const now = posted[0]?.status ?? "investigating";
  const status = mine.status || now;
  const chosen = status === "resolved" ? [] : Object.entries(mine.chosen);
  const names = useComponentNames(chosen.map(([id]) => id));
  const authorOf = useAuthors();
  return (
    <UpdateConflictDialog
      open={open}
      {...refusal}
      posted={posted.map((update) => (
        <IncidentEntry key={update.id} update={update} author={authorOf(update.author_id)} />
      ))}
      mine={
        <UpdateEntry
          update={{
            body: mine.body.trim() || defaultIncidentMessages[status],
            notified: mine.notify,
          }}
          status={<IncidentStatusBadge status={status} />}
          author={undefined}
        >
          {chosen.length > 0 && (
            <ul className="grid gap-1 text-xs text-muted">
              {chosen.map(([id, selected]) => (
                <li key={id} className="flex flex-wrap items-center gap-1.5">
                  <bdi className="font-medium wrap-anywhere text-ink">
                    {names.get(id) ?? "a removed component"}
                  </bdi>{" "}
                  <ComponentStatusBadge status={selected || statusByImpact[impact]} />
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
  if (now === "resolved")
    return next === "resolved"
      ? "The incident has been resolved. Your update will be added as a follow-up."
      : "The incident has been resolved. Posting your update reopens it.";
  return next === "resolved"
    ? "The incident is still open. Posting your update resolves it."
    : null;
}
