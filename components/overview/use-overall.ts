"use client";

import { useMemo } from "react";
import { type PublicNames, usePublicNames } from "@/components/components/use-public-names";
import { getPublicStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/values";
import type { ComponentResponse } from "@/lib/http/api-client";
import type { Impact } from "@/lib/incidents/values";
import type { Translated } from "@/lib/translations/values";
import { getOverallStatus } from "@/lib/public/page/rules";
import type { Overall } from "@/lib/public/page/schema";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { useMaintenances } from "@/components/maintenances/use-maintenances";
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
  const { components, names, error: namesError } = usePublicNames();
  const unresolved = useUnresolvedIncidents();
  const details = useIncidentDetails(unresolved.incidents);
  const { running, error } = useMaintenances();
  const overall = useMemo(
    () =>
      components &&
      names &&
      details.data &&
      running &&
      computeOverall(components, names, details.data, running, draft),
    [components, names, details.data, running, draft],
  );
  return {
    overall,
    components,
    error: namesError ?? unresolved.error ?? details.error ?? error,
  };
}

function computeOverall(
  components: readonly ComponentResponse[],
  named: PublicNames,
  known: readonly IncidentInput[],
  running: readonly MaintenanceResponse[],
  draft: DraftIncident | undefined,
): Overall {
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
