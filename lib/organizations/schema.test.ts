import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import {
  acceptance,
  memberChange,
  memberPage,
  newInvitation,
  newOrganization,
  organizationChange,
} from "./schema";

describe("a new organization", () => {
  test.each(["a", "7", "a-b_c", "9_-", `a${"Z".repeat(63)}`])("can have the ID %s", (id) =>
    expect(newOrganization.parse({ id })).toEqual({ id }),
  );

  test.each<[string, unknown, string[]]>([
    ["no ID", { name: "Engines" }, ["id"]],
    ["an ID of another type and a blank name", { id: 7, name: " " }, ["id", "name"]],
    ["a name of 256 characters", { id: "engines", name: "n".repeat(256) }, ["name"]],
    ["a NUL and a lone surrogate", { id: "a\0", name: "\udc00" }, ["id", "name"]],
    ...[
      "a b",
      "engines\n",
      "a".repeat(65),
      "-begins",
      "_begins",
      "with.dot",
      "with blank",
      "€",
      "\0",
      "a/b",
      "a\n",
      "😀",
      "null'--",
      "",
    ].map((id): [string, unknown, string[]] => [`the ID ${JSON.stringify(id)}`, { id }, ["id"]]),
    ["an array", [], [""]],
  ])("with %s gets an error for each invalid field", (_name, body, paths) =>
    expect(listInvalidPaths(newOrganization, body)).toEqual(paths),
  );
});

describe("organization settings", () => {
  test.each([
    [{ about: "  Engines. " }, { about: "Engines." }],
    [{ about: "" }, { about: "" }],
    [{ website_url: " HTTPS://Acme.example " }, { website_url: "https://acme.example/" }],
    [{ support_url: null }, { support_url: null }],
    [{ accent_color: " #1A73E8 " }, { accent_color: "#1a73e8" }],
    [{ accent_color: null }, { accent_color: null }],
    [{ languages: ["fr", "en"] }, { languages: ["fr", "en"] }],
    [{ indexed: false }, { indexed: false }],
    [{ time_zone: " asia/tokyo " }, { time_zone: "Asia/Tokyo" }],
  ])("accept %j", (given, expected) => expect(organizationChange.parse(given)).toEqual(expected));

  test.each([
    [{ about: null, indexed: "no" }, ["about", "indexed"]],
    [{ about: "x".repeat(2001) }, ["about"]],
    [{ website_url: "acme.example", support_url: "" }, ["website_url", "support_url"]],
    [
      { website_url: "javascript:alert(1)", support_url: "mailto:help@acme.example" },
      ["website_url", "support_url"],
    ],
    [
      {
        website_url: "https://ada:secret@acme.example",
        support_url: `https://acme.example/${"x".repeat(2048)}`,
      },
      ["website_url", "support_url"],
    ],
    [{ accent_color: "#fff" }, ["accent_color"]],
    [{ accent_color: "red" }, ["accent_color"]],
    [{ accent_color: "#12345g" }, ["accent_color"]],
    [{ languages: [] }, ["languages"]],
    [{ languages: ["en", "en"] }, ["languages"]],
    [{ languages: ["en", "xx"] }, ["languages.1"]],
    [{ languages: "" }, ["languages"]],
    [{ languages: "en" }, ["languages"]],
    [{ languages: "english" }, ["languages"]],
    [{ languages: Array(300_000).fill("en") }, ["languages"]],
    [{ languages: ["en", "tlh"] }, ["languages.1"]],
    [{ name: " ", time_zone: "Mars" }, ["name", "time_zone"]],
    [{ name: "", time_zone: "Mars/Olympus" }, ["name", "time_zone"]],
    [{ time_zone: "+05:30" }, ["time_zone"]],
    [{ time_zone: 7 }, ["time_zone"]],
  ])("reject %j", (given, paths) =>
    expect(listInvalidPaths(organizationChange, given)).toEqual(paths),
  );
});

describe("an invitation", () => {
  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["role"]],
    ["an empty email address", { email: "", role: "viewer" }, ["email"]],
    ["an invalid address and role", { email: "grace at example", role: "king" }, ["email", "role"]],
    [
      "an address with a line break",
      { email: "a@example.com\r\nBcc: b@example.com", role: "viewer" },
      ["email"],
    ],
    ["other types", { email: ["a@example.com"], role: 7 }, ["email", "role"]],
    ["a NUL", { email: "a\0@example.com", role: "viewer\0" }, ["email", "role"]],
  ])("with %s gets an error for each invalid field", (_name, body, paths) =>
    expect(listInvalidPaths(newInvitation, body)).toEqual(paths),
  );

  test.each([undefined, "", " ", 7, "a\0"])("cannot be accepted with the token %j", (token) =>
    expect(listInvalidPaths(acceptance, { token })).toEqual(["token"]),
  );
});

test("a member's role must be one of the four roles; the member list accepts only valid cursors", () => {
  expect(listInvalidPaths(memberChange, { role: "king" })).toEqual(["role"]);
  expect(listInvalidPaths(memberPage, { before: "x" })).toEqual(["before"]);
});
