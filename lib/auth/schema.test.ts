import { describe, expect, test } from "vitest";
import { credentials, registration } from "./schema";

const account = { email: "ada@example.com", password: "correct horse", name: "Ada" };
const paths = (input: object) =>
  registration
    .safeParse({ ...account, ...input })
    .error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("a registration", () => {
  test("trims and lower-cases the email, trims the name, leaves the password alone", () => {
    const given = { email: "  Ada@Example.COM ", password: "  spaces count  ", name: " Ada " };
    expect(registration.parse(given)).toEqual({
      email: "ada@example.com",
      password: "  spaces count  ",
      name: "Ada",
    });
  });

  test.each([
    ["8 characters", "x".repeat(8), true],
    ["7 characters", "x".repeat(7), false],
    ["72 bytes", "x".repeat(72), true],
    ["73 bytes", "x".repeat(73), false],
    ["36 characters of 2 bytes", "é".repeat(36), true],
    ["37 characters of 2 bytes", "é".repeat(37), false],
    ["8 emoji", "🔥".repeat(8), true],
    ["7 emoji", "🔥".repeat(7), false],
    ["a NUL", "password\0", false],
  ])("with a password of %s", (_name, password, accepted) =>
    expect(paths({ password })).toEqual(accepted ? [] : ["password"]),
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
  ])("refuses the email %j", (email) => expect(paths({ email })).toEqual(["email"]));
});

test("login does not validate the format: a value that cannot be an account is just wrong", () => {
  expect(credentials.safeParse({ email: "x", password: "y".repeat(100) }).success).toBe(true);
});
