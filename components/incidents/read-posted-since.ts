import { postedSince } from "@/components/updates/posted-since";
import { type Answer, call } from "@/lib/http/client";

const UPDATES = "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates";
export type IncidentUpdate = Answer<typeof UPDATES>[number];

/** The updates that were posted since `seen` was the newest, the newest first. */
export async function readPostedSince(orgID: string, incidentID: string, seen: string): Promise<readonly IncidentUpdate[]> {
  return postedSince((await call(UPDATES, { params: { orgID, incidentID } })).data, seen);
}
