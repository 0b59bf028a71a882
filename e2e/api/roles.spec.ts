import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, ApiClient, signUp } from "../support/api";
import type { Role } from "../../lib/roles";
import { addMember, type DirectDatabase } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { allOperations, organizationOperations } from "../support/routes";
import { expectPlainText } from "../support/expected-responses";

// Written by hand, so that changing a declared role requires changing the test.
const REQUIRED_ROLES: Record<string, Role> = {
  getOrganization: "viewer",
  getPublicPage: "viewer",
  previewPublicPage: "admin",
  changeOrganization: "admin",
  deleteOrganization: "owner",
  getLogo: "viewer",
  saveLogo: "admin",
  deleteLogo: "admin",
  getImage: "viewer",
  saveImage: "admin",
  deleteImage: "admin",
  getDomain: "viewer",
  saveDomain: "admin",
  deleteDomain: "admin",
  verifyDomain: "admin",
  transferOrganization: "owner",

  listMembers: "viewer",
  getMember: "viewer",
  changeMember: "admin",
  // Members may leave; lib/organizations/rules.ts decides whom they may remove.
  removeMember: "viewer",

  listInvitations: "admin",
  createInvitation: "admin",
  revokeInvitation: "admin",

  listTokens: "admin",
  createToken: "admin",
  revokeToken: "admin",

  listComponents: "viewer",
  createComponent: "editor",
  createComponents: "editor",
  getComponent: "viewer",
  changeComponent: "editor",
  deleteComponent: "editor",
  orderComponents: "editor",
  listComponentHistory: "viewer",

  listComponentGroups: "viewer",
  createComponentGroup: "editor",
  getComponentGroup: "viewer",
  changeComponentGroup: "editor",
  deleteComponentGroup: "editor",
  orderComponentGroups: "editor",

  getUptime: "viewer",

  listIncidents: "viewer",
  createIncident: "editor",
  previewIncident: "editor",
  getIncident: "viewer",
  changeIncident: "editor",
  deleteIncident: "editor",
  resolveIncident: "editor",
  reopenIncident: "editor",
  listIncidentUpdates: "viewer",
  postIncidentUpdate: "editor",
  previewIncidentUpdate: "editor",
  getIncidentUpdate: "viewer",
  changeIncidentUpdate: "editor",
  deleteIncidentUpdate: "editor",
  getPostmortem: "viewer",
  savePostmortem: "editor",
  deletePostmortem: "editor",

  listMaintenances: "viewer",
  createMaintenance: "editor",
  previewMaintenance: "editor",
  previewMaintenanceUpdate: "editor",
  getMaintenance: "viewer",
  changeMaintenance: "editor",
  deleteMaintenance: "editor",
  startMaintenance: "editor",
  completeMaintenance: "editor",
  cancelMaintenance: "editor",
  listMaintenanceUpdates: "viewer",
  postMaintenanceUpdate: "editor",
  getMaintenanceUpdate: "viewer",
  changeMaintenanceUpdate: "editor",
  deleteMaintenanceUpdate: "editor",

  listTemplates: "viewer",
  createTemplate: "editor",
  getTemplate: "viewer",
  changeTemplate: "editor",
  deleteTemplate: "editor",

  listSubscribers: "viewer",
  summarizeSubscribers: "viewer",
  createSubscriber: "editor",
  getSubscriber: "viewer",
  changeSubscriber: "editor",
  deleteSubscriber: "editor",
  deleteSubscribers: "editor",
  restoreSubscribers: "editor",
  rotateSecret: "editor",
  reactivateSubscriber: "editor",
  importSubscribers: "editor",
  exportSubscribers: "editor",

  listDeliveries: "viewer",
  summarizeDeliveries: "viewer",
  getDelivery: "viewer",
  sendTest: "editor",
  redeliver: "editor",
  redeliverDeliveries: "editor",
  getDeliveryReport: "viewer",
  getHeldEmails: "viewer",
  getMaintenanceDeliveryReport: "viewer",

  search: "viewer",
  listAuditEntries: "admin",
};
const ROLES: Role[] = ["viewer", "editor", "admin", "owner"];

type Call = (typeof organizationOperations)[number];
type Caller = {
  call: (
    method: string,
    path: string,
    options: { body?: unknown; rawBody?: string; headers?: Record<string, string> },
  ) => ReturnType<ApiClient["call"]>;
};

const fill = (path: string, organization: string) =>
  path.replace("{orgID}", organization).replace(/\{\w+\}/g, () => randomUUID());
/**
 * Returns true for writes that change the organization if authorized, because they have no body or
 * ID that could be invalid.
 */
