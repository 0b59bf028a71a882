"use client";

import useSWR from "swr";
import { useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { type ResponseBody, ApiError, call, type IncidentResponse } from "@/lib/http/api-client";

const INCIDENTS = "GET /v1/organizations/{orgID}/incidents";
const INCIDENT = "GET /v1/organizations/{orgID}/incidents/{incidentID}";
const UPDATES = "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates";

export type LoadedIncident = ResponseBody<typeof INCIDENT> & {
  newestUpdate: ResponseBody<typeof UPDATES>[number] | undefined;
};

export function useUnresolvedIncidents() {
  const { id: orgID } = useOrganization();
  const { data: incidents, error } = useReadAll(INCIDENTS, {
    params: { orgID },
    query: { status: "unresolved" },
  });
  return { incidents, error };
}

/** Reads the details and newest updates again when the list has changed. */
export function useIncidentDetails(incidents: readonly IncidentResponse[] | undefined) {
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
