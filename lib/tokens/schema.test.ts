import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { newApiToken } from "./schema";

describe("a new token", () => {
  test("accepts an expiry with any UTC offset, and null for no expiry", () => {
    expect(
      newApiToken.parse({ name: " CI ", role: "admin", expires_at: "2027-01-01T02:00:00+02:00" }),
    ).toEqual({
      name: "CI",
      role: "admin",
      grants: [],
      expires_at: new Date("2027-01-01T00:00:00Z"),
    });
    expect(newApiToken.parse({ name: "CI", role: "viewer", expires_at: null })).toEqual({
      name: "CI",
      role: "viewer",
      grants: [],
      expires_at: null,
    });
  });

  test.each([
    [{}, ["name", "role"]],
    [{ name: "", role: "owner", expires_at: "tomorrow" }, ["name", "role", "expires_at"]],
    [{ name: 7, role: 7, expires_at: 7 }, ["name", "role", "expires_at"]],
    [{ name: "CI", role: "viewer", expires_at: "2027-02-30T00:00:00Z" }, ["expires_at"]],
    [{ name: "CI", role: "viewer", expires_at: "2027-01-01" }, ["expires_at"]],
    [{ name: " ", role: "owner", expires_at: "soon" }, ["name", "role", "expires_at"]],
    [{ name: "CI", role: "viewer", expires_at: 7 }, ["expires_at"]],
    [{ name: "CI", role: "admin", grants: ["all"] }, ["grants.0"]],
    [{ name: "CI", role: "admin", grants: "all" }, ["grants"]],
    [{ name: "CI", role: "admin", grants: Array(3).fill("tokens") }, ["grants"]],
    [{ name: "\udc00", role: "viewer", expires_at: "\0" }, ["name", "expires_at"]],
  ])("with %j is rejected with an error for every invalid field", (body, paths) =>
    expect(listInvalidPaths(newApiToken, body)).toEqual(paths),
  );

  test("can have grants only as an admin", () => {
    expect(
      newApiToken.safeParse({ name: "CI", role: "editor", grants: ["members"] }).error?.issues,
    ).toMatchObject([{ path: ["grants"], message: "requires the admin role" }]);
    expect(newApiToken.parse({ name: "CI", role: "admin", grants: ["members"] }).grants).toEqual([
      "members",
    ]);
  });
});
