/** Roles in ascending order. Each role also has the permissions of the roles before it. */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

export const withArticle = (role: string): string => `${/^[aeo]/.test(role) ? "an" : "a"} ${role}`;

/**
 * Additional permissions of an API token. `members` allows inviting members and changing roles.
 * `tokens` allows creating tokens with a role above editor.
 */
export const grants = ["members", "tokens"] as const;
export type Grant = (typeof grants)[number];

export const getLowerRole = (one: Role, other: Role): Role =>
  isRoleAtLeast(one, other) ? other : one;

export const isRoleAtLeast = (role: Role, required: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(required);
