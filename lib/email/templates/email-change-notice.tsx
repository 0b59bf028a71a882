import { getForgotPasswordLink } from "@/lib/links";
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

export type EmailChangeNotice = {
  name: string;
  email: string;
};

/** Notifies the current address of an account about a requested address change. */
export function buildEmailChangeNotice({ name, email }: EmailChangeNotice): EmailContent {
  const subject = "Your email address is about to change";
  const link = getForgotPasswordLink();
  const body = (
    <EmailLayout
      title={subject}
      preview="If you didn’t request this, reset your password."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Candor never asks for your password.</FooterLine>}
    >
      <EmailTitle>{subject}</EmailTitle>
      <Paragraph>
        {"Hello "}
        <bdi>{removeUrls(name, "there")}</bdi>
        {", someone asked to change the email address of your account to "}
        <bdi>{email}</bdi>
        {". It changes once the link we sent to the new address is opened."}
      </Paragraph>
      <Paragraph>
        If this was you, you don't need to do anything. If it wasn't, someone knows your password.
        Set a new one to end all sessions and cancel the change.
      </Paragraph>
      <ActionButton href={link}>Set a new password</ActionButton>
      <FallbackLink href={link} />
    </EmailLayout>
  );
  return { subject, body };
}
