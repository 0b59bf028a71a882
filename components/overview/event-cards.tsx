import { useComponentNames } from "@/components/components/use-component-names";
import { useRead } from "@/components/data/use-read";
import { IncidentImpactBadge } from "@/components/updates/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { useScreenShortcut } from "@/components/shell/shortcuts";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Duration, formatDuration, TimeAgo, useNow } from "@/components/ui/relative-time";
import { RouteLink } from "@/components/ui/route-link";
import { formatPeriod, getDateFormat, timeOptions } from "@/components/ui/timestamp";
import { keepFocus } from "@/components/ui/use-focus-return";
import { MessageSummary } from "@/components/updates/message-text";
import { getSubject, type UpdatedEvent } from "@/components/updates/updated-event";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import type { LoadedIncident, OverallStatusData } from "@/components/updates/use-overall";
import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/api-client";
import { isRunning } from "@/lib/maintenances/values";
import { CardLink, gridRowClass, OverviewCard, RowTitle } from "./overview-card";
import { UpdateButton, useUpdatePanel } from "./use-update-panel";

const NEXT_SHOWN = 3;
/** The overview offers to start maintenance this long before its scheduled start. */
const DUE_MS = 60 * 60_000;

type UnresolvedIncidentsProps = Pick<OverallStatusData, "unresolved" | "details"> & {
  isLoaded: boolean;
};

export function UnresolvedIncidents({ isLoaded, unresolved, details }: UnresolvedIncidentsProps) {
  const { is } = useOrganization();
  const { incidents, findChosen, open } = useUpdatePanel();
  const shown = isLoaded ? incidents : undefined;
  const resolveChosen = () => {
    const chosen = findChosen();
    if (chosen && "impact" in chosen) open(chosen.id, "resolve", true);
  };
  useScreenShortcut("r", is("editor") ? resolveChosen : null);
  return (
    <OverviewCard
      title="Unresolved incidents"
      count={unresolved.incidents?.length}
      aside={<CardLink path="/incidents">All incidents</CardLink>}
      of={{ data: shown, error: unresolved.error }}
      rows={2}
      shape="text"
      isFocusFallback
    >
      {shown?.length === 0 && (
        <EmptyState title="No unresolved incidents">
          Incidents appear here until they are resolved.
        </EmptyState>
      )}
      <EventRows>
        {shown?.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            detail={details?.find(({ id }) => id === incident.id)}
          />
        ))}
      </EventRows>
    </OverviewCard>
  );
}

type IncidentRowProps = {
  incident: IncidentResponse;
  /** Undefined while loading, and for a resolved incident with an unsent update. */
  detail: LoadedIncident | undefined;
};

function IncidentRow({ incident, detail }: IncidentRowProps) {
  const { data: updates } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    detail === undefined ? { params: { incidentID: incident.id } } : null,
    { everyMs: 0 },
  );
  const newest = detail?.newestUpdate ?? updates?.[0];
  const { impact, started_at, resolved_at } = incident;
  return (
    <EventRow
      event={incident}
      badges={
        <>
          <IncidentImpactBadge impact={impact} />
          {/* Details may load before the incidents; the newest update has the current status. */}
          <UpdateStatusBadge status={newest?.status ?? incident.status} />
        </>
      }
    >
      {resolved_at === null ? "Ongoing for " : "Lasted "}
      <Duration from={started_at} until={resolved_at} />
      {newest && (
        <>
          {" · "}
          <TimeAgo at={newest.created_at} />
          {": "}
          <bdi>
            <MessageSummary text={newest.body} format={newest.format} />
          </bdi>
        </>
      )}
    </EventRow>
  );
}

export function CurrentMaintenance({
  running,
  upcoming,
  error,
}: OverallStatusData["maintenances"]) {
  const { at, is } = useOrganization();
  const shown = running && upcoming && [...running, ...upcoming.slice(0, NEXT_SHOWN)];
  return (
    <OverviewCard
      title="Maintenance"
      aside={
        <>
          {is("editor") && shown !== undefined && shown.length > 0 && (
            <CardLink path="/maintenances/new">Schedule</CardLink>
          )}
          <CardLink path="/maintenances">All maintenance</CardLink>
        </>
      }
      of={{ data: shown, error }}
      rows={1}
    >
      {shown?.length === 0 && (
        <EmptyState title="No maintenance">
          None is in progress or scheduled.{" "}
          {is("editor") && (
            <>
              <RouteLink href={at("/maintenances/new")} prefetch={false}>
                Schedule maintenance
              </RouteLink>
              .
            </>
          )}
        </EmptyState>
      )}
      <EventRows>
        {shown?.map((maintenance) => (
          <MaintenanceRow key={maintenance.id} maintenance={maintenance} />
        ))}
      </EventRows>
    </OverviewCard>
  );
}

