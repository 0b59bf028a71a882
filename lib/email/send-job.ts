import { createFailedOutcome, type Outcome } from "@/lib/notifications/channel";
import { tryDecrypt } from "@/lib/encryption";
import { formatMessageId } from "./headers";
import type { EmailTemplate } from "./email-jobs";
import { isLinkUsable } from "./link-usability";
import { type EmailOrganization, getSender } from "./email-organization";
import { logRenderError, type EmailContent, renderEmail } from "./render";
import {
  buildEmailChangeEmail,
  buildEmailChangeNotice,
  buildPasswordResetEmail,
  buildSecurityNotice,
  buildVerificationEmail,
} from "./templates/account-emails";
import { buildConfirmationEmail } from "./templates/confirmation-email";
import { buildInvitationEmail } from "./templates/invitation-email";
import { buildQuarantineEmail } from "./templates/quarantine-email";
import { deliverEmail } from "./transport";

export const emailTemplates = {
  subscription_confirmation: buildConfirmationEmail,
  password_reset: buildPasswordResetEmail,
  email_verification: buildVerificationEmail,
  email_change: buildEmailChangeEmail,
  email_change_notice: buildEmailChangeNotice,
  invitation: buildInvitationEmail,
  quarantine: buildQuarantineEmail,
  security_notice: buildSecurityNotice,
} satisfies Record<string, (data: never) => EmailContent>;

/** Templates of emails whose sender and reply address are those of the organization. */
const fromOrganization: readonly EmailTemplate[] = ["subscription_confirmation", "quarantine"];

type JobData = { token?: string; expires_at?: string; organization?: EmailOrganization };
type JobRow = { id: string; recipient: string; template: string; data: string };

/**
 * Renders and sends a queued email. Never throws. An expired or used link is a permanent failure.
 */
export async function sendEmailJob(
  row: JobRow,
  signal: AbortSignal,
  now: Date = new Date(),
  isUsable: typeof isLinkUsable = isLinkUsable,
): Promise<Outcome> {
  try {
    if (!Object.hasOwn(emailTemplates, row.template))
      return createPermanentFailure(
        `This server has no email template ${JSON.stringify(row.template)}. ` +
          "Update it to the version that queued the email.",
      );
    const name = row.template as EmailTemplate;
    const buildEmail: (data: never) => EmailContent = emailTemplates[name];
    const data = tryDecrypt<JobData>(row.data);
    if (data === null)
      return createPermanentFailure(
        "This email's data can't be decrypted: it was deleted, or was encrypted with a secret " +
          "that this server doesn't have. Check DATA_SECRET and SESSION_SECRET.",
      );
    if (data.expires_at !== undefined && new Date(data.expires_at) <= now)
      return createPermanentFailure("The link expired before the email could be sent.");
    if (!(await isUsable(name, data.token)))
      return createPermanentFailure("The link was used or revoked before the email could be sent.");
    const { subject, body } = buildEmail(data as never);
    return await deliverEmail(
      {
        to: row.recipient,
        ...(fromOrganization.includes(name) && data.organization && getSender(data.organization)),
        subject,
        ...(await renderEmail(body)),
        messageId: formatMessageId(row.id),
      },
      signal,
    );
  } catch (error) {
    return createFailedOutcome(logRenderError(error));
  }
}

const createPermanentFailure = (error: string) => createFailedOutcome(error, { isPermanent: true });
