import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operations } from "@/lib/http/operations";
import { type Role, roles } from "@/lib/roles";
import { type Call, canonicalTimeZone, contrast, isPublicChange, lowestRole, may, readableOn, rules } from "./rules";
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
  getLogo: ["veao", "veao", "veao", "veao", true],
  saveLogo: ["-", "-", "veao", "veao", true],
  deleteLogo: ["-", "-", "veao", "veao", true],
  getDomain: ["veao", "veao", "veao", "veao", true],
  saveDomain: ["-", "-", "veao", "veao", true],
  deleteDomain: ["-", "-", "veao", "veao", true],
  verifyDomain: ["-", "-", "veao", "veao", true],
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

describe("colours", () => {
  // As the tools of the trade say it.
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#ffffff", "#767676", 4.54],
    ["#ffffff", "#777777", 4.48],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#ffffff", 8.59],
    ["#00ff00", "#000000", 15.3],
    ["#1a73e8", "#ffffff", 4.51],
  ])("%s and %s are %f apart, whichever comes first", (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });

  test.each([
    ["#000000", "#ffffff"],
    ["#ffffff", "#000000"],
    ["#ffff00", "#000000"],
    ["#1a3a8f", "#ffffff"],
    ["#777777", "#000000"],
    ["#757575", "#ffffff"],
  ])("on %s one reads %s best", (background, text) => expect(readableOn(background)).toBe(text));

  test("whatever the colour, one of black and white is read well on it", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const hex = `#${colour.toString(16).padStart(6, "0")}`;
      expect(contrast(hex, readableOn(hex))).toBeGreaterThanOrEqual(4.5);
    }));
  });
});

describe("the settings of an organization", () => {
  const judge = (change: object) => {
    const { data, error } = organizationChange.safeParse(change);
    return error === undefined ? data : error.issues.map(({ path }) => path.join("."));
  };

  test.each([
    [{ about: "  Engines. " }, { about: "Engines." }],
    [{ about: "" }, { about: "" }],
    [{ website_url: " HTTPS://Acme.example " }, { website_url: "https://acme.example/" }],
    [{ support_url: null }, { support_url: null }],
    [{ accent_color: " #1A73E8 " }, { accent_color: "#1a73e8" }],
    [{ accent_color: null }, { accent_color: null }],
    [{ languages: ["fr", "en"] }, { languages: ["fr", "en"] }],
    [{ indexed: false }, { indexed: false }],
  ])("%j is taken", (given, kept) => expect(judge(given)).toEqual(kept));

  test.each([
    [{ about: null, indexed: "no" }, ["about", "indexed"]],
    [{ about: "x".repeat(2001) }, ["about"]],
    [{ website_url: "acme.example", support_url: "" }, ["website_url", "support_url"]],
    [{ website_url: "javascript:alert(1)", support_url: "mailto:help@acme.example" }, ["website_url", "support_url"]],
    [{ website_url: "https://ada:secret@acme.example", support_url: `https://acme.example/${"x".repeat(2048)}` }, ["website_url", "support_url"]],
    [{ accent_color: "#fff" }, ["accent_color"]],
    [{ accent_color: "red" }, ["accent_color"]],
    [{ accent_color: "#12345g" }, ["accent_color"]],
    [{ languages: [] }, ["languages"]],
    [{ languages: ["en", "en"] }, ["languages"]],
    [{ languages: ["en", "xx"] }, ["languages.1"]],
    [{ languages: "en" }, ["languages"]],
  ])("%j is refused", (given, paths) => expect(judge(given)).toEqual(paths));
});

test.each([
  ...["organization.updated", "organization.logo_changed", "component.created", "component.archived", "components.ordered", "component_group.deleted", "component_groups.ordered"].map((action) => [action, true] as const),
  ...["incident.created", "incident.deleted", "incident_update.updated", "maintenance.started", "maintenance.rescheduled", "maintenance_update.created"].map((action) => [action, true] as const),
  ...["subscriber.imported", "delivery.redelivered", "token.created", "invitation.accepted", "member.left", "template.updated", "maintenance.reminded", "organization.transferred"].map((action) => [action, false] as const),
])("%s is seen by strangers: %j", (action, isSeen) => {
  expect(isPublicChange({ action, before: { published_at: null } })).toBe(isSeen);
});

test("of a postmortem strangers see what is published, or was", () => {
  const [draft, published] = [{ body: "x", published_at: null }, { body: "x", published_at: "2026-11-20T09:30:00.000Z" }];
  const seen = (action: string, before?: object, after?: object) => isPublicChange({ action, ...(before && { before }), ...(after && { after }) });
  expect([seen("postmortem.created", undefined, draft), seen("postmortem.updated", draft, draft), seen("postmortem.deleted", draft)]).toEqual([false, false, false]);
  expect([seen("postmortem.published", draft, published), seen("postmortem.retracted", published, draft), seen("postmortem.updated", published, published), seen("postmortem.deleted", published)]).toEqual([true, true, true, true]);
});
