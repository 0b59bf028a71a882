import { z } from "zod";
import { idPage } from "@/lib/cursor";
import { defineOperations } from "@/lib/operation";
import {
  accountChange,
  accountDeletion,
  credentials,
  emailChange,
  emailConfirmation,
  passwordChange,
  passwordReset,
  passwordResetRequest,
  reauthentication,
  registration,
} from "./schema";
import { activityEntrySchema, sessionSchema, userSchema, verificationSchema } from "./serialize";

const ACCOUNT_BODY_BYTES = 8_192;

export const accountOperations = defineOperations("Accounts", {
  register: {
    endpoint: "POST /v1/auth/register",
    summary: "Create an account and sign in",
    description:
      "When registration is closed, `invitation_token` is required: the token " +
      "of a pending invitation. The token of an emailed invitation works only for " +
      "the invited address. Accept the invitation with a separate request.",
    access: "public",
    body: registration,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    errors: ["email_taken", "forbidden"],
    response: { status: 201, schema: userSchema },
  },
  login: {
    endpoint: "POST /v1/auth/login",
    summary: "Sign in",
    access: "public",
    body: credentials,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    errors: ["bad_credentials"],
    response: { status: 200, schema: userSchema },
  },
  reauthenticate: {
    endpoint: "POST /v1/auth/reauthenticate",
    summary: "Confirm your password for sensitive operations",
    description:
      "For 10 minutes, the session can call operations that otherwise return " +
      "403 with a `type` ending in `/reauthentication-required`. A wrong password " +
      "returns 400 for `password` and counts as a failed sign-in.",
    access: "session",
    body: reauthentication,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: { status: 204 },
  },
  logout: {
    endpoint: "POST /v1/auth/logout",
    summary: "Sign out",
    access: "session",
    response: { status: 204 },
  },
  requestPasswordReset: {
    endpoint: "POST /v1/auth/password-reset",
    summary: "Email a password reset link",
    access: "public",
    body: passwordResetRequest,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: { status: 202, schema: z.object({ message: z.string() }) },
  },
  confirmPasswordReset: {
    endpoint: "POST /v1/auth/password-reset/confirm",
    summary: "Set a new password with the token from the email",
    access: "public",
    body: passwordReset,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: { status: 204 },
  },
  getMe: {
    endpoint: "GET /v1/me",
    summary: "Get your account",
    access: "session",
    response: { status: 200, schema: userSchema },
  },
  changeMe: {
    endpoint: "PATCH /v1/me",
    summary: "Change your name or theme",
    access: "session",
    body: accountChange,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    supportsIfMatch: true,
    response: { status: 200, schema: userSchema, hasETag: true },
  },
  deleteMe: {
    endpoint: "DELETE /v1/me",
    summary: "Delete your account",
    description:
      "You leave all organizations; your entries stay in their audit logs. " +
      "Returns 409 if you are the only owner of an organization: `detail` lists " +
      "the organizations to transfer or delete first. A wrong password returns 400 for `password` " +
      "and counts as a failed sign-in.",
    access: "session",
    body: accountDeletion,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    errors: ["conflict"],
    response: { status: 204 },
  },
  requestEmailChange: {
    endpoint: "POST /v1/me/email",
    summary: "Request an email address change",
    description:
      "Emails a link to the new address, and a notice to the old one if it is confirmed. The " +
      "link works once, expires after 24 hours, and replaces earlier links. The address " +
      "changes when the link is used.",
    access: "session",
    body: emailChange,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    errors: ["email_taken"],
    response: { status: 202, schema: z.object({ message: z.string() }) },
  },
  confirmEmailChange: {
    endpoint: "POST /v1/me/email/confirm",
    summary: "Confirm the new email address with the token from the email",
    description:
      "Requires no session: the link may be opened on another device. All sessions stay signed in.",
    access: "public",
    body: emailConfirmation,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    errors: ["email_taken"],
    response: { status: 204 },
  },
  getEmailVerification: {
    endpoint: "GET /v1/me/email/verification",
    summary: "Get the verification status of your email address",
    access: "session",
    response: { status: 200, schema: verificationSchema },
  },
  resendEmailVerification: {
    endpoint: "POST /v1/me/email/verification",
    summary: "Email a new link that confirms your address",
    description:
      "The link works once, expires after 7 days, and replaces earlier links. Returns 409 if " +
      "the address is already confirmed.",
    access: "session",
    errors: ["conflict"],
    response: { status: 202, schema: z.object({ message: z.string() }) },
  },
  confirmEmailVerification: {
    endpoint: "POST /v1/me/email/verification/confirm",
    summary: "Confirm your email address with the token from the email",
    description:
      "Requires no session: the link may be opened on another device. Sends the emails that " +
      "were on hold until the confirmation.",
    access: "public",
    body: emailConfirmation,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: { status: 204 },
  },
  changePassword: {
    endpoint: "PUT /v1/me/password",
    summary: "Change your password and end all other sessions",
    description:
      "A wrong `current_password` returns 400 for that field and counts as a failed sign-in.",
    access: "session",
    body: passwordChange,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: { status: 204 },
  },
  listActivity: {
    endpoint: "GET /v1/me/activity",
    summary: "List your account activity, newest first",
    description:
      "Successful and failed sign-ins, and changes to your password, email " +
      "address, and sessions. Entries are kept for 90 days.",
    access: "session",
    query: idPage,
    isPaged: true,
    response: { status: 200, schema: z.array(activityEntrySchema) },
  },
  listSessions: {
    endpoint: "GET /v1/me/sessions",
    summary: "List your sessions, newest first",
    access: "session",
    query: idPage,
    isPaged: true,
    response: { status: 200, schema: z.array(sessionSchema) },
  },
  endOtherSessions: {
    endpoint: "DELETE /v1/me/sessions",
    summary: "End all your other sessions",
    access: "session",
    response: { status: 204 },
  },
  endSession: {
    endpoint: "DELETE /v1/me/sessions/{sessionID}",
    summary: "End one of your sessions",
    description: "Ending the current session signs you out.",
    access: "session",
    errors: ["not_found"],
    response: { status: 204 },
  },
});
