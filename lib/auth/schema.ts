import { z } from "zod";
import { cursorField, cursorId } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { emailAddress, rawText, text } from "@/lib/validation";

export const PASSWORD_MIN_LENGTH = 8;
/** bcrypt reads no further: a longer password is refused, never cut. */
export const PASSWORD_MAX_BYTES = 72;

export const passwordBytes = (password: string): number => new TextEncoder().encode(password).length;

const newPassword = rawText().superRefine((password, context) => {
  const fail = (message: string) => context.addIssue({ code: "custom", message });
  if ([...password].length < PASSWORD_MIN_LENGTH) fail(`must be at least ${PASSWORD_MIN_LENGTH} characters`);
  else if (passwordBytes(password) > PASSWORD_MAX_BYTES) fail(`must be at most ${PASSWORD_MAX_BYTES} bytes`);
}).meta({ description: `At least ${PASSWORD_MIN_LENGTH} characters, at most ${PASSWORD_MAX_BYTES} bytes.`, format: "password", minLength: PASSWORD_MIN_LENGTH });

/** Body of `POST /v1/auth/register` (contract §4). The token of a pending invitation lets somebody in where registration is closed. */
export const registration = z
  .object({ email: emailAddress(), password: newPassword, name: text({ max: () => limits.name }), invitation_token: rawText().trim().nullish() })
  .meta({ id: "Registration", examples: [{ email: "ada@example.com", password: "correct horse battery", name: "Ada Lovelace" }] });
export type Registration = z.infer<typeof registration>;

/**
 * Body of `POST /v1/auth/login` (contract §4). The form of the values is not judged: what cannot be an account is
 * answered like any wrong password.
 */
export const credentials = z
  .object({ email: rawText().trim().toLowerCase().min(1, "must not be empty"), password: rawText().min(1, "must not be empty") })
  .meta({ id: "Credentials", examples: [{ email: "ada@example.com", password: "correct horse battery" }] });
export type Credentials = z.infer<typeof credentials>;

/** Body of `POST /v1/auth/password-reset`. */
export const passwordResetRequest = z.object({ email: emailAddress() }).meta({ id: "PasswordResetRequest", examples: [{ email: "ada@example.com" }] });
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

/** Body of `POST /v1/auth/password-reset/confirm`. */
export const passwordReset = z
  .object({ token: rawText().trim().min(1, "must not be empty"), password: newPassword })
  .meta({ id: "PasswordReset", examples: [{ token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE", password: "battery staple horse" }] });
export type PasswordReset = z.infer<typeof passwordReset>;

/** A password that somebody has: its form is not judged. */
const knownPassword = rawText().min(1, "must not be empty");

/** Body of `PATCH /v1/me`. */
export const accountChange = z.object({ name: text({ max: () => limits.name }).optional() }).meta({ id: "AccountChange", examples: [{ name: "Ada King" }] });
export type AccountChange = z.infer<typeof accountChange>;

/** Body of `POST /v1/me/email`. */
export const emailChange = z.object({ email: emailAddress(), password: knownPassword }).meta({ id: "EmailChange", examples: [{ email: "ada@example.org", password: "correct horse battery" }] });
export type EmailChange = z.infer<typeof emailChange>;

/** Body of `POST /v1/me/email/confirm`. */
export const emailConfirmation = z.object({ token: rawText().trim().min(1, "must not be empty") });

/** Body of `PUT /v1/me/password`. */
export const passwordChange = z.object({ current_password: knownPassword, new_password: newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

/** Body of `DELETE /v1/me`. */
export const accountDeletion = z.object({ password: knownPassword });

/** Query of `GET /v1/me/sessions`. */
export const sessionPage = z.object({ before: cursorField(cursorId).optional() });
