import { createVerifyEmailLink } from "@/lib/links";
import type { EmailContent } from "../render";
import {
  ActionButton,
  EmailLayout,
  FooterLine,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type VerificationEmail = {
  token: string;
  expires_at: string;
};

/** Asks the owner of a new account to confirm its address. Contains no text of the user. */
export function buildVerificationEmail({ token, expires_at }: VerificationEmail): EmailContent {
  const subject = "Confirm your email address";
  const link = createVerifyEmailLink(token);
  const body = (
    <EmailLayout
      title={subject}
      preview="Confirm the address of your new account."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Candor never asks for your password.</FooterLine>}
    >
      <EmailTitle>{subject}</EmailTitle>
      <Paragraph>
        An account was created with this address. Confirm it so your organization can invite members
        and email the subscribers that you add.
      </Paragraph>
      <ActionButton href={link}>Confirm email address</ActionButton>
      <FallbackLink href={link} />
      <div style={{ height: 16 }} />
      <Paragraph quiet>{`The link works once and expires on ${formatTime(expires_at)}.`}</Paragraph>
      <Paragraph quiet>Didn’t create an account? Ignore this email.</Paragraph>
    </EmailLayout>
  );
  return { subject, body };
}
