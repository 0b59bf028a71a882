import { createOrganizationId } from "./organization-id";
import { addComponent, addIncident, type ApiClient, uniqueEmail, type JsonObject } from "./api";
import { readDeliveries } from "./deliveries";
import { expect } from "./fixtures";

const getTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export type Ids = Record<string, string>;
type CreateResource = (owner: ApiClient, organization: string, ids: Ids) => Promise<string>;

async function create(
  owner: ApiClient,
  organization: string,
  path: string,
  body: JsonObject,
): Promise<string> {
  const reply = await owner.post(`/v1/organizations/${organization}/${path}`, body);
  if (reply.status !== 201) throw new Error(`${path} returned ${reply.status}: ${reply.text}`);
  return reply.json.id as string;
}

/** Functions that create the resource of a path parameter. `ids` contains the IDs of its parents. */
export const resourceFactories: Record<string, CreateResource> = {
  componentID: (owner, organization) => addComponent(owner, organization),
  groupID: (owner, organization) =>
    create(owner, organization, "component-groups", { name: "Apps" }),
  incidentID: async (owner, organization) => {
    const { id } = await addIncident(owner, organization);
    await owner.call(
      "PUT",
      `/v1/organizations/${organization}/incidents/${id as string}/postmortem`,
      { body: { body: "Logs filled the disk." } },
    );
    return id as string;
  },
  "incidents/updateID": (owner, organization, { incidentID }) =>
    create(owner, organization, `incidents/${incidentID}/updates`, {
      body: "Still investigating.",
    }),
  maintenanceID: (owner, organization) =>
    create(owner, organization, "maintenances", {
      title: "Disk replacement",
      scheduled_for: getTimeInHours(1),
      scheduled_until: getTimeInHours(2),
    }),
  "maintenances/updateID": (owner, organization, { maintenanceID }) =>
    create(owner, organization, `maintenances/${maintenanceID}/updates`, {
      body: "The upgrade is going as planned.",
    }),
  templateID: (owner, organization) =>
    create(owner, organization, "templates", {
      kind: "incident",
      name: "API outage",
      title: "API is down",
      impact: "major",
    }),
  userID: async (owner) => owner.user!.id as string,
  tokenID: (owner, organization) =>
    create(owner, organization, "tokens", { name: "CI", role: "viewer" }),
  subscriberID: (owner, organization) =>
    create(owner, organization, "subscribers", {
      channel: "webhook",
      address: `https://receiver.example/${createOrganizationId()}`,
    }),
  invitationID: (owner, organization) =>
    create(owner, organization, "invitations", { email: uniqueEmail(), role: "viewer" }),
  deliveryID: async (owner, organization) => {
    await addIncident(owner, organization);
    await expect.poll(() => readDeliveries(owner, organization)).not.toHaveLength(0);
    return (await readDeliveries(owner, organization))[0]!.id as string;
  },
};

/** `updateID` exists under both incidents and maintenances. */
const getParameterKey = (path: string, name: string) =>
  name === "updateID" ? `${path.split("/")[4]}/${name}` : name;
export const listParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => getParameterKey(path, name!))
    // `imageKind` is not an ID: its values are the same in every organization.
    .filter((name) => name !== "orgID" && name !== "imageKind");
export const fillPathParameters = (path: string, values: Ids) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[getParameterKey(path, name)]!);
