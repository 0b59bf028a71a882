import { getForgotPasswordLink } from "@/lib/links";
import { getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import { buildActionEmail, Greeting } from "./action-email";
import { FactList, Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

export type SecurityNotice = {
  notice: keyof typeof notices;
  name: string;
  ip_address: string;
  device: string;
  at: string;
};

const ADVICE =
  "If this was you, you don’t need to do anything. If it wasn’t, reset your password to sign out " +
  "all sessions.";

const notices = {
  new_device: {
    subject: "New sign-in to your account",
    happened: "Someone signed in to your account from a new device:",
    advice: ADVICE,
  },
  password_changed: {
    subject: "Your password was changed",
    happened:
      "The password of your account was changed, and all other sessions were signed out. The change came from:",
    advice: ADVICE,
  },
  sign_in_blocked: {
    subject: "Sign-in to your account is limited",
    happened:
      "There were too many failed sign-ins to your account, so sign-in is limited " +
      "for now. The latest attempt came from:",
    advice:
      "If this was you, try again later or reset your password. If it wasn’t, " +
      "no one signed in, and you don’t need to do anything. Use a password that " +
      "you don’t use anywhere else.",
  },
};

export function buildSecurityNotice({
  notice,
  name,
  ip_address: ipAddress,
  device,
  at,
}: SecurityNotice): EmailContent {
  const { subject, happened, advice } = notices[notice];
  return buildActionEmail({
    subject,
    preview: advice,
    content: (
      <>
        <Paragraph>
          <Greeting name={name} />
          {`. ${happened}`}
        </Paragraph>
        <FactList
          texts={getEmailTexts("en")}
          facts={[
            ["Device", device],
            ["IP address", ipAddress],
            ["Time", formatLongTime(at)],
          ]}
        />
        <Paragraph>{advice}</Paragraph>
      </>
    ),
    action: { href: getForgotPasswordLink(), label: "Reset your password" },
  });
}
