import { createLink, getBaseUrl } from "@/lib/links";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { Paragraph } from "./email-layout";

/** Builds the email that administrators send themselves to test the email settings. */
export const buildTestEmail = (): EmailContent =>
  buildActionEmail({
    subject: "Test email from Candor",
    title: "Your email settings work",
    preview: "The mail server of your Candor installation accepts emails.",
    content: (
      <Paragraph>
        {`You sent this test email from the administration page of ${getBaseUrl()}. If the button ` +
          "opens that page, links in emails work too."}
      </Paragraph>
    ),
    action: { href: createLink("/admin"), label: "Open administration page" },
  });
