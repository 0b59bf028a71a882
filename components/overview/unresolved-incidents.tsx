"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useRead } from "@/components/data/use-read";
import { IncidentImpactBadge } from "@/components/incidents/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { useScreenShortcut } from "@/components/shell/shortcuts";
import { useOpenScreen } from "@/components/shell/use-open-screen";
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
import { useOverallStatus } from "./use-overall";
import { useStoredDraft, useUpdatePanel } from "./use-update-panel";

export function UnresolvedIncidents() {
  const { at, is } = useOrganization();
  const updates = useUpdatePanel();
  const { incidents, error } = updates;
  // This section appears after the one above is loaded, to avoid layout shifts.
  const above = useOverallStatus();
  const isLoaded = above.overall !== undefined || above.error !== undefined;
  const shown = isLoaded ? updates.shown : undefined;
  const names = useComponentNames(shown?.flatMap(({ component_ids }) => component_ids) ?? []);
  const openScreen = useOpenScreen();
  const resolveChosen = () => {
    const chosen = updates.findChosen();
    if (chosen && "impact" in chosen)
      openScreen(`${at(`/incidents/${chosen.id}`)}?do=resolve`, `“${chosen.title}”`);
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
          error={error}
          isLoaded={shown !== undefined}
          skeleton={{ rows: 2, label: "Loading unresolved incidents", shape: "text" }}
        >
          {shown?.length === 0 && (
            <EmptyState title="No unresolved incidents">
              Incidents appear here until they are resolved.
            </EmptyState>
          )}
          <OverviewList>
            {shown?.map((incident) => (
              <Unresolved key={incident.id} incident={incident} names={names} />
            ))}
          </OverviewList>
        </LoadingCard>
      </div>
    </Section>
  );
}

/** Focuses the card when an incident disappears together with its focused button. */
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

/** Reads the newest update, and again when the incident has changed. */
function useLastUpdate({ id, updated_at }: IncidentResponse) {
  const { id: orgID } = useOrganization();
  const { data, refresh } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    { params: { orgID, incidentID: id } },
    { everyMs: 0 },
  );
  const seen = useRef(updated_at);
  const readAgain = useEffectEvent(() => void refresh().catch(() => undefined));
  useEffect(() => {
    if (seen.current !== updated_at) readAgain();
    seen.current = updated_at;
  }, [updated_at]);
  return data?.[0];
}

type UnresolvedProps = { incident: IncidentResponse; names: ReadonlyMap<string, string> };

function Unresolved({ incident, names }: UnresolvedProps) {
  const { at, is } = useOrganization();
  const { id, title, impact, started_at, resolved_at, component_ids } = incident;
  const last = useLastUpdate(incident);
  const { hasUnsent } = useUpdatePanel();
  useStoredDraft(incident);
  return (
    <OverviewRow
      href={at(`/incidents/${id}`)}
      title={title}
      badges={
        <>
          <IncidentImpactBadge impact={impact} />
          {/* Updates may load before the incidents; the newest update has the current status. */}
          <UpdateStatusBadge status={last?.status ?? incident.status} />
          {hasUnsent(id) && <Badge tone="caution">Unsent update</Badge>}
        </>
      }
      detail={
        <>
          <AffectedComponents ids={component_ids} names={names} />
          {resolved_at === null ? "Ongoing for " : "Lasted "}
          <Duration from={started_at} until={resolved_at} />
          {last && (
            <>
              {" · "}
              <TimeAgo at={last.created_at} />
              {": "}
              <bdi>
                <MessageSummary text={last.body} format={last.format} />
              </bdi>
            </>
          )}
        </>
      }
      action={is("editor") && <UpdateButton event={incident} />}
    />
  );
}
