import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import {
  accountChange,
  accountDeletion,
  credentials,
  emailChange,
  emailConfirmation,
  passwordChange,
  registration,
} from "./schema";

const account = { email: "ada@example.com", password: "correct horse", name: "Ada" };
const emailOfLength = (length: number) => {
  const domain = `${`${"d".repeat(60)}.`.repeat(3)}example.com`;
  return `${"a".repeat(length - domain.length - 1)}@${domain}`;
};

describe("a registration", () => {
  test("trims and lowercases the email, trims the name, and keeps the password unchanged", () => {
    const input = { email: "  Ada@Example.COM ", password: "  spaces count  ", name: " Ada " };
    expect(registration.parse(input)).toEqual({
      email: "ada@example.com",
      password: "  spaces count  ",
      name: "Ada",
    });
  });

  test.each([
    ["a password of 8 characters", { password: "12345678" }],
    ["a password of 8 characters of four bytes each", { password: "😀".repeat(8) }],
    ["a password of 72 bytes", { password: "x".repeat(72) }],
    ["a password of 72 bytes in 36 characters", { password: "é".repeat(36) }],
    ["a password of 72 bytes in 18 characters", { password: "😀".repeat(18) }],
    ["a name of one character", { name: "A" }],
    ["a name of 255 characters", { name: "n".repeat(255) }],
    ["a name of 255 emoji", { name: "😀".repeat(255) }],
    ["an email of 254 characters", { email: emailOfLength(254) }],
  ])("accepts %s", (_name, fields) =>
    expect(registration.parse({ ...account, ...fields })).toEqual({ ...account, ...fields }),
  );

  test("accepts a name of 255 characters between spaces", () => {
    const name = "n".repeat(255);
    expect(registration.parse({ ...account, name: `  ${name}  ` }).name).toBe(name);
  });

  test.each<[string, object, string[]]>([
    [
      "no fields",
      { email: undefined, password: undefined, name: undefined },
      ["email", "password", "name"],
    ],
    ["only nulls", { email: null, password: null, name: null }, ["email", "password", "name"]],
    [
      "values of the wrong type",
      { email: 1, password: ["12345678"], name: { a: 1 } },
      ["email", "password", "name"],
    ],
    ["only blank values", { email: "", password: "", name: " \n" }, ["email", "password", "name"]],
    ["no email", { email: undefined }, ["email"]],
    ["no password", { password: undefined }, ["password"]],
    ["no name", { name: undefined }, ["name"]],
    ["an email that is a number", { email: 7 }, ["email"]],
    ["an email of one word", { email: "ada" }, ["email"]],
    ["an email without @", { email: "ada.example.com" }, ["email"]],
    ["an email without domain", { email: "ada@" }, ["email"]],
    ["an email without local part", { email: "@example.com" }, ["email"]],
    ["an email with a space inside", { email: "a da@example.com" }, ["email"]],
    ["an email of 255 characters", { email: emailOfLength(255) }, ["email"]],
    ["a password of 7 characters", { password: "1234567" }, ["password"]],
    ["a password of 7 characters in 28 bytes", { password: "😀".repeat(7) }, ["password"]],
    ["a password of 73 bytes", { password: "x".repeat(73) }, ["password"]],
    ["a password of 74 bytes in 37 characters", { password: "é".repeat(37) }, ["password"]],
    ["a password of 73 bytes in 19 characters", { password: `${"😀".repeat(18)}x` }, ["password"]],
    ["a name of 256 characters", { name: "n".repeat(256) }, ["name"]],
    ["a name of 256 emoji", { name: "😀".repeat(256) }, ["name"]],
    [
      "a NUL in each field",
      { email: "a\0@example.com", password: "12345678\0", name: "A\0da" },
      ["email", "password", "name"],
    ],
    [
      "a lone surrogate in each field",
      { email: "a\ud800@example.com", password: "12345678\udc00", name: "A\ud800da" },
      ["email", "password", "name"],
    ],
    ["a password that is too short and has a NUL", { password: "1\0" }, ["password"]],
    [
      "a password that is too long and has a lone surrogate",
      { password: `${"x".repeat(80)}\ud800` },
      ["password"],
    ],
    [
      "an invitation token of the wrong type and an unknown policy",
      { invitation_token: 7, password_policy: "lax" },
      ["invitation_token", "password_policy"],
    ],
  ])("with %s gets one error for each invalid field", (_name, fields, paths) =>
    expect(listInvalidPaths(registration, { ...account, ...fields })).toEqual(paths),
  );
});

describe("a login request", () => {
  test("accepts an internationalized domain in the form in which it was registered", () => {
    const password = "correct horse battery";
    const email = "Ada@Bücher.example";
    expect(credentials.parse({ email, password }).email).toBe(
      registration.parse({ email, password, name: "Ada" }).email,
    );
  });

  test("does not validate the format of email and password", () => {
    expect(credentials.safeParse({ email: "x", password: "y".repeat(100) }).success).toBe(true);
  });

  test.each<[string, unknown, string[]]>([
    ["an empty object", {}, ["email", "password"]],
    ["an array", [], [""]],
    ["null", null, [""]],
    ["a number", 1, [""]],
    ["a string", "email", [""]],
    ["no password", { email: "a@example.com" }, ["password"]],
    ["no email", { password: "correct horse" }, ["email"]],
    ["values of the wrong type", { email: {}, password: 12345678 }, ["email", "password"]],
    ["a NUL", { email: "\0", password: "\0" }, ["email", "password"]],
    ["lone surrogates", { email: "\ud800", password: "\udfff" }, ["email", "password"]],
  ])("with %s gets an error for each invalid field", (_name, body, paths) =>
    expect(listInvalidPaths(credentials, body)).toEqual(paths),
  );
});

test("invalid changes to an account get an error for each invalid field", () => {
  expect(listInvalidPaths(accountChange, { name: " " })).toEqual(["name"]);
  expect(listInvalidPaths(emailChange, { email: "nowhere", password: "" })).toEqual([
    "email",
    "password",
  ]);
  expect(listInvalidPaths(passwordChange, { current_password: "", new_password: "short" })).toEqual(
    ["current_password", "new_password"],
  );
  expect(listInvalidPaths(accountDeletion, {})).toEqual(["password"]);
  for (const token of [undefined, "", " ", 7])
    expect(listInvalidPaths(emailConfirmation, { token })).toEqual(["token"]);
});
