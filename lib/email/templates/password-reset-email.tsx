import { createPasswordResetLink } from "@/lib/links";
import type { EmailContent } from "../render";
import { buildActionEmail, Greeting } from "./action-email";
import { Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type PasswordResetEmail = {
  name: string;
  token: string;
  expires_at: string;
};

export const buildPasswordResetEmail = ({
  name,
  token,
  expires_at,
}: PasswordResetEmail): EmailContent =>
  buildActionEmail({
    subject: "Set a new password",
    preview: "Use the link to reset your password.",
    content: (
      <Paragraph>
        <Greeting name={name} />
        {", someone asked to reset the password of your account."}
      </Paragraph>
    ),
    action: { href: createPasswordResetLink(token), label: "Set a new password" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}. Setting ` +
        "a new password signs you out everywhere.",
      "Didn’t request this? Ignore this email, and your password stays the same.",
    ],
  });
