import { useMemo } from "react";
import useSWR from "swr";
import { type PublicNames, usePublicNames } from "@/components/components/use-public-names";
import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { getPublicStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/values";
import {
  ApiError,
  call,
  type ComponentResponse,
  type IncidentResponse,
  type MaintenanceResponse,
  type ResponseBody,
} from "@/lib/http/api-client";
import { getOverallStatus } from "@/lib/public/page/rules";
import type { Overall } from "@/lib/public/page/schema";
import type { Translated } from "@/lib/translations/values";
import { useMaintenances } from "./use-maintenances";

const INCIDENTS = "GET /v1/organizations/{orgID}/incidents";
const INCIDENT = `${INCIDENTS}/{incidentID}` as const;
const UPDATES = `${INCIDENT}/updates` as const;

export type LoadedIncident = ResponseBody<typeof INCIDENT> & {
  newestUpdate: ResponseBody<typeof UPDATES>[number] | undefined;
};

type IncidentInput = Translated<"title"> &
  Pick<IncidentResponse, "id" | "title" | "impact" | "started_at"> & {
    components: readonly { id: string; status: ComponentStatus }[];
  };

export type DraftIncident = {
  incident: IncidentInput;
  isResolved: boolean;
  after: ReadonlyMap<string, PublicStatus>;
};

export type OverallStatusData = ReturnType<typeof useOverallStatus>;

/** Returns the public status, with `draft` applied, and what it is computed from. */
export function useOverallStatus(draft?: DraftIncident) {
  const { components, names, error: namesError } = usePublicNames();
  const unresolved = useUnresolvedIncidents();
  const { data: details, error: detailsError } = useIncidentDetails(unresolved.incidents);
  const maintenances = useMaintenances();
  const { running } = maintenances;
  const overall = useMemo(
    () =>
      components &&
      names &&
      details &&
      running &&
      computeOverall(components, names, details, running, draft),
    [components, names, details, running, draft],
  );
  return {
    ...{ overall, components, unresolved, details, maintenances },
    error: namesError ?? unresolved.error ?? detailsError ?? maintenances.error,
  };
}

export function useUnresolvedIncidents() {
  const { data: incidents, error } = useReadAll(INCIDENTS, { query: { status: "unresolved" } });
  return { incidents, error };
}

/** Reads the details and newest updates again when the list has changed. */
function useIncidentDetails(incidents: readonly IncidentResponse[] | undefined) {
  const { id: orgID } = useOrganization();
  const versions = incidents?.map(({ id, updated_at }) => ({ id, updated_at }));
  const read = useSWR<LoadedIncident[], ApiError>(
    versions === undefined ? null : [INCIDENT, { params: { orgID }, versions }],
    async () => (await Promise.all((versions ?? []).map(({ id }) => find(orgID, id)))).flat(),
    { keepPreviousData: true, refreshInterval: 0 },
  );
  return { data: read.data, error: read.data === undefined ? read.error : undefined };
}

async function find(orgID: string, incidentID: string): Promise<LoadedIncident[]> {
  const params = { orgID, incidentID };
  try {
    const [incident, newestUpdate] = await Promise.all([
      call(INCIDENT, { params }),
      call(UPDATES, { params }).then(
        ({ data }) => data[0],
        () => undefined,
      ),
    ]);
    return [{ ...incident.data, newestUpdate }];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
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
