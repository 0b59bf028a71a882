import { newId } from "@/lib/ids";
import { encrypt } from "@/lib/encryption";
import type { ConfirmationEmail } from "./templates/confirmation-email";
import type { EmailChangeEmail } from "./templates/email-change-email";
import type { EmailChangeNotice } from "./templates/email-change-notice";
import type { VerificationEmail } from "./templates/verification-email";
import type { InvitationEmail } from "./templates/invitation-email";
import type { PasswordResetEmail } from "./templates/password-reset-email";
import type { QuarantineEmail } from "./templates/quarantine-email";
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

/**
 * Set for emails that are held while no owner or admin of the organization has a confirmed address
 * (see lib/email/held-emails.ts).
 */
type HeldState = { organizationId?: string; state?: "held" | "pending" };
export type NewEmailJob = {
  [Name in EmailTemplate]: { recipient: string; template: Name; data: EmailData[Name]; now: Date };
}[EmailTemplate] &
  HeldState;

/**
 * Creates the row of a queued email. Insert it in the transaction of the change. The data is
 * encrypted, because it contains tokens.
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
