import type { ReactNode } from "react";
import type { EmailOrganization } from "../email-organization";
import { type EmailTexts, getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import {
  ActionButton,
  EmailLayout,
  EmailLink,
  FallbackLink,
  FooterLine,
  Paragraph,
} from "./email-layout";

type ActionEmail = {
  /** Text in the recipient's language. The default is English. */
  texts?: EmailTexts;
  subject: string;
  title?: string;
  preview: string;
  /** The organization whose branding the email has. Undefined for emails from Candor itself. */
  organization?: EmailOrganization;
  content: ReactNode;
  action: { href: string; label: string };
  notes?: string[];
  footer?: string;
};

/** Builds an email that asks one person to open a link. */
export function buildActionEmail({
  texts = getEmailTexts("en"),
  subject,
  title = subject,
  preview,
  organization,
  content,
  action: { href, label },
  notes = [],
  footer = "Candor never asks for your password by email.",
}: ActionEmail): EmailContent {
  const body = (
    <EmailLayout
      {...{ texts, subject, title, preview, organization }}
      footer={
        <FooterLine>
          {organization ? (
            <EmailLink href={organization.url}>{texts.statusPage}</EmailLink>
          ) : (
            footer
          )}
        </FooterLine>
      }
    >
      {content}
      <ActionButton href={href} color={organization?.accentColor}>
        {label}
      </ActionButton>
      <FallbackLink texts={texts} href={href} />
      {notes.length > 0 && <div style={{ height: 16 }} />}
      {notes.map((note) => (
        <Paragraph key={note} isQuiet>
          {note}
        </Paragraph>
      ))}
    </EmailLayout>
  );
  return { subject, body };
}
