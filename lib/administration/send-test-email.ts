import { EMAIL_TIMEOUT_MS } from "@/lib/notifications/channel";
import { getSmtpUrls } from "@/lib/email/email-destination";
import { formatMessageId } from "@/lib/email/headers";
import { renderEmail } from "@/lib/email/render";
import { buildTestEmail } from "@/lib/email/templates/test-email";
import { deliverEmail } from "@/lib/email/transport";
import { newId } from "@/lib/ids";
import { type Check, fail, ok, warn } from "./checks";

/** Sends a test email without the queue. The returned check contains the mail server's response. */
export async function sendTestEmail(to: string): Promise<Check> {
  const name = "test email";
  const { subject, body } = buildTestEmail();
  const message = {
    to,
    subject,
    ...(await renderEmail(body)),
    messageId: formatMessageId(newId()),
  };
  const {
    ok: isSent,
    error,
    response,
  } = await deliverEmail(message, AbortSignal.timeout(EMAIL_TIMEOUT_MS));
  if (!isSent)
    return fail(name, error ?? "The email could not be sent.", "Correct SMTP_URL and MAIL_FROM.");
  if (getSmtpUrls().length === 0)
    return warn(name, `${response}, in DATA_DIR/mail.`, "Set SMTP_URL to send emails.");
  return ok(name, `The mail server accepted the email to ${to}: ${response}`);
}
