import { expect, test } from "vitest";
import { type Role, roles, isRoleAtLeast } from "./roles";

// held × needed, written out: the order of roles is a promise.
const table: Record<Role, Record<Role, boolean>> = {
  viewer: { viewer: true, editor: false, admin: false, owner: false },
  editor: { viewer: true, editor: true, admin: false, owner: false },
  admin: { viewer: true, editor: true, admin: true, owner: false },
  owner: { viewer: true, editor: true, admin: true, owner: true },
};

test.each(
  roles.flatMap((held) => roles.map((needed) => [held, needed, table[held][needed]] as const)),
)("%s where %s is needed: %s", (held, needed, expected) =>
  expect(isRoleAtLeast(held, needed)).toBe(expected),
);
