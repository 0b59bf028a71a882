import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { ResponseBody } from "@/lib/http/api-client";

export type IncidentDetailResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}">;

/** Reads an incident with its components. Sends no request if `incidentID` is null. */
export function useIncident(incidentID: string | null) {
  const { id: orgID } = useOrganization();
  return useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}",
    incidentID === null ? null : { params: { orgID, incidentID } },
  );
}
