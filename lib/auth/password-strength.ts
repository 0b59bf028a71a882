import { env } from "@/lib/env";
import { invalidField } from "@/lib/errors";
import { PASSWORD_MIN_LENGTH, type PasswordPolicy } from "./schema";

type NewPassword = { password: string; email: string; policy: PasswordPolicy; path: string };

let commonPasswords: Promise<Set<string>> | undefined;

/** Loads the list of common passwords on first use, because it takes 2 MB of memory. */
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
 * Throws 400 for `path` if a strict policy applies and the password is common, contains the user's
 * email address, or is the part of the address before the @.
 */
export async function requireStrongPassword({
  password,
  email,
  policy,
  path,
}: NewPassword): Promise<void> {
  if (policy !== "strict" && env.PASSWORD_POLICY !== "strict") return;
  const lowerCase = password.toLowerCase();
  if (lowerCase.includes(email) || lowerCase === email.split("@")[0])
    throw invalidField(
      path,
      "must not be based on your email address. Choose something only you know",
    );
  if ((await loadCommonPasswords()).has(lowerCase))
    throw invalidField(path, "is on lists of common and breached passwords. Choose another one");
}
