"use client";

import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { getPublicStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/values";
import type { ComponentResponse, ComponentGroupResponse } from "@/lib/http/api-client";
import type { Impact } from "@/lib/incidents/values";
import type { Translated } from "@/lib/translations/values";
import { nameComponent, getOverallStatus } from "@/lib/public/page/rules";
import type { Overall } from "@/lib/public/page/schema";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { useMaintenances } from "./use-maintenances";
import { useIncidentDetails, useUnresolvedIncidents } from "./use-unresolved";

type IncidentInput = Translated<"title"> & {
  id: string;
  title: string;
  impact: Impact;
  started_at: string;
  components: readonly { id: string; status: ComponentStatus }[];
};

export type DraftIncident = {
  incident: IncidentInput;
  isResolved: boolean;
  after: ReadonlyMap<string, PublicStatus>;
};

export function useOverallStatus(draft?: DraftIncident) {
  const { id: orgID } = useOrganization();
  const options = { params: { orgID } };
  const components = useRead("GET /v1/organizations/{orgID}/components", options);
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups", options);
  const unresolved = useUnresolvedIncidents();
  const details = useIncidentDetails(unresolved.incidents);
  const { running, error } = useMaintenances();
  const overall = useMemo(
    () =>
      components.data &&
      groups.data &&
      details.data &&
      running &&
      computeOverall(components.data, groups.data, details.data, running, draft),
    [components.data, groups.data, details.data, running, draft],
  );
  return {
    overall,
    components: components.data,
    error: components.error ?? groups.error ?? unresolved.error ?? details.error ?? error,
  };
}

function computeOverall(
  components: readonly ComponentResponse[],
  groups: readonly ComponentGroupResponse[],
  known: readonly IncidentInput[],
  running: readonly MaintenanceResponse[],
  draft: DraftIncident | undefined,
): Overall {
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  const named = new Map(
    components.map((component) => {
      const { id, group_id } = component;
      return [id, { id, ...nameComponent(component, groupsById.get(group_id ?? "") ?? null) }];
    }),
  );
  const others = known.filter(({ id }) => id !== draft?.incident.id);
  const incidents = draft === undefined || draft.isResolved ? others : [draft.incident, ...others];
  return getOverallStatus({
    components: components.map(
      ({ id, status, under_maintenance, own_status, status_set_at, created_at }) => ({
        ...named.get(id)!,
        status: draft?.after.get(id) ?? getPublicStatus(status, under_maintenance),
        own: own_status,
        own_since: status_set_at ?? created_at,
      }),
    ),
    incidents: incidents.map((incident) => ({
      ...incident,
      components: incident.components.flatMap(({ id, status }) =>
        named.has(id) ? [{ ...named.get(id)!, status }] : [],
      ),
    })),
    maintenances: running.map((maintenance) => ({
      ...maintenance,
      components: maintenance.component_ids.flatMap((id) => named.get(id) ?? []),
    })),
  });
}
