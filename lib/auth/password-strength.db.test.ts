import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { NOW } from "@/e2e/support/database-fixtures";
import type { UserActor } from "@/lib/actor";
import { reader } from "@/lib/db/database";
import { env } from "@/lib/env";
import { hashToken, decrypt } from "@/lib/encryption";
import { login, register } from "./accounts";
import { changePassword } from "./my-account";
import { confirmPasswordReset, requestPasswordReset } from "./password-reset";
import { findSession } from "./sessions";

const client = { ipAddress: "198.51.100.7", userAgent: "test" };
const STRONG = "correct horse";
const weak = (path: string) => ({
  kind: "invalid",
  status: 400,
  extra: { errors: [{ path, message: expect.any(String) }] },
});
const newEmail = () => `${randomUUID()}@example.com`;

async function newAccount() {
  const email = newEmail();
  const { user, token } = await register({ email, password: STRONG, name: "Ada" }, client, NOW);
  const actor: UserActor = { kind: "user", userId: user.id, name: user.name };
  return {
    email,
    context: { actor, now: NOW, client },
    session: (await findSession(hashToken(token), NOW))!,
  };
}

afterEach(() => void (env.PASSWORD_POLICY = "minimum"));

const ada = { email: "ada.lovelace@example.com" };
const weakPasswords = [
  "password1",
  "PassWord1",
  "qwertyuiop",
  "12345678",
  ada.email,
  ada.email.toUpperCase(),
  `my ${ada.email}`,
  "Ada.Lovelace",
];

describe("register", () => {
  test.each(weakPasswords)("rejects %s with a strict policy", async (password) => {
    await expect(
      register({ ...ada, password, name: "Ada", password_policy: "strict" }, client, NOW),
    ).rejects.toMatchObject(weak("password"));
    env.PASSWORD_POLICY = "strict";
    await expect(register({ ...ada, password, name: "Ada" }, client, NOW)).rejects.toMatchObject(
      weak("password"),
    );
  });

  test("accepts weak passwords without a strict policy", async () => {
    await expect(
      register({ email: newEmail(), password: "password1", name: "Ada" }, client, NOW),
    ).resolves.toBeDefined();
  });

  test("accepts other passwords of 8 characters with a strict policy", async () => {
    env.PASSWORD_POLICY = "strict";
    await expect(
      register({ email: newEmail(), password: "k3vYw0mq", name: "Ada" }, client, NOW),
    ).resolves.toBeDefined();
  });
});

test("with a strict policy, a password change rejects a common password and the account's email", async () => {
  const { email, context, session } = await newAccount();
  for (const new_password of ["password1", email]) {
    const change = changePassword(context, session, {
      current_password: STRONG,
      new_password,
      password_policy: "strict",
    });
    await expect(change).rejects.toMatchObject(weak("new_password"));
  }
  await expect(login({ email, password: STRONG }, client, NOW)).resolves.toBeDefined();
  await expect(
    changePassword(context, session, { current_password: STRONG, new_password: "password1" }),
  ).resolves.toBeUndefined();
});

test("with a strict policy, a password reset rejects weak passwords, and its link stays valid", async () => {
  const { email } = await newAccount();
  await requestPasswordReset({ email }, client, NOW);
  const [job] = await reader().emailJob.findMany({ where: { recipient: email } });
  const { token } = decrypt<{ token: string }>(job!.data);
  for (const password of ["password1", email]) {
    await expect(
      confirmPasswordReset({ token, password, password_policy: "strict" }, client, NOW),
    ).rejects.toMatchObject(weak("password"));
  }
  await expect(
    confirmPasswordReset(
      { token, password: "battery staple", password_policy: "strict" },
      client,
      NOW,
    ),
  ).resolves.toBeUndefined();
});
