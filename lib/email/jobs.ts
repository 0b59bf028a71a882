import { newId } from "@/lib/ids";
import { encrypt } from "@/lib/encryption";
import type { ConfirmationEmail } from "./templates/confirmation";
import type { EmailChangeEmail } from "./templates/email-change";
import type { EmailChangeNotice } from "./templates/email-change-notice";
import type { VerificationEmail } from "./templates/email-verification";
import type { InvitationEmail } from "./templates/invitation";
import type { PasswordResetEmail } from "./templates/password-reset";
import type { QuarantineEmail } from "./templates/quarantine";
import type { SecurityNotice } from "./templates/security-notice";

export type EmailData = {
  subscription_confirmation: ConfirmationEmail;
  password_reset: PasswordResetEmail;
  email_verification: VerificationEmail;
  email_change: EmailChangeEmail;
  email_change_notice: EmailChangeNotice;
  invitation: InvitationEmail;
  quarantine: QuarantineEmail;
  security_notice: SecurityNotice;
};
export type EmailTemplate = keyof EmailData;

/** Only for an email to an unconfirmed address (lib/email/held-emails.ts). */
type HeldState = { organizationId?: string; state?: "held" | "pending" };
export type NewEmailJob = {
  [Name in EmailTemplate]: { recipient: string; template: Name; data: EmailData[Name]; now: Date };
}[EmailTemplate] &
  HeldState;

/**
 * Creates the row of an email. Insert it in the transaction of the change. The data is encrypted,
 * because it contains tokens.
 */
export function createEmailJobRow({
  recipient,
  template,
  data,
  now,
  organizationId,
  state = "pending",
}: NewEmailJob) {
  return {
    id: newId(),
    organizationId: organizationId ?? null,
    recipient,
    template,
    data: encrypt(data),
    state,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
    error: null,
  };
}
