"use client";

import { Plus } from "lucide-react";
import { LoadingCard } from "@/components/data/loading-card";
import { useFilters } from "@/components/data/use-filters";
import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useEventRowShortcut } from "@/components/shell/use-open-screen";
import { MoreButton } from "@/components/ui/more-button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter";
import { PageHeader } from "@/components/ui/page-header";
import { LinkButton, RouteLink } from "@/components/ui/route-link";
import { impactStyles } from "@/components/updates/incident-impact";
import { EventRows } from "@/components/updates/event-row";
import { updateStatusStyles } from "@/components/updates/update-status";
import { useComponentOptions } from "@/components/components/use-component-options";
import { impacts, incidentStatuses } from "@/lib/incidents/values";
import { ReportLink } from "./report-link";

const statuses = ["unresolved", ...incidentStatuses] as const;
const statusOptions = statuses.map((value) => ({
  value,
  label: value === "unresolved" ? "Unresolved" : updateStatusStyles[value].label,
}));
const impactOptions = impacts.map((value) => ({ value, label: impactStyles[value].label }));

export function IncidentsScreen() {
  const filters = useFilters({ status: statuses, impact: impacts, component: null, q: null });
  const { status, impact, component, q } = filters.values;
  const incidents = useReadPages("GET /v1/organizations/{orgID}/incidents", {
    query: { status, impact, component_id: component, q },
  });
  const { items } = incidents;
  const description = useUnresolvedCount();
  const componentOptions = useComponentOptions(component);
  useEventRowShortcut("incident", "u", "update");
  useEventRowShortcut("incident", "r", "resolve");
  useEventRowShortcut("incident", "e", "correct");
  return (
    <>
      <PageHeader title="Incidents" description={description}>
        <ReportLink icon={Plus} />
      </PageHeader>

      {(items?.length !== 0 || filters.hasAny) && (
        <FilterBar
          filters={filters}
          search="Search titles"
          selects={[
            { name: "status", label: "Status", options: statusOptions },
            { name: "impact", label: "Impact", options: impactOptions },
            { name: "component", label: "Component", options: componentOptions },
          ]}
        />
      )}

      <LoadingCard of={incidents} rows={6} label="Loading incidents" shape="text">
        {items?.length === 0 && <NoIncidents isFiltered={filters.hasAny} onClear={filters.clear} />}
        <EventRows label="Incidents" events={items} />
      </LoadingCard>
      <MoreButton pages={incidents}>Show older incidents</MoreButton>
    </>
  );
}

/** Returns the number of unresolved incidents as text, or "" while it loads. */
function useUnresolvedCount(): string {
  const { data: open, next } = useRead("GET /v1/organizations/{orgID}/incidents", {
    query: { status: "unresolved" },
  });
  if (open === undefined) return "";
  if (open.length === 0) return "No unresolved incidents.";
  return `${open.length}${next === null ? "" : "+"} unresolved.`;
}

function NoIncidents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { at, is } = useOrganization();
  if (isFiltered)
    return (
      <EmptyState title="No matching incidents">
        <LinkButton onClick={onClear}>Show all incidents</LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title="No incidents">
      {is("editor") ? (
        <>
          When something breaks,{" "}
          <RouteLink href={at("/incidents/new")} prefetch={false}>
            report an incident
          </RouteLink>{" "}
          to update your status page.
        </>
      ) : (
        "Incidents appear here once an editor reports them."
      )}
    </EmptyState>
  );
}