const clock = { ...timeOptions, timeZoneName: "short" } as const;
/** Without the year and the duration, to fit on a phone. */
const dayAndTime = { weekday: "short", day: "numeric", month: "short", ...clock } as const;

function MaintenanceRow({ maintenance }: { maintenance: MaintenanceResponse }) {
  const { time_zone: timeZone } = useOrganization();
  const now = useNow();
  const { status, scheduled_for, scheduled_until, started_at } = maintenance;
  const lateByMs = now - Date.parse(scheduled_until);
  const dueInMs = Date.parse(scheduled_for) - now;
  if (!isRunning(status))
    return (
      <EventRow event={maintenance} action={dueInMs <= DUE_MS ? "start" : undefined}>
        {dueInMs > 0 ? `In ${formatDuration(dueInMs)}` : `Due ${formatDuration(-dueInMs)} ago`}
        {": "}
        {formatPeriod(
          { ...dayAndTime, timeZone },
          new Date(scheduled_for),
          new Date(scheduled_until),
        )}
      </EventRow>
    );
  return (
    <EventRow event={maintenance} badges={<UpdateStatusBadge status={status} />} action="complete">
      In progress for <Duration from={started_at ?? scheduled_for} until={null} />
      {lateByMs > 0
        ? `, ${formatDuration(lateByMs)} overdue`
        : `, until ${getDateFormat({ ...clock, timeZone }).format(new Date(scheduled_until))}`}
    </EventRow>
  );
}

const EventRows = ({ children }: { children: React.ReactNode }) => (
  <div className="@container">
    <ul
      className={
        "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 " +
        "@4xl:grid-cols-[minmax(0,3fr)_auto_minmax(0,4fr)_auto]"
      }
    >
      {children}
    </ul>
  </div>
);

type EventRowProps = {
  event: UpdatedEvent;
  badges?: React.ReactNode;
  /** The button next to “Update”. */
  action?: "start" | "complete" | undefined;
  children: React.ReactNode;
};

/** A row with one line. In a narrow list, `children` is on a second line. */
function EventRow({ event, badges, action, children }: EventRowProps) {
  const { at, is } = useOrganization();
  const { hasUnsent } = useUpdatePanel();
  return (
    <li ref={keepFocus} className={gridRowClass}>
      <div className="min-w-0 @4xl:contents">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @4xl:contents">
          <RowTitle href={at(`/${getSubject(event).kind}s/${event.id}`)} title={event.title} />
          <span className="flex flex-wrap gap-1 @4xl:flex-nowrap">
            {badges}
            {hasUnsent(event) && <Badge tone="caution">Unsent update</Badge>}
          </span>
        </div>
        <p className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted @4xl:mt-0 @4xl:line-clamp-1">
          <AffectedComponents ids={event.component_ids} />
          {children}
        </p>
      </div>
      {is("editor") && (
        <span className="flex justify-end gap-2 max-sm:flex-col">
          <UpdateButton event={event} />
          {action && <UpdateButton event={event} action={action} />}
        </span>
      )}
    </li>
  );
}

/**
 * Shows the first component, the number of others, and a separator. Renders nothing if there are no
 * components.
 */
function AffectedComponents({ ids }: { ids: readonly string[] }) {
  const getName = useComponentNames(ids);
  const [first, ...others] = ids.map(getName);
  if (first === undefined) return null;
  return (
    <>
      <span title={[first, ...others].join(", ")}>
        <bdi className="@4xl:inline-block @4xl:max-w-36 @4xl:truncate @4xl:align-bottom">
          {first}
        </bdi>
        {others.length > 0 && (
          <>
            <span aria-hidden> +{others.length}</span>
            <span className="sr-only">, {others.join(", ")}</span>
          </>
        )}
      </span>
      {" · "}
    </>
  );
}
