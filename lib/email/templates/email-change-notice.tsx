import { getForgotPasswordLink } from "@/lib/links";
import type { EmailContent } from "../render";
import { buildActionEmail, Greeting } from "./action-email";
import { Paragraph } from "./email-layout";

type EmailChangeNotice = {
  name: string;
  email: string;
};

export const buildEmailChangeNotice = ({ name, email }: EmailChangeNotice): EmailContent =>
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
    action: { href: getForgotPasswordLink(), label: "Set a new password" },
  });
