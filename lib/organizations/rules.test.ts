import { describe, expect, test } from "vitest";
import { operations } from "@/lib/http/operations";
import { type Role, roles } from "@/lib/roles";
import { type Call, canonicalTimeZone, lowestRole, may, rules } from "./rules";
import { organizationChange } from "./schema";

// Written out once more, in another notation: for each call, what a viewer, an editor, an admin and an owner may touch
// (v, e, a, o; - for nothing), and whether a token may call.
const promised: Record<Call, [viewer: string, editor: string, admin: string, owner: string, tokens: boolean]> = {
  listMembers: ["veao", "veao", "veao", "veao", true],
  getMember: ["veao", "veao", "veao", "veao", true],
  changeMember: ["-", "-", "vea", "veao", true],
  removeMember: ["-", "-", "vea", "veao", true],
  leaveOrganization: ["veao", "veao", "veao", "veao", false],
  transferOrganization: ["-", "-", "-", "veao", false],
  listInvitations: ["-", "-", "veao", "veao", true],
  createInvitation: ["-", "-", "vea", "veao", true],
  revokeInvitation: ["-", "-", "vea", "veao", true],
  listTokens: ["-", "-", "veao", "veao", true],
  createToken: ["-", "-", "vea", "vea", true],
  revokeToken: ["-", "-", "veao", "veao", true],
  getOrganization: ["veao", "veao", "veao", "veao", true],
  changeOrganization: ["-", "-", "veao", "veao", true],
  deleteOrganization: ["-", "-", "-", "veao", false],
};
const calls = Object.keys(rules) as Call[];

describe.each(calls)("%s", (call) => {
  test.each(roles.flatMap((held, place) => roles.map((touched) => [held, touched, String(promised[call][place]).includes(touched[0]!)] as const)))("by %s to %s: %s", (held, touched, expected) =>
    expect(may(held, call, touched)).toBe(expected),
  );

  test("without touching a role is open to whoever may touch any", () => {
    expect(roles.map((held) => may(held, call))).toEqual(roles.map((_, place) => promised[call][place] !== "-"));
  });

  test("by a token is as promised", () => expect(rules[call].tokens).toBe(promised[call][4]));

});

// Leaving goes by the path of removing, which is therefore open to all: the command judges.
test.each(calls.filter((call) => call !== "leaveOrganization"))("%s is declared for the lowest role that may make it", (call) =>
  expect(operations[call].access).toBe(lowestRole(call === "removeMember" ? "leaveOrganization" : call)),
);

test("who changes a role must be allowed both the one that was and the one that is to be", () => {
  const changed = (held: Role) => roles.flatMap((from) => roles.filter((to) => may(held, "changeMember", from, to)).map((to) => `${from} → ${to}`));
  expect([changed("viewer"), changed("editor")]).toEqual([[], []]);
  expect(changed("admin")).toEqual(["viewer", "editor", "admin"].flatMap((from) => ["viewer", "editor", "admin"].map((to) => `${from} → ${to}`)));
  expect(changed("owner")).toHaveLength(16);
});

test("nobody may make a token that is an owner", () => expect(lowestRole("createToken", "owner")).toBeNull());

describe("a time zone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/BERLIN", "Europe/Berlin"],
    ["UTC", "Etc/UTC"],
    ["Etc/UTC", "Etc/UTC"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ])("%s is kept as %s, which stays what it is", (name, kept) => {
    expect(canonicalTimeZone(name)).toBe(new Intl.DateTimeFormat("en", { timeZone: kept }).resolvedOptions().timeZone.replace(/^UTC$/, "Etc/UTC"));
    expect(canonicalTimeZone(canonicalTimeZone(name)!)).toBe(canonicalTimeZone(name));
  });

  test.each(["", "+05:30", "-01", "Mars/Olympus", "Europe/Berlin\n", "Europe/Berlin;", "local", "e"])("%j is none", (name) => expect(canonicalTimeZone(name)).toBeNull());

  test("is judged as a field, blanks around it aside", () => {
    expect(organizationChange.parse({ time_zone: " asia/tokyo " })).toEqual({ time_zone: "Asia/Tokyo" });
    expect(organizationChange.safeParse({ name: " ", time_zone: "Mars" }).error!.issues.map(({ path }) => path[0])).toEqual(["name", "time_zone"]);
    expect(organizationChange.safeParse({ time_zone: 7 }).success).toBe(false);
  });
});
