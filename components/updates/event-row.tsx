import Link from "next/link";
import { memo } from "react";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { formatNameList } from "@/components/ui/format-names";
import { Duration, TimeAgo } from "@/components/ui/relative-time";
import { rowClass } from "@/components/ui/row";
import { rowLink } from "@/components/ui/row-link";
import { Timestamp } from "@/components/ui/timestamp";
import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/api-client";
import { getMaintenanceSpan } from "@/lib/maintenances/values";
import { IncidentImpactBadge } from "./incident-impact";
import { Period } from "./period";
import type { UpdatedEvent } from "./updated-event";
import { UpdateStatusBadge } from "./update-status";

const NAMES_SHOWN = 3;

type EventRowsProps = { events: readonly UpdatedEvent[] | undefined; label?: string };

/** A list of incidents or maintenances. Renders nothing if it is empty. */
export function EventRows({ events = [], label }: EventRowsProps) {
  const getName = useComponentNames(events.flatMap(({ component_ids }) => component_ids));
  if (events.length === 0) return null;
  return (
    <ul aria-label={label}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} getName={getName} />
      ))}
    </ul>
  );
}

type EventRowProps = { event: UpdatedEvent; getName: (id: string) => string };

const EventRow = memo(function EventRow({ event, getName }: EventRowProps) {
  const { at } = useOrganization();
  const { id, title, component_ids } = event;
  const isIncident = "impact" in event;
  const componentNames = component_ids.map(getName);
  const more = component_ids.length - NAMES_SHOWN;
  return (
    <li
      className={
        `${rowClass} relative grid gap-x-6 gap-y-1.5 px-4 py-3 hover:bg-sunken ` +
        "[contain-intrinsic-block-size:auto_4.5rem] sm:grid-cols-[minmax(0,1fr)_auto]"
      }
    >
      <div className="min-w-0">
        <Link
          href={at(`/${isIncident ? "incidents" : "maintenances"}/${id}`)}
          prefetch={false}
          {...rowLink(id)}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="mt-0.5 truncate text-xs text-muted">
          {formatNameList(componentNames.slice(0, NAMES_SHOWN)) ?? "No components"}
          {more > 0 && ` and ${more} more`}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:flex-col sm:items-end">
        <span className="flex flex-wrap gap-1 sm:justify-end">
          {isIncident && <IncidentImpactBadge impact={event.impact} />}
          <UpdateStatusBadge status={event.status} />
        </span>
        <span className="text-xs text-muted tabular-nums">
          {isIncident ? <IncidentTimes {...event} /> : <MaintenanceTimes maintenance={event} />}
        </span>
      </div>
    </li>
  );
});

const IncidentTimes = ({ started_at, resolved_at }: IncidentResponse) => (
  <>
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
  </>
);

const MaintenanceTimes = ({ maintenance }: { maintenance: MaintenanceResponse }) => (
  <>
    <Period {...getMaintenanceSpan(maintenance)} />
    {maintenance.status === "scheduled" && (
      <>
        {" · "}
        <TimeAgo at={maintenance.scheduled_for} />
      </>
    )}
  </>
);
