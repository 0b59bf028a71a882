import { createVerifyEmailLink } from "@/lib/links";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type VerificationEmail = {
  token: string;
  expires_at: string;
};

/**
 * Builds the email that confirms a user's address. It contains no text from users, so that it can't
 * be used to send spam.
 */
export const buildVerificationEmail = ({ token, expires_at }: VerificationEmail): EmailContent =>
  buildActionEmail({
    subject: "Confirm your email address",
    preview: "Confirm the address of your new account.",
    content: (
      <Paragraph>
        An account was created with this address. Confirm it so your organization can invite members
        and email the subscribers that you add.
      </Paragraph>
    ),
    action: { href: createVerifyEmailLink(token), label: "Confirm email address" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}.`,
      "Didn’t create an account? Ignore this email.",
    ],
  });
