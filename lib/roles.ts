/** Roles in rising order: each has the permissions of those before it. */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/**
 * What a token may do only if it was granted explicitly: invite members and change their roles,
 * create tokens above editor.
 */
export const grants = ["members", "tokens"] as const;
export type Grant = (typeof grants)[number];

/** The lower of two roles. */
export const getLowerRole = (one: Role, other: Role): Role =>
  isRoleAtLeast(one, other) ? other : one;

/** Whether `held` is enough where `needed` is asked for. */
export const isRoleAtLeast = (held: Role, needed: Role): boolean =>
  roles.indexOf(held) >= roles.indexOf(needed);
