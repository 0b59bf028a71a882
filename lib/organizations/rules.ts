import { hostLabel } from "@/lib/host-label";
import { type Grant, type Role, roles, isRoleAtLeast } from "@/lib/roles";

const none: readonly Role[] = [];
const belowOwner: readonly Role[] = ["viewer", "editor", "admin"];
const all: readonly Role[] = roles;

type Permission = Record<Role, readonly Role[]> & {
  /** Whether API tokens with the role can do it too: always, never, or only with a grant. */
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
 * Permissions on members, API tokens, and the organization. For each operation ID and role of the
 * caller: the roles that the caller can assign to, or that the affected member or token can have.
 * An operation without an affected role is allowed unless the list is empty.
 */
export const permissions = {
  // The columns are viewer, editor, admin, owner, and tokens.
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
  getDomain: allow(all, all, all, all, true),
  saveDomain: allow(none, none, all, all, true),
  deleteDomain: allow(none, none, all, all, true),
  verifyDomain: allow(none, none, all, all, true),
  deleteOrganization: allow(none, none, none, all, false),
} as const satisfies Record<string, Permission>;

export type OrganizationAction = keyof typeof permissions;

/** Whether a caller with `role` can perform the action on members or tokens with these roles. */
export function isAllowed(
  role: Role,
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): boolean {
  const allowed = permissions[action][role];
  return allowed.length > 0 && affectedRoles.every((affected) => allowed.includes(affected));
}

/** The grant that a token needs for the action, or null. Creating tokens up to editor needs none. */
export function getRequiredGrant(
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): Grant | null {
  const { tokens } = permissions[action];
  if (typeof tokens === "boolean") return null;
  const isUpToEditor = affectedRoles.every((role) => isRoleAtLeast("editor", role));
  return action === "createToken" && isUpToEditor ? null : tokens;
}

/** The lowest role that can perform the action, or null if none can. */
export const getLowestRole = (
  action: OrganizationAction,
  ...affectedRoles: readonly Role[]
): Role | null => roles.find((role) => isAllowed(role, action, ...affectedRoles)) ?? null;

/** Names with a meaning to mail clients, proxies or people, next to the installation's own host. */
const RESERVED_SUBDOMAINS = new Set(
  "admin api app autoconfig autodiscover ftp imap mail smtp wpad www".split(" "),
);

/** Returns why a subdomain is invalid ("must …"), or null if it is valid. */
export function findSubdomainProblem(subdomain: string): string | null {
  if (!hostLabel.test(subdomain))
    return "must be 1 to 63 letters, digits or hyphens, and start and end with a letter or digit";
  // Browsers show such a label as another one: xn--80ak6aa92e as аррӏе.
  if (subdomain.startsWith("--", 2)) return "must not have hyphens as third and fourth character";
  return RESERVED_SUBDOMAINS.has(subdomain) ? "must not be a reserved name" : null;
}

/** The subdomain of a new organization, if it is free: its ID. Null if the ID can't be one. */
export function getDefaultSubdomain(id: string): string | null {
  const subdomain = id.toLowerCase();
  return findSubdomainProblem(subdomain) === null ? subdomain : null;
}

/** Returns the canonical name of an IANA time zone, or null if there is none. Rejects UTC offsets. */
export function normalizeTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // ICU returns the alias.
    return timeZone === "UTC" ? "Etc/UTC" : timeZone;
  } catch {
    return null;
  }
}

/** Linear value (0 to 1) of one channel of a color `#rrggbb`, as WCAG 2.2 defines it. */
function linearChannel(hex: string, part: 0 | 1 | 2): number {
  const value = Number.parseInt(hex.slice(1 + 2 * part, 3 + 2 * part), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const luminance = (hex: string): number =>
  0.2126 * linearChannel(hex, 0) + 0.7152 * linearChannel(hex, 1) + 0.0722 * linearChannel(hex, 2);

/** WCAG 2 contrast ratio of two colors `#rrggbb`, from 1 to 21. Text requires 4.5. */
export function getContrastRatio(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Audit actions that do not change public content. */
const PRIVATE_ACTIONS =
  /^(?:subscriber|delivery|token|invitation|member|template)\.|^(?:maintenance\.reminded|organization\.transferred)$/;

/** Whether an audited change affects public content. An unpublished postmortem does not. */
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
