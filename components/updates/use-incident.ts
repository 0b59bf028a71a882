import { useRead } from "@/components/data/use-read";
import type { ResponseBody } from "@/lib/http/api-client";

export type IncidentDetailResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}">;

/** Reads an incident with its components. Sends no request if `incidentID` is null. */
export function useIncident(incidentID: string | null) {
  return useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}",
    incidentID === null ? null : { params: { incidentID } },
  );
}
