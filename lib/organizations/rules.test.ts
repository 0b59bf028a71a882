import { describe, expect, test } from "vitest";
import { operations } from "@/lib/http/operations";
import { type Grant, type Role, roles } from "@/lib/roles";
import {
  type OrganizationAction,
  findSubdomainProblem,
  getDefaultSubdomain,
  normalizeTimeZone,
  isPublicChange,
  getLowestRole,
  isAllowed,
  permissions,
} from "./rules";

// For each operation: the initials of the roles that each role can affect (viewer, editor, admin,
// owner), and the access of API tokens.
const expectedPermissions: Record<
  OrganizationAction,
  [viewer: string, editor: string, admin: string, owner: string, tokens: boolean | Grant]
> = {
  listMembers: ["veao", "veao", "veao", "veao", true],
  getMember: ["veao", "veao", "veao", "veao", true],
  changeMember: ["-", "-", "vea", "veao", "members"],
  removeMember: ["-", "-", "vea", "veao", true],
  leaveOrganization: ["veao", "veao", "veao", "veao", false],
  transferOrganization: ["-", "-", "-", "veao", false],
  listInvitations: ["-", "-", "veao", "veao", true],
  createInvitation: ["-", "-", "vea", "veao", "members"],
  revokeInvitation: ["-", "-", "vea", "veao", true],
  listTokens: ["-", "-", "veao", "veao", true],
  createToken: ["-", "-", "vea", "vea", "tokens"],
  revokeToken: ["-", "-", "veao", "veao", true],
  getOrganization: ["veao", "veao", "veao", "veao", true],
  changeOrganization: ["-", "-", "veao", "veao", true],
  getLogo: ["veao", "veao", "veao", "veao", true],
  saveLogo: ["-", "-", "veao", "veao", true],
  deleteLogo: ["-", "-", "veao", "veao", true],
  getImage: ["veao", "veao", "veao", "veao", true],
  saveImage: ["-", "-", "veao", "veao", true],
  deleteImage: ["-", "-", "veao", "veao", true],
  getDomain: ["veao", "veao", "veao", "veao", true],
  saveDomain: ["-", "-", "veao", "veao", true],
  deleteDomain: ["-", "-", "veao", "veao", true],
  verifyDomain: ["-", "-", "veao", "veao", true],
  deleteOrganization: ["-", "-", "-", "veao", false],
};
const actions = Object.keys(permissions) as OrganizationAction[];

describe.each(actions)("%s", (call) => {
  test.each(
    roles.flatMap((role, index) =>
      roles.map(
        (affected) =>
          [
            role,
            affected,
            String(expectedPermissions[call][index]).includes(affected[0]!),
          ] as const,
      ),
    ),
  )("by the role %s, affecting the role %s, is allowed: %s", (role, affected, expected) =>
    expect(isAllowed(role, call, affected)).toBe(expected),
  );

  test("without an affected role, is allowed for each role that can affect at least one role", () => {
    expect(roles.map((role) => isAllowed(role, call))).toEqual(
      roles.map((_, index) => expectedPermissions[call][index] !== "-"),
    );
  });

  test("has the expected access for API tokens", () =>
    expect(permissions[call].tokens).toBe(expectedPermissions[call][4]));
});

// Leaving and removing share an endpoint, so the command checks the permission to remove.
test.each(actions.filter((call) => call !== "leaveOrganization"))(
  "%s: the operation requires the lowest role with the permission",
  (call) =>
    expect(operations[call].access).toBe(
      getLowestRole(call === "removeMember" ? "leaveOrganization" : call),
    ),
);

test("changing a role requires permission for the old and the new role", () => {
  const changed = (held: Role) =>
    roles.flatMap((from) =>
      roles
        .filter((to) => isAllowed(held, "changeMember", from, to))
        .map((to) => `${from} → ${to}`),
    );
  expect([changed("viewer"), changed("editor")]).toEqual([[], []]);
  expect(changed("admin")).toEqual(
    ["viewer", "editor", "admin"].flatMap((from) =>
      ["viewer", "editor", "admin"].map((to) => `${from} → ${to}`),
    ),
  );
  expect(changed("owner")).toHaveLength(16);
});

