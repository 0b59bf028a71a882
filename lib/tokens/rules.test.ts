import { describe, expect, test } from "vitest";
import { requireValidExpiry } from "./rules";
import { newApiToken } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");

describe("an expiry", () => {
  test.each([null, "2026-11-20T09:30:00.001Z", "2031-11-20T09:30:00.000Z"])("may be %s", (at) =>
    expect(() => requireValidExpiry(at === null ? null : new Date(at), NOW)).not.toThrow(),
  );

  test.each([
    "2026-11-20T09:30:00.000Z",
    "2001-01-01T00:00:00Z",
    "2031-11-20T09:30:00.001Z",
    "9999-12-31T23:59:59Z",
  ])("cannot be %s", (at) =>
    expect(() => requireValidExpiry(new Date(at), NOW)).toThrow(
      expect.objectContaining({
        kind: "invalid",
        extra: { errors: [{ path: "expires_at", message: expect.any(String) }] },
      }),
    ),
  );
});

describe("the body", () => {
  test("takes a time with any offset, or none", () => {
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
    [{ name: "\udc00", role: "viewer", expires_at: "\0" }, ["name", "expires_at"]],
  ])("%j names every bad field", (body, paths) =>
    expect(newApiToken.safeParse(body).error!.issues.map(({ path }) => path[0])).toEqual(paths),
  );
});
