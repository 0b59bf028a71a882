import { createManageLink } from "@/lib/links";
import type { EmailOrganization } from "../organization";
import type { EmailContent } from "../render";
import {
  EmailLink,
  ActionButton,
  FactList,
  FooterLine,
  EmailLayout,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type QuarantineEmail = {
  organization: EmailOrganization;
  channel: string;
  /** The endpoint. If its URL is a secret, only the host. */
  endpoint: string;
  failures: number;
  failing_since: string;
  last_error: string;
  /** Token of the subscriber's manage link. */
  token: string;
};

const channelNames: Record<string, string> = {
  webhook: "webhook",
  slack: "Slack channel",
  discord: "Discord channel",
  teams: "Teams channel",
};

/** Notifies the owner of an endpoint that its deliveries are paused. */
export function buildQuarantineEmail({
  organization,
  channel,
  endpoint,
  failures,
  failing_since,
  last_error,
  token,
}: QuarantineEmail): EmailContent {
  const name = channelNames[channel] ?? channel;
  const subject = `Your ${name} no longer receives status updates from ${organization.name}`;
  const link = createManageLink(token);
  const body = (
    <EmailLayout
      title={subject}
      preview={`${failures} deliveries in a row have failed.`}
      sender={organization.name}
      tone="warning"
      footer={
        <FooterLine>
          <EmailLink href={organization.url}>Status page</EmailLink>
        </FooterLine>
      }
    >
      <EmailTitle>{`Deliveries to your ${name} are paused`}</EmailTitle>
      <Paragraph>
        {`The last ${failures} deliveries failed, so deliveries are paused. Fix the endpoint, ` +
          "then reactivate it. You can choose to receive the notifications you missed."}
      </Paragraph>
      <FactList
        facts={[
          ["Endpoint", endpoint],
          ["Failing since", formatTime(failing_since)],
          ["Last error", last_error],
        ]}
      />
      <ActionButton href={link}>Reactivate</ActionButton>
      <FallbackLink href={link} />
    </EmailLayout>
  );
  return { subject, body };
}