const changesOrganization = ({ method, path, body, text, bytes }: Call) =>
  method !== "GET" && !body && !text && !bytes && !path.replace("{orgID}", "").includes("{");
const ROLES_FOR_REMOVING_OTHERS: Record<string, Role> = { removeMember: "admin" };
const SESSION_ONLY = ["transferOrganization", "deleteOrganization"];
/**
 * Returns request options. The body is always invalid or missing, so that authorized requests
 * change nothing.
 */
const request = ({ method, body }: Call) =>
  method === "GET" ? {} : { body: body ? [] : undefined };

async function newToken(
  database: DirectDatabase,
  organization: string,
  role: Role,
): Promise<string> {
  const token = `candor_${randomBytes(32).toString("base64url")}`;
  const hash = createHash("sha256").update(token).digest("hex");
  await database.query(
    "INSERT INTO api_tokens (id, organization_id, name, role, token_hash, " +
      "hint, created_at) SELECT ?, id, 'deploy', ?, ?, 'candor_', created_at " +
      "FROM organizations WHERE id = ?",
    randomUUID(),
    role,
    hash,
    organization,
  );
  return token;
}

const withArticle = (role: Role) => `${/^[aeo]/.test(role) ? "an" : "a"} ${role}`;

async function expectAccess(
  caller: Caller,
  role: Role,
  call: Call,
  organization: string,
): Promise<void> {
  const reply = await caller.call(call.method, fill(call.path, organization), request(call));
  const least = ROLES_FOR_REMOVING_OTHERS[call.id] ?? REQUIRED_ROLES[call.id]!;
  const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
  if (isAllowed)
    expect([401, 403], `${role}: ${call.id} returned ${reply.text}`).not.toContain(reply.status);
  else expectPlainText(reply, 403, `Requires the ${least} role; you are ${withArticle(role)}.\n`);
}

test("the role tests cover every operation with the role that it declares", () => {
  expect(REQUIRED_ROLES).toEqual(
    Object.fromEntries(organizationOperations.map(({ id, access }) => [id, access])),
  );
});

test.describe("the declared role of every operation", () => {
  test.describe.configure({ mode: "default" });
  const organization = createOrganizationId();
  const members = {} as Record<Role, ApiClient>;

  test.beforeAll(async ({ server, database }) => {
    await addComponent(await signUp(server.url), organization);
    for (const role of ROLES) {
      members[role] = await signUp(server.url, role);
      await addMember(database, organization, members[role].user!.id as string, role);
    }
  });

  for (const role of ROLES) {
    test(`applies to a member with the role ${role}`, async ({ server, database }) => {
      for (const call of organizationOperations.filter((one) => !changesOrganization(one)))
        await expectAccess(members[role], role, call, organization);
      for (const call of organizationOperations.filter(changesOrganization)) {
        const another = createOrganizationId();
        const member = await signUp(server.url, role);
        await addComponent(await signUp(server.url), another);
        await addMember(database, another, member.user!.id as string, role);
        await expectAccess(member, role, call, another);
      }
    });

    // Tokens cannot have the owner role.
    if (role === "owner") continue;
    test(`applies to a token with the role ${role}`, async ({ server, database }) => {
      const token = await newToken(database, organization, role);
      const client = new ApiClient(server.url);
      const bearer: Caller = {
        call: (method, path, options) =>
          client.call(method, path, { ...options, headers: { Authorization: `Bearer ${token}` } }),
      };
      // Skips calls that would change the organization, because the tests share it.
      for (const call of organizationOperations.filter(
        (one) => !changesOrganization(one) && !SESSION_ONLY.includes(one.id),
      ))
        await expectAccess(bearer, role, call, organization);
      for (const { method, path } of organizationOperations.filter(({ id }) =>
        SESSION_ONLY.includes(id),
      ))
        expectPlainText(
          await bearer.call(method, fill(path, organization), { body: { user_id: "x" } }),
          403,
        );
      for (const { method, path } of allOperations.filter(({ access }) => access === "session")) {
        expectPlainText(await bearer.call(method, fill(path, organization), {}), 401);
      }
    });
  }

  test("is not enough for a token of another organization", async ({ server, database }) => {
    const another = createOrganizationId();
    await addComponent(await signUp(server.url), another);
    const token = await newToken(database, another, "owner");
    const client = new ApiClient(server.url);
    for (const call of organizationOperations) {
      const reply = await client.call(call.method, fill(call.path, organization), {
        ...request(call),
        headers: { Authorization: `Bearer ${token}` },
      });
      expectPlainText(
        reply,
        403,
        "This API token belongs to another organization. Use a token of this organization.\n",
      );
    }
  });
});
