import { createEmailChangeLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import type { EmailContent } from "../render";
import {
  ActionButton,
  FooterLine,
  EmailLayout,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type EmailChangeEmail = {
  name: string;
  email: string;
  token: string;
  expires_at: string;
};

/** Contains the link that changes an account's address to the recipient of this email. */
export function buildEmailChangeEmail({
  name,
  email,
  token,
  expires_at,
}: EmailChangeEmail): EmailContent {
  const subject = "Confirm your new email address";
  const link = createEmailChangeLink(token);
  const body = (
    <EmailLayout
      title={subject}
      preview="You asked to use this address for your account."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Candor never asks for your password.</FooterLine>}
    >
      <EmailTitle>{subject}</EmailTitle>
      <Paragraph>
        {"Hello "}
        <bdi>{removeUrls(name, "there")}</bdi>
        {", someone asked to use this address for the account with the email address "}
        <bdi>{email}</bdi>
        {". After you confirm, use it to sign in."}
      </Paragraph>
      <ActionButton href={link}>Use this address</ActionButton>
      <FallbackLink href={link} />
      <div style={{ height: 16 }} />
      <Paragraph quiet>{`The link works once and expires on ${formatTime(expires_at)}.`}</Paragraph>
      <Paragraph quiet>
        Didn’t request this? Ignore this email, and the account keeps its current address.
      </Paragraph>
    </EmailLayout>
  );
  return { subject, body };
}
