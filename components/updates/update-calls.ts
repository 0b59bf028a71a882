"use client";

import { useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { SelectedComponents } from "@/components/incidents/selected-components";
import { call, type CallOptions, type ResponseBody } from "@/lib/http/client";
import type { IncidentStatus } from "@/lib/incidents/values";
import type { MaintenanceStatus } from "@/lib/maintenances/values";

/** The incident or maintenance that updates belong to. */
export type Subject = { kind: "incident" | "maintenance"; id: string };
export type UpdateStatus = IncidentStatus | MaintenanceStatus;

const INCIDENT_UPDATES = "/v1/organizations/{orgID}/incidents/{incidentID}/updates";
const MAINTENANCE_UPDATES = "/v1/organizations/{orgID}/maintenances/{maintenanceID}/updates";

/** The paths of both kinds have the same calls, so those of incidents type them. */
export const updatesPath = (kind: Subject["kind"]) =>
  (kind === "incident" ? INCIDENT_UPDATES : MAINTENANCE_UPDATES) as typeof INCIDENT_UPDATES;
export const updatesParams = (orgID: string, { kind, id }: Subject) =>
  ({ orgID, [`${kind}ID`]: id }) as { orgID: string; incidentID: string };

type IncidentUpdate = ResponseBody<`GET ${typeof INCIDENT_UPDATES}`>[number];
export type UpdateResponse = Omit<IncidentUpdate, "status" | "display_at"> & {
  status: UpdateStatus;
  /** Of an incident. */
  display_at?: string;
};

export function useUpdates(subject: Subject) {
  const { id: orgID } = useOrganization();
  const read = useReadPages(`GET ${updatesPath(subject.kind)}`, {
    params: updatesParams(orgID, subject),
  });
  return read as Omit<typeof read, "items"> & { items: UpdateResponse[] | undefined };
}

/** Returns the newest updates, all of them if `seen` is not among them. */
export async function loadUpdatesSince(
  orgID: string,
  subject: Subject,
  seen: string,
): Promise<readonly UpdateResponse[]> {
  const params = updatesParams(orgID, subject);
  const { data } = await call(`GET ${updatesPath(subject.kind)}`, { params });
  const index = data.findIndex(({ id }) => id === seen);
  return index === -1 ? data : data.slice(0, index);
}

export type UpdateBody = CallOptions<`POST ${typeof INCIDENT_UPDATES}`>["body"];

export type UpdateValues = {
  /** "" keeps the current status. */
  status: UpdateStatus | "";
  body: string;
  notify: boolean;
  /** Of an incident. "" keeps the component's status; a new component follows the impact. */
  chosen: SelectedComponents;
  /** The id of the newest update when the user began to write; "" until then. */
  seen: string;
};

export const emptyUpdate: UpdateValues = {
  status: "",
  body: "",
  notify: true,
  chosen: {},
  seen: "",
};

export const postUpdate = (
  orgID: string,
  subject: Subject,
  body: UpdateBody,
  idempotencyKey: string,
) =>
  call(`POST ${updatesPath(subject.kind)}`, {
    params: updatesParams(orgID, subject),
    body,
    idempotencyKey,
  });

export const deleteUpdate = (orgID: string, subject: Subject, updateID: string) =>
  call(`DELETE ${updatesPath(subject.kind)}/{updateID}`, {
    params: { ...updatesParams(orgID, subject), updateID },
  });
