"use client";

import useSWR from "swr";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { type Answer, ApiError, call, type Incident } from "@/lib/http/client";

const INCIDENTS = "GET /v1/organizations/{orgID}/incidents";
const INCIDENT = "GET /v1/organizations/{orgID}/incidents/{incidentID}";

export type IncidentDetail = Answer<typeof INCIDENT>;

/** Unresolved incidents, the newest first. */
export function useUnresolved() {
  const { id: orgID } = useOrganization();
  const { data: incidents, error } = useRead(INCIDENTS, { params: { orgID }, query: { status: "unresolved" } });
  return { incidents, error };
}

/** The same incidents with what each says of its components; one that was deleted meanwhile is left out. */
export function useDetails(incidents: readonly Incident[] | undefined) {
  const { id: orgID } = useOrganization();
  const ids = incidents?.map(({ id }) => id);
  const read = useSWR<IncidentDetail[], ApiError>(
    ids === undefined ? null : [INCIDENT, { params: { orgID }, ids }],
    async () => (await Promise.all((ids ?? []).map((incidentID) => find(orgID, incidentID)))).flat(),
    // While one more is read, what the others say stays true.
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
