import { getForgotPasswordLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import type { EmailContent } from "../render";
import {
  ActionButton,
  FactList,
  FooterLine,
  EmailLayout,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type SecurityNotice = {
  notice: keyof typeof notices;
  name: string;
  ip_address: string;
  /** Such as "Firefox on Linux". */
  device: string;
  at: string;
};

const notices = {
  new_device: {
    subject: "New sign-in to your account",
    happened: "Someone signed in to your account from a new device:",
    advice:
      "If this was you, you don't need to do anything. If it wasn't, reset your password to sign out all sessions.",
  },
  password_changed: {
    subject: "Your password was changed",
    happened:
      "The password of your account was changed, and all other sessions were signed out. The change came from:",
    advice:
      "If this was you, you don't need to do anything. If it wasn't, reset your password to sign out all sessions.",
  },
  sign_in_blocked: {
    subject: "Sign-in to your account is limited",
    happened:
      "There were too many failed sign-ins to your account, so sign-in is limited " +
      "for now. The latest attempt came from:",
    advice:
      "If this was you, wait a few minutes or reset your password. If it wasn't, " +
      "no one got in, and you don't need to do anything. Use a password that " +
      "you don't use anywhere else.",
  },
};

/** Notifies the owner of an account about an action that someone else may have taken. */
export function buildSecurityNotice({
  notice,
  name,
  ip_address: ipAddress,
  device,
  at,
}: SecurityNotice): EmailContent {
  const { subject, happened, advice } = notices[notice];
  const link = getForgotPasswordLink();
  const body = (
    <EmailLayout
      title={subject}
      preview={advice}
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Candor never asks for your password by email.</FooterLine>}
    >
      <EmailTitle>{subject}</EmailTitle>
      <Paragraph>
        {"Hello "}
        <bdi>{removeUrls(name, "there")}</bdi>
        {`. ${happened}`}
      </Paragraph>
      <FactList
        facts={[
          ["Device", device],
          ["IP address", ipAddress],
          ["Time", formatTime(at)],
        ]}
      />
      <Paragraph>{advice}</Paragraph>
      <ActionButton href={link}>Reset your password</ActionButton>
      <FallbackLink href={link} />
    </EmailLayout>
  );
  return { subject, body };
}
