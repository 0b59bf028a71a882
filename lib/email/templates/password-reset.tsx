import { createPasswordResetLink } from "@/lib/links";
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

export type PasswordResetEmail = {
  name: string;
  token: string;
  expires_at: string;
};

export function buildPasswordResetEmail({
  name,
  token,
  expires_at,
}: PasswordResetEmail): EmailContent {
  const subject = "Set a new password";
  const link = createPasswordResetLink(token);
  const body = (
    <EmailLayout
      title={subject}
      preview="Use the link to reset your password."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Candor never asks for your password.</FooterLine>}
    >
      <EmailTitle>{subject}</EmailTitle>
      <Paragraph>
        {"Hello "}
        <bdi>{removeUrls(name, "there")}</bdi>
        {", someone asked to reset the password of your account."}
      </Paragraph>
      <ActionButton href={link}>Set a new password</ActionButton>
      <FallbackLink href={link} />
      <div style={{ height: 16 }} />
      <Paragraph quiet>
        {`The link works once and expires on ${formatTime(expires_at)}. Setting ` +
          "a new password signs you out everywhere."}
      </Paragraph>
      <Paragraph quiet>
        Didn’t request this? Ignore this email, and your password stays the same.
      </Paragraph>
    </EmailLayout>
  );
  return { subject, body };
}
