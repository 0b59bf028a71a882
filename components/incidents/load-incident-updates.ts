import { updatesSince } from "@/components/updates/updates-since";
import { type ResponseBody, call } from "@/lib/http/client";

const UPDATES = "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates";
export type IncidentUpdateResponse = ResponseBody<typeof UPDATES>[number];

export async function loadIncidentUpdatesSince(
  orgID: string,
  incidentID: string,
  seen: string,
): Promise<readonly IncidentUpdateResponse[]> {
  return updatesSince((await call(UPDATES, { params: { orgID, incidentID } })).data, seen);
}
