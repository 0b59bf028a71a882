import type { z } from "zod";
import { ApiError, call, type Incident } from "@/lib/http/client";
import type { newUpdate } from "@/lib/incidents/schema";
import { incidentStatusLooks } from "./incident-status";

/**
 * Posts an update of an incident, as it was seen: resolves or reopens it where the update does. Rejects with 412 when its status is
 * another by now: who has not seen that a colleague resolved it would reopen it, and tell everybody.
 */
export async function postUpdate(orgID: string, { id: incidentID, status: seen }: Pick<Incident, "id" | "status">, { status, ...said }: z.input<typeof newUpdate>, idempotencyKey: string): Promise<void> {
  const params = { orgID, incidentID };
  const { data: now } = await call("GET /v1/organizations/{orgID}/incidents/{incidentID}", { params });
  if (now.status !== seen) throw new ApiError(412, `“${incidentStatusLooks[now.status].word}” was posted meanwhile. Nothing was sent: look at what was said, then decide again.`);
  if (status === "resolved" && seen !== "resolved") await call("POST /v1/organizations/{orgID}/incidents/{incidentID}/resolve", { params, body: { body: said.body, notify: said.notify }, idempotencyKey });
  else if (status !== undefined && status !== "resolved" && seen === "resolved") await call("POST /v1/organizations/{orgID}/incidents/{incidentID}/reopen", { params, body: { ...said, status }, idempotencyKey });
  else await call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", { params, body: { ...said, ...(status !== undefined && { status }) }, idempotencyKey });
}
