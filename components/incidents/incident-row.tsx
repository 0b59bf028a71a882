"use client";

import Link from "next/link";
import { memo } from "react";
import { ComponentNameList } from "@/components/components/component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import type { IncidentResponse } from "@/lib/http/api-client";
import { IncidentImpactBadge } from "./incident-impact";
import { UpdateStatusBadge } from "@/components/updates/update-status";

type IncidentRowProps = {
  incident: IncidentResponse;
  names: ReadonlyMap<string, string>;
};

export const IncidentRow = memo(function IncidentRow({
  incident: { id, title, status, impact, started_at, resolved_at, component_ids },
  names,
}: IncidentRowProps) {
  const { at } = useOrganization();
  return (
    <li
      className={
        "relative grid gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 " +
        "[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-b-0 " +
        "hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      }
    >
      <div className="min-w-0">
        <Link
          href={at(`/incidents/${id}`)}
          prefetch={false}
          data-row={id}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <ComponentNameList ids={component_ids} names={names} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:flex-col sm:items-end">
        <span className="flex flex-wrap gap-1 sm:justify-end">
          <IncidentImpactBadge impact={impact} />
          <UpdateStatusBadge status={status} />
        </span>
        <span className="text-xs text-muted tabular-nums">
          {resolved_at !== null && (
            <>
              <TimeAgo at={started_at} /> ·{" "}
            </>
          )}
          <span className="max-lg:sr-only">
            <Timestamp at={started_at} /> ·{" "}
          </span>
          {resolved_at === null ? "ongoing for " : "lasted "}
          <Duration from={started_at} until={resolved_at} />
        </span>
      </div>
    </li>
  );
});
