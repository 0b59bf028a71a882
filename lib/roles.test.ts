import { expect, test } from "vitest";
import { type Role, roles, isRoleAtLeast } from "./roles";

const table: Record<Role, Record<Role, boolean>> = {
  viewer: { viewer: true, editor: false, admin: false, owner: false },
  editor: { viewer: true, editor: true, admin: false, owner: false },
  admin: { viewer: true, editor: true, admin: true, owner: false },
  owner: { viewer: true, editor: true, admin: true, owner: true },
};

test.each(
  roles.flatMap((role) =>
    roles.map((required) => [role, required, table[role][required]] as const),
  ),
)(
  "isRoleAtLeast: for a role of %s and a required role of %s, returns %s",
  (role, required, expected) => expect(isRoleAtLeast(role, required)).toBe(expected),
);
