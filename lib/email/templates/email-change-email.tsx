import { createEmailChangeLink } from "@/lib/links";
import type { EmailContent } from "../render";
import { buildActionEmail, Greeting } from "./action-email";
import { Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type EmailChangeEmail = {
  name: string;
  email: string;
  token: string;
  expires_at: string;
};

export const buildEmailChangeEmail = ({
  name,
  email,
  token,
  expires_at,
}: EmailChangeEmail): EmailContent =>
  buildActionEmail({
    subject: "Confirm your new email address",
    preview: "Someone asked to use this address for an account.",
    content: (
      <Paragraph>
        <Greeting name={name} />
        {", someone asked to use this address for the account with the email address "}
        <bdi>{email}</bdi>
        {". After you confirm, sign in with the new address."}
      </Paragraph>
    ),
    action: { href: createEmailChangeLink(token), label: "Use this address" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}.`,
      "Didn’t request this? Ignore this email, and the account keeps its current address.",
    ],
  });
