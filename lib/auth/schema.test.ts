import { describe, expect, test } from "vitest";
import { credentials, registration } from "./schema";

const account = { email: "ada@example.com", password: "correct horse", name: "Ada" };
const findInvalidPaths = (input: object) =>
  registration
    .safeParse({ ...account, ...input })
    .error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("a registration", () => {
  test("trims and lower-cases the email, trims the name, and keeps the password unchanged", () => {
    const input = { email: "  Ada@Example.COM ", password: "  spaces count  ", name: " Ada " };
    expect(registration.parse(input)).toEqual({
      email: "ada@example.com",
      password: "  spaces count  ",
      name: "Ada",
    });
  });

  test.each([
    ["8 characters", true, "x".repeat(8)],
    ["7 characters", false, "x".repeat(7)],
    ["72 bytes", true, "x".repeat(72)],
    ["73 bytes", false, "x".repeat(73)],
    ["36 characters of 2 bytes", true, "é".repeat(36)],
    ["37 characters of 2 bytes", false, "é".repeat(37)],
    ["8 emoji", true, "🔥".repeat(8)],
    ["7 emoji", false, "🔥".repeat(7)],
    ["a NUL", false, "password\0"],
  ])("with a password of %s is valid: %s", (_name, isValid, password) =>
    expect(findInvalidPaths({ password })).toEqual(isValid ? [] : ["password"]),
  );

  test.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "a b@example.com",
    `${"a".repeat(250)}@example.com`,
    7,
    null,
  ])("rejects the email %j", (email) => expect(findInvalidPaths({ email })).toEqual(["email"]));
});

test("login does not validate the format of email and password", () => {
  expect(credentials.safeParse({ email: "x", password: "y".repeat(100) }).success).toBe(true);
});
