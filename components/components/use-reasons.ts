import { useMemo } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import type {
  ComponentResponse,
  IncidentResponse,
  MaintenanceResponse,
} from "@/lib/http/api-client";

export type Reasons = {
  incidents: readonly IncidentResponse[];
  maintenances: readonly MaintenanceResponse[];
};

const noReasons: Reasons = { incidents: [], maintenances: [] };

export function useReasons(
  components: readonly ComponentResponse[] | undefined,
): (componentID: string) => Reasons {
  const hasIncident = components?.some(({ status }) => status !== "operational") ?? false;
  const hasMaintenance =
    components?.some(({ under_maintenance: isUnderMaintenance }) => isUnderMaintenance) ?? false;
  const { data: incidents } = useReadAll(
    "GET /v1/organizations/{orgID}/incidents",
    hasIncident ? { query: { status: "unresolved" } } : null,
  );
  const { data: running } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    hasMaintenance ? { query: { status: "in_progress" } } : null,
  );
  const { data: verified } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    hasMaintenance ? { query: { status: "verifying" } } : null,
  );
  const byComponent = useMemo(() => {
    const map = new Map<
      string,
      { incidents: IncidentResponse[]; maintenances: MaintenanceResponse[] }
    >();
    const getEntry = (id: string) =>
      map.get(id) ?? map.set(id, { incidents: [], maintenances: [] }).get(id)!;
    for (const incident of incidents ?? [])
      for (const id of incident.component_ids) getEntry(id).incidents.push(incident);
    for (const maintenance of [...(running ?? []), ...(verified ?? [])])
      for (const id of maintenance.component_ids) getEntry(id).maintenances.push(maintenance);
    return map;
  }, [incidents, running, verified]);
  return (componentID) => byComponent.get(componentID) ?? noReasons;
}
