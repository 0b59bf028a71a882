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
  /** Of the account. */
  name: string;
  /** The address that it is to have. */
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
        {". It changes when the link that we sent there is used."}
      </Paragraph>
      <Paragraph>
        If it was you, you don't need to do anything. If it wasn't, someone knows your password: a
        new one ends all sessions and that link.
      </Paragraph>
      <ActionButton href={link}>Set a new password</ActionButton>
      <FallbackLink href={link} />
    </EmailLayout>
  );
  return { subject, body };
}
