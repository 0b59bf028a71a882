import { createConfirmLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import type { EmailOrganization } from "../organization";
import type { EmailContent } from "../render";
import {
  EmailLink,
  ActionButton,
  FooterLine,
  EmailLayout,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type ConfirmationEmail = {
  organization: EmailOrganization;
  /** Names of the selected components and titles of the selected incidents. Empty: everything. */
  topics: string[];
  token: string;
  /** ISO 8601. */
  expires_at: string;
};

const MAX_TOPICS = 20;

/** Asks the owner of an address to confirm a subscription (double opt-in). */
export function buildConfirmationEmail({
  organization,
  topics,
  token,
  expires_at,
}: ConfirmationEmail): EmailContent {
  const subject = `Confirm your subscription to ${organization.name}`;
  const link = createConfirmLink(token);
  const shown = topics.slice(0, MAX_TOPICS);
  const body = (
    <EmailLayout
      title={subject}
      preview="Confirm to get incident and maintenance emails."
      sender={organization.name}
      tone="notice"
      footer={
        <FooterLine>
          <EmailLink href={organization.url}>Status page</EmailLink>
        </FooterLine>
      }
    >
      <EmailTitle>Confirm your subscription</EmailTitle>
      <Paragraph>
        {"Someone asked to send incident and maintenance emails from "}
        <bdi>{organization.name}</bdi>
        {" to this address."}
      </Paragraph>
      {shown.length > 0 && (
        <Paragraph>
          {"The subscription covers: "}
          {shown.map((topic, index) => (
            <span key={topic}>
              {index > 0 && ", "}
              <bdi>{removeUrls(topic, "A component or incident")}</bdi>
            </span>
          ))}
          {topics.length > shown.length && ` and ${topics.length - shown.length} more`}
          {"."}
        </Paragraph>
      )}
      <ActionButton href={link}>Confirm subscription</ActionButton>
      <FallbackLink href={link} />
      <div style={{ height: 16 }} />
      <Paragraph quiet>{`The link expires on ${formatTime(expires_at)}.`}</Paragraph>
      <Paragraph quiet>
        Didn’t request this? Ignore this email, and you won’t be subscribed.
      </Paragraph>
    </EmailLayout>
  );
  return { subject, body };
}
