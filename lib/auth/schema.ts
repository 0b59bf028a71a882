import { z } from "zod";
import { limits } from "@/lib/limits";
import { themes } from "@/lib/theme";
import { emailAddress, rawText, text, withAsciiDomain } from "@/lib/validation";

export const PASSWORD_MIN_LENGTH = 8;
/** bcrypt ignores all bytes after the 72nd. */
export const PASSWORD_MAX_BYTES = 72;

export const countPasswordBytes = (password: string): number =>
  new TextEncoder().encode(password).length;

const newPassword = rawText()
  .superRefine((password, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", message });
    if ([...password].length < PASSWORD_MIN_LENGTH)
      fail(`must be at least ${PASSWORD_MIN_LENGTH} characters`);
    else if (countPasswordBytes(password) > PASSWORD_MAX_BYTES)
      fail(`must be at most ${PASSWORD_MAX_BYTES} bytes`);
  })
  .meta({
    description: `At least ${PASSWORD_MIN_LENGTH} characters, at most ${PASSWORD_MAX_BYTES} bytes.`,
    format: "password",
    minLength: PASSWORD_MIN_LENGTH,
  });

const passwordPolicy = z
  .enum(["strict"])
  .nullish()
  .meta({
    description:
      "`strict` rejects common and breached passwords, and passwords based on the account's " +
      "email address. The server can be configured to always use `strict`.",
  });
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

export const registration = z
  .object({
    email: emailAddress(),
    password: newPassword,
    name: text({ max: () => limits.name }),
    invitation_token: rawText().trim().nullish(),
    password_policy: passwordPolicy,
  })
  .meta({
    id: "Registration",
    examples: [
      { email: "ada@example.com", password: "correct horse battery", name: "Ada Lovelace" },
    ],
  });
export type Registration = z.infer<typeof registration>;

/**
 * Does not validate the format of the email or the length of the password, so that invalid values
 * get the same 401 as wrong ones.
 */
export const credentials = z
  .object({
    email: rawText().trim().toLowerCase().min(1, "must not be empty").transform(withAsciiDomain),
    password: rawText().min(1, "must not be empty"),
  })
  .meta({
    id: "Credentials",
    examples: [{ email: "ada@example.com", password: "correct horse battery" }],
  });
export type Credentials = z.infer<typeof credentials>;

export const passwordResetRequest = z
  .object({ email: emailAddress() })
  .meta({ id: "PasswordResetRequest", examples: [{ email: "ada@example.com" }] });
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

export const passwordReset = z
  .object({
    token: rawText().trim().min(1, "must not be empty"),
    password: newPassword,
    password_policy: passwordPolicy,
  })
  .meta({
    id: "PasswordReset",
    examples: [
      { token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE", password: "battery staple horse" },
    ],
  });
export type PasswordReset = z.infer<typeof passwordReset>;

const existingPassword = rawText().min(1, "must not be empty");

export const accountChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    theme: z.enum(themes).optional().meta({
      description: "The theme of the dashboard. `system` follows the setting of the browser.",
    }),
  })
  .meta({ id: "AccountChange", examples: [{ name: "Ada King", theme: "dark" }] });
export type AccountChange = z.infer<typeof accountChange>;

export const emailChange = z.object({ email: emailAddress(), password: existingPassword }).meta({
  id: "EmailChange",
  examples: [{ email: "ada@example.org", password: "correct horse battery" }],
});
export type EmailChange = z.infer<typeof emailChange>;

export const emailConfirmation = z.object({ token: rawText().trim().min(1, "must not be empty") });

export const passwordChange = z.object({
  current_password: existingPassword,
  new_password: newPassword,
  password_policy: passwordPolicy,
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const accountDeletion = z.object({ password: existingPassword });

export const reauthentication = z
  .object({ password: existingPassword })
  .meta({ id: "Reauthentication", examples: [{ password: "correct horse battery" }] });
export type Reauthentication = z.infer<typeof reauthentication>;
