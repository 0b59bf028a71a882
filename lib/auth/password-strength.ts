import { env } from "@/lib/env";
import { invalid } from "@/lib/errors";
import { PASSWORD_MIN_LENGTH, type PasswordPolicy } from "./schema";

type NewPassword = { password: string; email: string; policy: PasswordPolicy; path: string };

let commonPasswords: Promise<Set<string>> | undefined;

/** Common and breached passwords in lower case. 2 MB, so they are loaded when first needed. */
function loadCommonPasswords(): Promise<Set<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(
        dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN_LENGTH),
      ),
  );
  return commonPasswords;
}

/**
 * 400 naming `path` for a password that is easy to guess, where the caller or the server's setting
 * asks for a strict policy.
 */
export async function requireStrongPassword({
  password,
  email,
  policy,
  path,
}: NewPassword): Promise<void> {
  if (policy !== "strict" && env.PASSWORD_POLICY !== "strict") return;
  const lowerCase = password.toLowerCase();
  if (lowerCase.includes(email) || lowerCase === email.split("@")[0]) {
    throw invalid([{ path, message: "must not be your email. Choose something only you know" }]);
  }
  if ((await loadCommonPasswords()).has(lowerCase)) {
    throw invalid([
      { path, message: "is on lists of common and breached passwords. Choose another one" },
    ]);
  }
}
