import { randomUUID } from "node:crypto";
import { type ApiClient, signUp, uniqueEmail, type JsonObject } from "../support/api";
import { addMember } from "../support/test-database";
import { readDeliveries } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { organizationOperations } from "../support/routes";
import { expectInvalid, expectPlainText } from "../support/expected-responses";

type Ids = Record<string, string>;
/** A write and its audit entries. Later steps refer to the response's ID by the name `saveIdAs`. */
type Step = {
  call: string;
  body?: (ids: Ids) => unknown;
  rawBody?: string;
  type?: string;
  saveIdAs?: string;
  logs: string[];
};

const writes = organizationOperations.filter(({ method }) => method !== "GET");
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const maintenance = () => ({
  title: "Disk replacement",
  scheduled_for: later(2),
  scheduled_until: later(3),
});

const steps: Step[] = [
  { call: "changeOrganization", body: () => ({ name: "Acme" }), logs: ["organization.updated"] },
  { call: "previewPublicPage", body: () => ({ font: "serif" }), logs: [] },
  {
    call: "saveLogo",
    rawBody: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    type: "image/svg+xml",
    logs: ["organization.logo_changed"],
  },
  { call: "deleteLogo", logs: ["organization.logo_removed"] },
  {
    call: "saveImage",
    rawBody: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    type: "image/svg+xml",
    logs: ["organization.favicon_changed"],
  },
  { call: "deleteImage", logs: ["organization.favicon_removed"] },
  {
    call: "saveDomain",
    body: () => ({ host: "status.acme.invalid" }),
    logs: ["organization.domain_changed"],
  },
  { call: "verifyDomain", logs: [] },
  { call: "deleteDomain", logs: ["organization.domain_removed"] },
  {
    call: "createComponent",
    body: () => ({ name: "API" }),
    saveIdAs: "componentID",
    logs: ["component.created"],
  },
  {
    call: "changeComponent",
    body: () => ({ status: "partial_outage" }),
    logs: ["component.updated"],
  },
  {
    call: "orderComponents",
    body: ({ firstID, componentID }) => ({ component_ids: [componentID, firstID] }),
    logs: ["components.ordered"],
  },
  {
    call: "createComponents",
    body: () => ({ components: [{ name: "Mail" }, { name: "Search" }] }),
    logs: ["component.created", "component.created"],
  },
  {
    call: "createComponentGroup",
    body: () => ({ name: "Apps" }),
    saveIdAs: "groupID",
    logs: ["component_group.created"],
  },
  {
    call: "changeComponentGroup",
    body: () => ({ collapsed: true }),
    logs: ["component_group.updated"],
  },
  { call: "orderComponentGroups", body: ({ groupID }) => ({ group_ids: [groupID] }), logs: [] },
  { call: "deleteComponentGroup", logs: ["component_group.deleted"] },
  {
    call: "createSubscriber",
    body: () => ({ channel: "webhook", address: `https://receiver.example/${randomUUID()}` }),
    saveIdAs: "subscriberID",
    logs: ["subscriber.created"],
  },
  {
    call: "changeSubscriber",
    body: () => ({ contact_email: "ops@example.com" }),
    logs: ["subscriber.updated"],
  },
  { call: "sendTest", logs: ["subscriber.tested"] },
  { call: "rotateSecret", body: () => ({}), logs: ["subscriber.secret_rotated"] },
  {
    call: "importSubscribers",
    rawBody: "channel,address\nemail,imported@example.com\n",
    type: "text/csv",
    logs: ["subscriber.imported"],
  },
  {
    call: "createTemplate",
    body: () => ({ kind: "incident", name: "API outage", title: "API is down", impact: "major" }),
    saveIdAs: "templateID",
    logs: ["template.created"],
  },
  {
    call: "changeTemplate",
    body: () => ({ title: "All APIs are down" }),
    logs: ["template.updated"],
  },
  { call: "previewIncident", body: ({ templateID }) => ({ template_id: templateID }), logs: [] },
  {
    call: "createIncident",
    body: ({ templateID, componentID }) => ({
      template_id: templateID,
      component_ids: [componentID],
    }),
    saveIdAs: "incidentID",
    logs: ["incident.created"],
  },
  {
    call: "changeIncident",
    body: () => ({ title: "The API is down" }),
    logs: ["incident.updated"],
  },
  { call: "previewIncidentUpdate", body: () => ({ body: "A disk may be full." }), logs: [] },
  {
    call: "postIncidentUpdate",
    body: () => ({ status: "identified", body: "A disk is full." }),
    saveIdAs: "updateID",
    logs: ["incident.updated", "incident_update.created"],
  },
  {
    call: "changeIncidentUpdate",
    body: () => ({ body: "Two disks are full." }),
    logs: ["incident_update.updated"],
  },
  { call: "deleteIncidentUpdate", logs: ["incident.updated", "incident_update.deleted"] },
  {
    call: "resolveIncident",
    body: () => ({}),
    logs: ["incident.resolved", "incident_update.created"],
  },
  {
    call: "reopenIncident",
    body: () => ({}),
    logs: ["incident.reopened", "incident_update.created"],
  },
  {
    call: "savePostmortem",
    body: () => ({ body: "Logs filled the disk." }),
    logs: ["postmortem.created"],
  },
  { call: "deletePostmortem", logs: ["postmortem.deleted"] },
  { call: "redeliver", logs: ["delivery.redelivered"] },
  {
    call: "redeliverDeliveries",
    body: ({ deliveryID }) => ({ ids: [deliveryID] }),
    logs: ["delivery.redelivered"],
  },
  {
    call: "reactivateSubscriber",
    body: () => ({ replay: false }),
    logs: ["subscriber.reactivated"],
  },
  { call: "deleteSubscriber", logs: ["subscriber.deleted"] },
  {
    call: "deleteSubscribers",
    body: ({ subscriberID }) => ({ ids: [subscriberID] }),
    logs: [],
  },
  {
    call: "restoreSubscribers",
    body: ({ subscriberID }) => ({ ids: [subscriberID] }),
    logs: ["subscriber.restored"],
  },
  { call: "deleteIncident", logs: ["incident.deleted"] },
  { call: "deleteTemplate", logs: ["template.deleted"] },
  { call: "previewMaintenance", body: maintenance, logs: [] },
  {
    call: "createMaintenance",
    body: maintenance,
    saveIdAs: "maintenanceID",
    logs: ["maintenance.created", "maintenance_update.created"],
  },
  {
    call: "changeMaintenance",
    body: () => ({ title: "Storage upgrade" }),
    logs: ["maintenance.updated"],
  },
  {
    call: "previewMaintenanceUpdate",
    body: () => ({ body: "The upgrade is going as planned." }),
    logs: [],
  },
  {
    call: "postMaintenanceUpdate",
    body: () => ({ body: "The upgrade is going as planned." }),
    saveIdAs: "updateID",
    logs: ["maintenance_update.created"],
  },
  {
    call: "changeMaintenanceUpdate",
    body: () => ({ body: "The upgrade is almost complete." }),
    logs: ["maintenance_update.updated"],
  },
  { call: "deleteMaintenanceUpdate", logs: ["maintenance.updated", "maintenance_update.deleted"] },
  { call: "startMaintenance", logs: ["maintenance.started", "maintenance_update.created"] },
  { call: "completeMaintenance", logs: ["maintenance.completed", "maintenance_update.created"] },
  { call: "deleteMaintenance", logs: ["maintenance.deleted"] },
  {
    call: "createMaintenance",
    body: maintenance,
    saveIdAs: "maintenanceID",
    logs: ["maintenance.created", "maintenance_update.created"],
  },
  { call: "cancelMaintenance", logs: ["maintenance.cancelled", "maintenance_update.created"] },
  { call: "deleteComponent", logs: ["component.archived"] },
  {
    call: "createInvitation",
    body: () => ({ email: uniqueEmail(), role: "viewer" }),
    saveIdAs: "invitationID",
    logs: ["invitation.created"],
  },
  { call: "revokeInvitation", logs: ["invitation.revoked"] },
  {
    call: "createToken",
    body: () => ({ name: "CI", role: "editor" }),
    saveIdAs: "tokenID",
    logs: ["token.created"],
  },
  { call: "revokeToken", logs: ["token.revoked"] },
  { call: "changeMember", body: () => ({ role: "editor" }), logs: ["member.role_changed"] },
  { call: "removeMember", logs: ["member.removed"] },
  {
    call: "transferOrganization",
    body: ({ newOwnerID }) => ({ user_id: newOwnerID }),
    logs: ["organization.transferred", "member.role_changed", "member.role_changed"],
  },
];

