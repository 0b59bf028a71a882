import { type Role, roles } from "@/lib/roles";

const nobody: readonly Role[] = [];
const belowOwner: readonly Role[] = ["viewer", "editor", "admin"];
const anybody: readonly Role[] = roles;

type Rule = Record<Role, readonly Role[]> & {
  /** Whether a token with the role may do it too, or only somebody signed in. */
  tokens: boolean;
};

/**
 * Every rule about people, tokens and the organization itself: what a caller of each role may do, and to whom. A list holds
 * the roles that the call may touch: the one that somebody has, is offered or gets. Where a call touches no role, any list
 * but the empty one allows it. The keys are ids of operations; leaving is removing oneself.
 */
export const rules = {
  //                    viewer            editor            admin              owner
  listMembers:          { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: true },
  getMember:            { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: true },
  changeMember:         { viewer: nobody,  editor: nobody,  admin: belowOwner, owner: anybody,    tokens: true },
  removeMember:         { viewer: nobody,  editor: nobody,  admin: belowOwner, owner: anybody,    tokens: true },
  leaveOrganization:    { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: false },
  transferOrganization: { viewer: nobody,  editor: nobody,  admin: nobody,     owner: anybody,    tokens: false },
  listInvitations:      { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  createInvitation:     { viewer: nobody,  editor: nobody,  admin: belowOwner, owner: anybody,    tokens: true },
  revokeInvitation:     { viewer: nobody,  editor: nobody,  admin: belowOwner, owner: anybody,    tokens: true },
  listTokens:           { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  createToken:          { viewer: nobody,  editor: nobody,  admin: belowOwner, owner: belowOwner, tokens: true },
  revokeToken:          { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  getOrganization:      { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: true },
  changeOrganization:   { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  getLogo:              { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: true },
  saveLogo:             { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  deleteLogo:           { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  getDomain:            { viewer: anybody, editor: anybody, admin: anybody,    owner: anybody,    tokens: true },
  saveDomain:           { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  deleteDomain:         { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  verifyDomain:         { viewer: nobody,  editor: nobody,  admin: anybody,    owner: anybody,    tokens: true },
  deleteOrganization:   { viewer: nobody,  editor: nobody,  admin: nobody,     owner: anybody,    tokens: false },
} as const satisfies Record<string, Rule>;

export type Call = keyof typeof rules;

/** Whether `held` may make the call to those who have, or are to have, the roles `touched`. */
export function may(held: Role, call: Call, ...touched: readonly Role[]): boolean {
  const allowed: readonly Role[] = rules[call][held];
  return allowed.length > 0 && touched.every((role) => allowed.includes(role));
}

/** The lowest role that may make the call; null when none may. */
export const lowestRole = (call: Call, ...touched: readonly Role[]): Role | null => roles.find((role) => may(role, call, ...touched)) ?? null;

/** A time zone's name as IANA has it, whatever its case; null when there is no such zone. Offsets are no zones. */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // The zone itself, of which the short name is a link.
    return timeZone === "UTC" ? "Etc/UTC" : timeZone;
  } catch {
    return null;
  }
}

/** One of the three parts of a colour `#rrggbb` as light: from 0 to 1, without the curve of screens (WCAG 2.2, relative luminance). */
function light(hex: string, part: 0 | 1 | 2): number {
  const value = Number.parseInt(hex.slice(1 + 2 * part, 3 + 2 * part), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const luminance = (hex: string): number => 0.2126 * light(hex, 0) + 0.7152 * light(hex, 1) + 0.0722 * light(hex, 2);

/** How far apart two colours `#rrggbb` are for the eye: from 1 (the same) to 21 (black and white), as WCAG 2 has it. Text takes 4.5. */
export function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white: in which of them text on the colour `#rrggbb` is read best. */
export const readableOn = (hex: string): "#000000" | "#ffffff" => (contrast(hex, "#000000") >= contrast(hex, "#ffffff") ? "#000000" : "#ffffff");

/** What happens behind the page: who is told, who belongs, and what is prepared. */
const PRIVATE_ACTIONS = /^(?:subscriber|delivery|token|invitation|member|template)\.|^(?:maintenance\.reminded|organization\.transferred)$/;

/** Whether strangers see a change, as the audit log has it. Of postmortems they see what is published, or was. */
export function isPublicChange({ action, before = {}, after = {} }: { action: string; before?: object; after?: object }): boolean {
  if (action.startsWith("postmortem.")) return [before, after].some((postmortem) => "published_at" in postmortem && postmortem.published_at !== null);
  return !PRIVATE_ACTIONS.test(action);
}
