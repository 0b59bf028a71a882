import { createLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import { getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { FactList, Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type ExpiringLink = { token: string; expires_at: string };

/**
 * Builds the email that confirms a user's address. It contains no text from users, so that it can't
 * be used to send spam.
 */
export const buildVerificationEmail = ({ token, expires_at }: ExpiringLink): EmailContent =>
  buildActionEmail({
    subject: "Confirm your email address",
    preview: "Confirm the address of your new account.",
    content: (
      <Paragraph>
        An account was created with this address. Confirm it so your organization can invite members
        and email the subscribers that you add.
      </Paragraph>
    ),
    action: { href: createLink("/verify-email", token), label: "Confirm email address" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}.`,
      "Didn’t create an account? Ignore this email.",
    ],
  });

const Greeting = ({ name }: { name: string }) => (
  <>
    {"Hello "}
    <bdi>{removeUrls(name, "there")}</bdi>
  </>
);

type PasswordReset = ExpiringLink & { name: string };

export const buildPasswordResetEmail = ({ name, token, expires_at }: PasswordReset): EmailContent =>
  buildActionEmail({
    subject: "Set a new password",
    preview: "Use the link to reset your password.",
    content: (
      <Paragraph>
        <Greeting name={name} />
        {", someone asked to reset your password."}
      </Paragraph>
    ),
    action: { href: createLink("/reset-password", token), label: "Set a new password" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}. Setting ` +
        "a new password signs you out everywhere.",
      "Didn’t request this? Ignore this email, and your password stays the same.",
    ],
  });

/** `email` is the new address in the notice to the current address, and vice versa. */
type EmailChange = { name: string; email: string };

export const buildEmailChangeEmail = ({
  name,
  email,
  token,
  expires_at,
}: EmailChange & ExpiringLink): EmailContent =>
  buildActionEmail({
    subject: "Confirm your new email address",
    preview: "Someone asked to use this address for an account.",
    content: (
      <Paragraph>
        <Greeting name={name} />
        {", someone asked to use this address for the account with the email address "}
        <bdi>{email}</bdi>
        {". After you confirm, sign in with this address."}
      </Paragraph>
    ),
    action: { href: createLink("/confirm-email", token), label: "Use this address" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}.`,
      "Didn’t request this? Ignore this email, and the account keeps its current address.",
    ],
  });

export const buildEmailChangeNotice = ({ name, email }: EmailChange): EmailContent =>
  buildActionEmail({
    subject: "Your email address is about to change",
    preview: "If you didn’t request this, reset your password.",
    content: (
      <>
        <Paragraph>
          <Greeting name={name} />
          {", someone asked to change the email address of your account to "}
          <bdi>{email}</bdi>
          {". The change takes effect once the link we sent to the new address is used."}
        </Paragraph>
        <Paragraph>
          If this was you, you don’t need to do anything. If it wasn’t, someone knows your password.
          Set a new one to end all sessions and cancel the change.
        </Paragraph>
      </>
    ),
    action: { href: createLink("/forgot-password"), label: "Set a new password" },
  });

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
      "Your password was changed, and all other sessions were signed out. The change came from:",
    advice: ADVICE,
  },
  sign_in_blocked: {
    subject: "Sign-in to your account is limited",
    happened:
      "There were too many failed sign-ins to your account, so sign-in is limited " +
      "for now. The latest attempt came from:",
    advice:
      "If this was you, try again later or reset your password. If it wasn’t, " +
      "no one signed in. If you also use your password elsewhere, set a new one.",
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
    action: { href: createLink("/forgot-password"), label: "Reset your password" },
  });
}