const end = "deleteOrganization";

test("the audit log tests cover every write operation of an organization", () => {
  expect(
    writes.map(({ id }) => id).filter((id) => id !== end && !steps.some(({ call }) => call === id)),
  ).toEqual([]);
});

async function readAuditLog(
  owner: ApiClient,
  organization: string,
  query = "",
): Promise<JsonObject[]> {
  const { status, json } = await owner.get<JsonObject[]>(
    `/v1/organizations/${organization}/audit-log${query}`,
  );
  expect(status).toBe(200);
  return json;
}

test("every change has audit entries with actor, action, IP address, and request ID", async ({
  server,
  ada,
  bob,
  orgID,
  database,
}) => {
  const successor = await signUp(server.url, "Heir");
  const first = await ada.post(`/v1/organizations/${orgID}/components`, { name: "Website" });
  for (const [member, role] of [
    [bob, "viewer"],
    [successor, "admin"],
  ] as const)
    await addMember(database, orgID, member.user!.id as string, role);
  const ids: Ids = {
    orgID,
    firstID: first.json.id as string,
    userID: bob.user!.id as string,
    newOwnerID: successor.user!.id as string,
    imageKind: "favicon",
  };
  const reader = { channel: "email", address: uniqueEmail(), skip_confirmation: true };
  expect((await ada.post(`/v1/organizations/${orgID}/subscribers`, reader)).status).toBe(201);
  let seen = (await readAuditLog(ada, orgID)).length;
  expect(seen).toBe(3);

  for (const { call: id, body, rawBody, type, saveIdAs, logs } of steps) {
    if (id === "redeliver" || id === "redeliverDeliveries") {
      // Waits until the delivery has ended, because the worker may still change a pending one.
      await expect(async () => {
        const emails = await readDeliveries(ada, orgID, "channel=email");
        const created = emails.find(({ event }) => event === "incident.created");
        expect(created).toMatchObject({ state: expect.stringMatching(/^(delivered|superseded)$/) });
        ids.deliveryID = created!.id as string;
      }).toPass({ timeout: 20_000 });
    }
    if (id === "reactivateSubscriber")
      await database.query(
        "UPDATE subscribers SET state = 'quarantined' WHERE id = ?",
        ids.subscriberID!,
      );
    const { method, path } = writes.find((one) => one.id === id)!;
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
    const reply = await ada.call(
      method,
      target,
      rawBody === undefined
        ? { body: body?.(ids) }
        : { rawBody, headers: { "Content-Type": type! } },
    );
    expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
    if (saveIdAs !== undefined) ids[saveIdAs] = reply.json.id as string;
    const [newest, all] = await Promise.all([
      readAuditLog(id === "transferOrganization" ? successor : ada, orgID),
      database.query(
        "SELECT COUNT(*) AS count FROM audit_entries WHERE organization_id = ?",
        orgID,
      ),
    ]);
    const count = Number((all as { count: unknown }[])[0]!.count);
    const entries = newest.slice(0, count - seen);
    expect(entries.map(({ action }) => action).toSorted(), id).toEqual(logs.toSorted());
    for (const entry of entries) {
      expect(entry, id).toMatchObject({
        actor: { kind: "user", id: ada.user!.id, name: "Ada Lovelace" },
        request_id: reply.headers.get("x-request-id"),
        ip_address: "127.0.0.1",
      });
      expect(JSON.stringify(entry), "the audit log contains no secret").not.toMatch(
        /whsec_|candor_[\w-]{43}/,
      );
    }
    seen = count;
  }

  expect(await readAuditLog(successor, orgID, "?action=incident")).toEqual(
    (await readAuditLog(successor, orgID)).filter(({ action }) =>
      (action as string).startsWith("incident."),
    ),
  );
  const [updated] = await readAuditLog(
    successor,
    orgID,
    `?subject_id=${ids.componentID}&action=component.updated`,
  );
  expect(updated).toMatchObject({
    before: { own_status: "operational" },
    after: { own_status: "partial_outage" },
    subject: { type: "component", name: "API" },
  });
  expect(await readAuditLog(successor, orgID, "?actor=token")).toEqual([]);
  expect(await readAuditLog(successor, orgID, `?until=${later(-1)}`)).toEqual([]);
  const page = await successor.get<JsonObject[]>(`/v1/organizations/${orgID}/audit-log?limit=2`);
  expect([page.json, page.headers.get("link")]).toEqual([
    (await readAuditLog(successor, orgID)).slice(0, 2),
    expect.stringContaining("limit=2") as unknown,
  ]);
  expectInvalid(await successor.get(`/v1/organizations/${orgID}/audit-log?limit=101`), "limit");
  expect((await successor.call("DELETE", `/v1/organizations/${orgID}`)).status).toBe(202);
  await expect
    .poll(() => database.query("SELECT id FROM organizations WHERE id = ?", orgID))
    .toEqual([]);

  await bob.post(`/v1/organizations/${orgID}/components`, { name: "Mine" });
  expect((await readAuditLog(bob, orgID)).map(({ action }) => action)).toEqual([
    "component.created",
    "organization.created",
  ]);
});

test("the audit log names the token of a change, and editors can't read the log", async ({
  ada,
  bob,
  orgID,
  database,
}) => {
  await ada.post(`/v1/organizations/${orgID}/components`, { name: "Website" });
  const { json: token } = await ada.post(`/v1/organizations/${orgID}/tokens`, {
    name: "Deploy pipeline",
    role: "editor",
  });
  const headers = { Authorization: `Bearer ${token.token as string}` };
  await bob.post(
    `/v1/organizations/${orgID}/incidents`,
    { title: "Slow responses", impact: "minor" },
    headers,
  );
  expect((await readAuditLog(ada, orgID, "?actor=token"))[0]).toMatchObject({
    action: "incident.created",
    actor: { kind: "token", id: token.id, name: "Deploy pipeline" },
  });
  await addMember(database, orgID, bob.user!.id as string, "editor");
  expectPlainText(await bob.get(`/v1/organizations/${orgID}/audit-log`), 403);
  expectPlainText(await bob.get(`/v1/organizations/${orgID}/audit-log`, headers), 403);
});
