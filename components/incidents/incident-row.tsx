"use client";

import { memo } from "react";
import { EventRow } from "@/components/updates/event-row";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import type { IncidentResponse } from "@/lib/http/api-client";
import { IncidentImpactBadge } from "./incident-impact";

type IncidentRowProps = {
  incident: IncidentResponse;
  names: ReadonlyMap<string, string>;
};

export const IncidentRow = memo(function IncidentRow({ incident, names }: IncidentRowProps) {
  const { id, status, impact, started_at, resolved_at } = incident;
  const badges = (
    <>
      <IncidentImpactBadge impact={impact} />
      <UpdateStatusBadge status={status} />
    </>
  );
  return (
    <EventRow path={`/incidents/${id}`} event={incident} names={names} badges={badges}>
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
    </EventRow>
  );
});