test("no role can create a token with the owner role", () =>
  expect(getLowestRole("createToken", "owner")).toBeNull());

describe("normalizeTimeZone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/BERLIN", "Europe/Berlin"],
    ["UTC", "Etc/UTC"],
    ["Etc/UTC", "Etc/UTC"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ])("converts %s to %s, and keeps the result unchanged", (name, canonical) => {
    expect(normalizeTimeZone(name)).toBe(
      new Intl.DateTimeFormat("en", { timeZone: canonical })
        .resolvedOptions()
        .timeZone.replace(/^UTC$/, "Etc/UTC"),
    );
    expect(normalizeTimeZone(normalizeTimeZone(name)!)).toBe(normalizeTimeZone(name));
  });

  test.each([
    "",
    "+05:30",
    "-01",
    "Mars/Olympus",
    "Europe/Berlin\n",
    "Europe/Berlin;",
    "local",
    "e",
  ])("rejects %j", (name) => expect(normalizeTimeZone(name)).toBeNull());
});

describe("the subdomain of an organization", () => {
  test.each(["a", "7", "acme", "acme-2", "x".repeat(63)])("can be %s", (subdomain) =>
    expect(findSubdomainProblem(subdomain)).toBeNull(),
  );

  test.each([
    "",
    "Acme",
    "acme_2",
    "-acme",
    "acme-",
    "a.b",
    "ac me",
    "é",
    "x".repeat(64),
    "xn--80ak6aa92e",
    "www",
    "mail",
  ])("cannot be %j", (subdomain) =>
    expect(findSubdomainProblem(subdomain)).toMatch(/^must [^\n]+$/),
  );

  test("is the ID in lowercase by default if it is a valid subdomain", () =>
    expect(["Acme-2", "acme_2", "acme-", "API"].map(getDefaultSubdomain)).toEqual([
      "acme-2",
      null,
      null,
      null,
    ]));
});

test.each([
  ...[
    "organization.updated",
    "organization.logo_changed",
    "component.created",
    "component.archived",
    "components.ordered",
    "component_group.deleted",
    "component_groups.ordered",
  ].map((action) => [action, true] as const),
  ...[
    "incident.created",
    "incident.deleted",
    "incident_update.updated",
    "maintenance.started",
    "maintenance.rescheduled",
    "maintenance_update.created",
  ].map((action) => [action, true] as const),
  ...[
    "subscriber.imported",
    "delivery.redelivered",
    "token.created",
    "invitation.accepted",
    "member.left",
    "template.updated",
    "maintenance.reminded",
    "organization.transferred",
  ].map((action) => [action, false] as const),
])("isPublicChange: %s is public: %j", (action, isPublic) => {
  expect(isPublicChange({ action, before: { published_at: null } })).toBe(isPublic);
});

test("isPublicChange: a change to a postmortem is public if the postmortem is or was published", () => {
  const [draft, published] = [
    { body: "x", published_at: null },
    { body: "x", published_at: "2026-11-20T09:30:00.000Z" },
  ];
  const isPublic = (action: string, before?: object, after?: object) =>
    isPublicChange({ action, ...(before && { before }), ...(after && { after }) });
  expect([
    isPublic("postmortem.created", undefined, draft),
    isPublic("postmortem.updated", draft, draft),
    isPublic("postmortem.deleted", draft),
  ]).toEqual([false, false, false]);
  expect([
    isPublic("postmortem.published", draft, published),
    isPublic("postmortem.retracted", published, draft),
    isPublic("postmortem.updated", published, published),
    isPublic("postmortem.deleted", published),
  ]).toEqual([true, true, true, true]);
});
