import { newId } from "@/lib/ids";
import { seal } from "@/lib/sealing";
import type { ConfirmationMail } from "./templates/confirmation";
import type { EmailChangeMail } from "./templates/email-change";
import type { EmailChangeNotice } from "./templates/email-change-notice";
import type { InvitationMail } from "./templates/invitation";
import type { PasswordResetMail } from "./templates/password-reset";
import type { QuarantineMail } from "./templates/quarantine";

/** Mails to one person that tell of no event, and what each needs to know. Templates themselves are loaded where mails are sent. */
export type MailData = {
  subscription_confirmation: ConfirmationMail;
  password_reset: PasswordResetMail;
  email_change: EmailChangeMail;
  email_change_notice: EmailChangeNotice;
  invitation: InvitationMail;
  quarantine: QuarantineMail;
};
export type MailTemplate = keyof MailData;

export type NewMailJob = { [Name in MailTemplate]: { recipient: string; template: Name; data: MailData[Name]; now: Date } }[MailTemplate];

/** The row of a mail, to be written in the transaction of what it tells of. Its data are sealed: they carry tokens. */
export function mailJobRow({ recipient, template, data, now }: NewMailJob) {
  return { id: newId(), recipient, template, data: seal(data), state: "pending", attempts: 0, nextAttemptAt: now, createdAt: now, error: null };
}
