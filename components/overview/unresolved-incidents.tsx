"use client";

import { useEffect, useRef } from "react";
import { useRead } from "@/components/data/use-read";
import { IncidentImpactBadge } from "@/components/incidents/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { useScreenShortcut } from "@/components/shell/shortcuts";
import { Badge } from "@/components/ui/badge";
import { useComponentNames } from "@/components/components/use-component-names";
import { EmptyState } from "@/components/ui/empty-state";
import { Duration, TimeAgo } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { MessageSummary } from "@/components/updates/message-text";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import type { IncidentResponse } from "@/lib/http/api-client";
import { LoadingCard } from "@/components/data/loading-card";
import { AffectedComponents, OverviewList, OverviewRow } from "./overview-row";
import { SectionLink } from "./section-link";
import { UpdateButton } from "./update-button";
import { type LoadedIncident, useIncidentDetails } from "./use-unresolved";
import { useStoredDraft, useUpdatePanel } from "./use-update-panel";

export function UnresolvedIncidents({ isLoaded }: { isLoaded: boolean }) {
  const { at, is } = useOrganization();
  const updates = useUpdatePanel();
  const { incidents, error } = updates;
  const details = useIncidentDetails(incidents);
  const shown = isLoaded ? updates.shown : undefined;
  const names = useComponentNames(shown?.flatMap(({ component_ids }) => component_ids) ?? []);
  const resolveChosen = () => {
    const chosen = updates.findChosen();
    if (chosen && "impact" in chosen) updates.open(chosen.id, { action: "resolve", isByKey: true });
  };
  useScreenShortcut("r", is("editor") ? resolveChosen : null);
  const count = incidents?.length;
  const card = useFocusOnRemoval(count);
  return (
    <Section
      title={
        count === undefined || count === 0
          ? "Unresolved incidents"
          : `Unresolved incidents (${count})`
      }
      aside={<SectionLink href={at("/incidents")}>All incidents</SectionLink>}
    >
      <div
        ref={card}
        tabIndex={-1}
        data-focus-fallback
        className="rounded-lg outline-none focus-visible:outline-2"
      >
        <LoadingCard
          of={{ data: shown, error }}
          rows={2}
          label="Loading unresolved incidents"
          shape="text"
        >
          {shown?.length === 0 && (
            <EmptyState title="No unresolved incidents">
              Incidents appear here until they are resolved.
            </EmptyState>
          )}
          <OverviewList>
            {shown?.map((incident) => (
              <Unresolved
                key={incident.id}
                incident={incident}
                detail={details.data?.find(({ id }) => id === incident.id)}
                names={names}
              />
            ))}
          </OverviewList>
        </LoadingCard>
      </div>
    </Section>
  );
}

/**
 * Focuses the card if no element has the focus after an incident disappears, because the removed
 * row may have contained the focused element.
 */
function useFocusOnRemoval(count: number | undefined): React.RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (
      count !== undefined &&
      before.current !== undefined &&
      count < before.current &&
      document.activeElement === document.body
    )
      card.current?.focus();
    before.current = count;
  }, [count]);
  return card;
}

type UnresolvedProps = {
  incident: IncidentResponse;
  /** Undefined while loading, and for a resolved incident with an unsent update. */
  detail: LoadedIncident | undefined;
  names: ReadonlyMap<string, string>;
};

function Unresolved({ incident, detail, names }: UnresolvedProps) {
  const { id: orgID, at, is } = useOrganization();
  const { data: updates } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    detail === undefined ? { params: { orgID, incidentID: incident.id } } : null,
    { everyMs: 0 },
  );
  const newest = detail?.newestUpdate ?? updates?.[0];
  const { id, title, impact, started_at, resolved_at, component_ids } = incident;
  const { hasUnsent } = useUpdatePanel();
  useStoredDraft(incident);
  return (
    <OverviewRow
      href={at(`/incidents/${id}`)}
      title={title}
      badges={
        <>
          <IncidentImpactBadge impact={impact} />
          {/* Details may load before the incidents; the newest update has the current status. */}
          <UpdateStatusBadge status={newest?.status ?? incident.status} />
          {hasUnsent(id) && <Badge tone="caution">Unsent update</Badge>}
        </>
      }
      detail={
        <>
          <AffectedComponents ids={component_ids} names={names} />
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
        </>
      }
      action={is("editor") && <UpdateButton event={incident} />}
    />
  );
}
