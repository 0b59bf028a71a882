import type { Outcome } from "@/lib/notifications/channel";
import { open } from "@/lib/sealing";
import { messageIdOf } from "./headers";
import type { MailData, MailTemplate } from "./jobs";
import { linkLives } from "./link-lives";
import { type Draft, renderMail } from "./render";
import { confirmationMail } from "./templates/confirmation";
import { emailChangeMail } from "./templates/email-change";
import { emailChangeNotice } from "./templates/email-change-notice";
import { invitationMail } from "./templates/invitation";
import { passwordResetMail } from "./templates/password-reset";
import { quarantineMail } from "./templates/quarantine";
import { sendMail } from "./transport";

const templates: { [Name in MailTemplate]: (data: MailData[Name]) => Draft } = {
  subscription_confirmation: confirmationMail,
  password_reset: passwordResetMail,
  email_change: emailChangeMail,
  email_change_notice: emailChangeNotice,
  invitation: invitationMail,
  quarantine: quarantineMail,
};

type JobRow = { id: string; recipient: string; template: string; data: string };

/**
 * Makes one attempt to send a job's mail. Never throws, writes nothing: whoever claimed the row writes `attempts` + 1 and
 * `error`, and on success state `sent`, on a permanent failure or after the last attempt `dead`, both with `data` emptied
 * (""); else the next `nextAttemptAt`. A mail whose link has expired by `now`, or
 * leads to nothing any more, is not sent: a permanent failure.
 */
export async function sendJob(row: JobRow, signal: AbortSignal, now: Date = new Date(), lives: typeof linkLives = linkLives): Promise<Outcome> {
  try {
    if (!Object.hasOwn(templates, row.template)) return hopeless(`There is no mail ${JSON.stringify(row.template)}.`);
    const name = row.template as MailTemplate;
    const template = templates[name] as (data: never) => Draft;
    const data = unseal(row.data);
    if (data === null) return hopeless("The data of this mail cannot be opened: they were emptied, or sealed under a secret that is gone.");
    if (data.expires_at !== undefined && new Date(data.expires_at) <= now) return hopeless("Its link expired before the mail could be sent.");
    if (!(await lives(name, data.token))) return hopeless("Its link was used or withdrawn before the mail could be sent.");
    const { subject, body } = template(data as never);
    return await sendMail({ to: row.recipient, subject, ...(await renderMail(body)), messageId: messageIdOf(row.id) }, signal);
  } catch (error) {
    return { ok: false, statusCode: null, error: `The mail could not be made: ${(error as Error).name}`, response: "" };
  }
}

function unseal(data: string): { token?: string; expires_at?: string } | null {
  try {
    return open(data);
  } catch {
    return null;
  }
}

const hopeless = (error: string): Outcome => ({ ok: false, statusCode: null, error, response: "", permanent: true });
