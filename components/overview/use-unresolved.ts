"use client";

import useSWR from "swr";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { type ResponseBody, ApiError, call, type IncidentResponse } from "@/lib/http/api-client";

const INCIDENTS = "GET /v1/organizations/{orgID}/incidents";
const INCIDENT = "GET /v1/organizations/{orgID}/incidents/{incidentID}";

type IncidentDetail = ResponseBody<typeof INCIDENT>;

export function useUnresolvedIncidents() {
  const { id: orgID } = useOrganization();
  const { data: incidents, error } = useRead(INCIDENTS, {
    params: { orgID },
    query: { status: "unresolved" },
  });
  return { incidents, error };
}

export function useIncidentDetails(incidents: readonly IncidentResponse[] | undefined) {
  const { id: orgID } = useOrganization();
  const ids = incidents?.map(({ id }) => id);
  const read = useSWR<IncidentDetail[], ApiError>(
    ids === undefined ? null : [INCIDENT, { params: { orgID }, ids }],
    async () =>
      (await Promise.all((ids ?? []).map((incidentID) => find(orgID, incidentID)))).flat(),
    { keepPreviousData: true },
  );
  return { data: read.data, error: read.data === undefined ? read.error : undefined };
}

async function find(orgID: string, incidentID: string): Promise<IncidentDetail[]> {
  try {
    return [(await call(INCIDENT, { params: { orgID, incidentID } })).data];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
