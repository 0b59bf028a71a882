import { useRead, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { SelectedComponents } from "@/components/components/selected-components";
import { ApiError, call, type CallOptions, type ResponseBody } from "@/lib/http/api-client";
import type { IncidentStatus } from "@/lib/incidents/values";
import type { MaintenanceStatus } from "@/lib/maintenances/values";
import type { Translations } from "@/lib/translations/values";
import type { Subject } from "@/lib/updates/values";
import { getSubject, type UpdatedEvent } from "./updated-event";

export type UpdateStatus = IncidentStatus | MaintenanceStatus;

const INCIDENT = "/v1/organizations/{orgID}/incidents/{incidentID}";
const MAINTENANCE = "/v1/organizations/{orgID}/maintenances/{maintenanceID}";

/** Typed as the path of incidents, because maintenance has the same calls. */
export const getEventPath = (kind: Subject["kind"]) =>
  (kind === "incident" ? INCIDENT : MAINTENANCE) as typeof INCIDENT;
export const getUpdatesPath = (kind: Subject["kind"]) => `${getEventPath(kind)}/updates` as const;
export const getUpdatesParams = (orgID: string, { kind, id }: Subject) =>
  ({ orgID, [`${kind}ID`]: id }) as { orgID: string; incidentID: string };

type IncidentUpdate = ResponseBody<`GET ${typeof INCIDENT}/updates`>[number];
export type UpdateResponse = Omit<IncidentUpdate, "status" | "display_at"> & {
  status: UpdateStatus;
  display_at?: string;
};

export type IncidentDetailResponse = ResponseBody<`GET ${typeof INCIDENT}`>;

/** Reads an incident with its components. Sends no request if `incidentID` is null. */
export const useIncident = (incidentID: string | null) =>
  useRead(`GET ${INCIDENT}`, incidentID === null ? null : { params: { incidentID } });

/** Reads the updates of an incident or maintenance. Sends no request if `subject` is null. */
export function useUpdates(subject: Subject | null) {
  const { id: orgID } = useOrganization();
  const read = useReadPages(
    `GET ${getUpdatesPath(subject?.kind ?? "incident")}`,
    subject && { params: getUpdatesParams(orgID, subject) },
  );
  return read as Omit<typeof read, "items"> & { items: UpdateResponse[] | undefined };
}

/** Returns updates that are newer than `seen`, or the newest page if it doesn't contain `seen`. */
export async function loadUpdatesSince(
  orgID: string,
  subject: Subject,
  seen: string,
): Promise<readonly UpdateResponse[]> {
  const params = getUpdatesParams(orgID, subject);
  const { data } = await call(`GET ${getUpdatesPath(subject.kind)}`, { params });
  const index = data.findIndex(({ id }) => id === seen);
  return index === -1 ? data : data.slice(0, index);
}

/** Updates of maintenance have the same body, but other statuses. */
export type IncidentUpdateBody = CallOptions<`POST ${typeof INCIDENT}/updates`>["body"];
export type UpdateBody = Omit<IncidentUpdateBody, "status"> & { status?: UpdateStatus };

export type UpdateValues = {
  status: UpdateStatus | "";
  body: string;
  translations: Translations<"body">;
  notify: boolean;
  /** Statuses by component ID. "" keeps the status, or uses the impact for an added component. */
  chosen: SelectedComponents;
  /** ID of the newest update that the user has seen. "" before they write, or if there is none. */
  seen: string;
};

/** Returns the request body. Omits the components. */
export const toUpdateBody = (values: UpdateValues): UpdateBody => {
  const { status, body, translations, notify } = values;
  return { ...(status !== "" && { status }), body, translations, format: "markdown", notify };
};

export const requestUpdateDeletion = (orgID: string, subject: Subject, updateID: string) =>
  call(`DELETE ${getUpdatesPath(subject.kind)}/{updateID}`, {
    params: { ...getUpdatesParams(orgID, subject), updateID },
  });

export const requestDeletion = (orgID: string, subject: Subject, ifMatch?: string | null) =>
  call(`DELETE ${getEventPath(subject.kind)}`, {
    params: getUpdatesParams(orgID, subject),
    ifMatch,
  });

/** Deletes what the user has just created. Throws 412 if someone else has changed it since. */
export async function deleteUnchanged(orgID: string, created: UpdatedEvent): Promise<void> {
  const subject = getSubject(created);
  const { kind } = subject;
  const changed = new ApiError(
    412,
    `Someone else changed this ${kind}. To delete the ${kind}, open it first.`,
  );
  const params = getUpdatesParams(orgID, subject);
  const { data, etag } = await call(`GET ${getEventPath(kind)}`, { params });
  if (data.updated_at !== created.updated_at) throw changed;
  await requestDeletion(orgID, subject, etag).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 412 ? changed : error;
  });
}
