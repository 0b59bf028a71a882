/** Roles in rising order: each may do what those before it may (decisions "Organizations"). */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** Whether `held` is enough where `needed` is asked for. */
export const satisfies = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed);
