import { hostLabel } from "@/lib/host-label";
import { type Grant, type Role, roles, isRoleAtLeast } from "@/lib/roles";

const none: readonly Role[] = [];
const belowOwner: readonly Role[] = ["viewer", "editor", "admin"];
const all: readonly Role[] = roles;

type Permission = Record<Role, readonly Role[]> & {
  tokens: boolean | Grant;
};

const allow = (
  viewer: readonly Role[],
  editor: readonly Role[],
  admin: readonly Role[],
  owner: readonly Role[],
  tokens: boolean | Grant,
): Permission => ({ viewer, editor, admin, owner, tokens });

/**
 * For each operation and role of the caller, lists the roles that can be assigned or affected. An
 * operation that affects no role is allowed unless its list is empty.
 */
export const permissions = {
  // Parameters: viewer, editor, admin, owner, tokens.
  listMembers: allow(all, all, all, all, true),
  getMember: allow(all, all, all, all, true),
  changeMember: allow(none, none, belowOwner, all, "members"),
  removeMember: allow(none, none, belowOwner, all, true),
  leaveOrganization: allow(all, all, all, all, false),
  transferOrganization: allow(none, none, none, all, false),
  listInvitations: allow(none, none, all, all, true),
  createInvitation: allow(none, none, belowOwner, all, "members"),
  revokeInvitation: allow(none, none, belowOwner, all, true),
  listTokens: allow(none, none, all, all, true),
  createToken: allow(none, none, belowOwner, belowOwner, "tokens"),
  revokeToken: allow(none, none, all, all, true),
  getOrganization: allow(all, all, all, all, true),
  changeOrganization: allow(none, none, all, all, true),
  getLogo: allow(all, all, all, all, true),
  saveLogo: allow(none, none, all, all, true),
  deleteLogo: allow(none, none, all, all, true),
  getImage: allow(all, all, all, all, true),
  saveImage: allow(none, none, all, all, true),
  deleteImage: allow(none, none, all, all, true),
  getDomain: allow(all, all, all, all, true),
  saveDomain: allow(none, none, all, all, true),
  deleteDomain: allow(none, none, all, all, true),
  verifyDomain: allow(none, none, all, all, true),
  deleteOrganization: allow(none, none, none, all, false),
} as const satisfies Record<string, Permission>;

export type OrganizationAction = keyof typeof permissions;

export function isAllowed(
  role: Role,
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): boolean {
  const allowed = permissions[action][role];
  return allowed.length > 0 && affectedRoles.every((affected) => allowed.includes(affected));
}

/**
 * Returns the grant that an API token needs for an operation, or null. Creating a token with the
 * role viewer or editor needs none.
 */
export function getRequiredGrant(
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): Grant | null {
  const { tokens } = permissions[action];
  if (typeof tokens === "boolean") return null;
  const isUpToEditor = affectedRoles.every((role) => isRoleAtLeast("editor", role));
  return action === "createToken" && isUpToEditor ? null : tokens;
}

export const getLowestRole = (
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): Role | null => roles.find((role) => isAllowed(role, action, ...affectedRoles)) ?? null;

/**
 * Subdomains that email clients and browsers look up automatically, or that people expect to
 * belong to the installation.
 */
const RESERVED_SUBDOMAINS = new Set(
  "admin api app autoconfig autodiscover ftp imap mail smtp wpad www".split(" "),
);

export function findSubdomainProblem(subdomain: string): string | null {
  if (!hostLabel.test(subdomain))
    return "must be 1 to 63 letters, digits, or hyphens, and start and end with a letter or digit";
  // A Punycode subdomain can imitate another one: some browsers display xn--80ak6aa92e as аррӏе.
  if (subdomain.startsWith("--", 2))
    return "must not have hyphens as the third and fourth characters";
  return RESERVED_SUBDOMAINS.has(subdomain) ? "must not be a reserved name" : null;
}

/** Returns the subdomain of a new organization, or null if its ID can't be a subdomain. */
export function getDefaultSubdomain(id: string): string | null {
  const subdomain = id.toLowerCase();
  return findSubdomainProblem(subdomain) === null ? subdomain : null;
}

/** Returns the canonical name of an IANA time zone, or null for UTC offsets and other text. */
export function normalizeTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // ICU returns "UTC", which is an alias of "Etc/UTC".
    return timeZone === "UTC" ? "Etc/UTC" : timeZone;
  } catch {
    return null;
  }
}

const PRIVATE_ACTIONS =
  /^(?:subscriber|delivery|token|invitation|member|template)\.|^(?:maintenance\.reminded|organization\.transferred)$/;

/** Returns whether a change affects public content. A postmortem that stays a draft does not. */
export function isPublicChange({
  action,
  before = {},
  after = {},
}: {
  action: string;
  before?: object;
  after?: object;
}): boolean {
  if (action.startsWith("postmortem."))
    return [before, after].some(
      (postmortem) => "published_at" in postmortem && postmortem.published_at !== null,
    );
  return !PRIVATE_ACTIONS.test(action);
}
